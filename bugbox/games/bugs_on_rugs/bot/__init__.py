"""What bots know about good play of Bugs on Rugs."""
