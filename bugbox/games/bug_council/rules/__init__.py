"""The rules of Bug Council of Backyardia: game state, legal options and their effects."""
