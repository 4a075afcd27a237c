"""What every game keeps, and in a folder each the games themselves: `draw.py` draws positions for their tests."""
