"""Experiments: simulations, tournaments and benchmarks."""
