"""Bugs on Rugs as people see it: views, words, text, drawings and help."""
