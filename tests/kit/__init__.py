"""What tests share: tables and matches of any game, servers, browsers, and the toy in a process of its own."""
