"""Heuristics for bots playing Bugs on Rugs."""
