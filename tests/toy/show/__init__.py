"""Presentation of the toy: views, words, text, drawings and help."""
