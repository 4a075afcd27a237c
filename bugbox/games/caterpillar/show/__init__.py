"""The presentation of Caterpillar Filler: views, words, text, drawings and help."""
