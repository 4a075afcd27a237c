"""What bots know about good play of Caterpillar Filler."""
