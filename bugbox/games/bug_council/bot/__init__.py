"""What bots know about good play of Bug Council of Backyardia."""
