"""The presentation of Bugs on Rugs: views, words, text, drawings and help."""
