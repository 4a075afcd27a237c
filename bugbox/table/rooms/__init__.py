"""Tables on the server: seats, the life of a match, and the messages that change them."""
