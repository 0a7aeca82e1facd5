"""A week of games in some minutes: people with habits, real services, a clock that jumps."""
