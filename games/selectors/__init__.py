"""The only code that reads a game for somebody: what may this viewer see."""
