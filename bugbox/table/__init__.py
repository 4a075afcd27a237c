"""The web table: matches that people play in a browser."""
