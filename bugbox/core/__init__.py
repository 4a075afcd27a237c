"""Code that all games share; it doesn't depend on any particular game."""
