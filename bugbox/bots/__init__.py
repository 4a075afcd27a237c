"""Bots, independent of any particular game."""
