"""Tests of bots: search, analysis of options, and tournaments."""
