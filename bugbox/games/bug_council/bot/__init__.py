"""Bot heuristics for Bug Council of Backyardia."""
