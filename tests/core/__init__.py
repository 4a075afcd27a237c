"""Tests of the code that all games share: random numbers, piles, settings, records."""
