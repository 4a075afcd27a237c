"""The user interface of Bug Council of Backyardia: views, words, text, drawings and help."""
