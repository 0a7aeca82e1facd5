"""The only code that changes a game: one function for each thing that happens."""
