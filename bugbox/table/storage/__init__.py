"""Rooms and moves on disk."""
