"""Bots in processes of their own: decisions, hints and win histories."""
