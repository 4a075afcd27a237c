"""What every game shares: chance, piles, settings, records."""
