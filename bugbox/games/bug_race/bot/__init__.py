"""What bots know about good play of Bug Race."""
