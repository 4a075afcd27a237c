"""What browsers are sent: pages, scenes and the frames that update them."""
