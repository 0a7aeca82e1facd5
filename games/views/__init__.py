"""Pages: thin views; what may be seen is in games.selectors, what happens in games.services."""
