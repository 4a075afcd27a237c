"""Heuristics for bots playing Caterpillar Filler."""
