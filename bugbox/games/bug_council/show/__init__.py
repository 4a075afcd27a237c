"""Bug Council of Backyardia as people see it: views, words, text, drawings and help."""
