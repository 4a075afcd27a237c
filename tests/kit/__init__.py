"""Shared by the tests: tables and matches of any game, servers, browsers, and the toy game in a separate process."""
