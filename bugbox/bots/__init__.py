"""Bots: they know no particular game."""
