"""The web table without a browser: rooms, frames, pages, the file, and a real server."""
