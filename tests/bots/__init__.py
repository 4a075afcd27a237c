"""Bots: how they search, what they say about options, and how they are compared."""
