"""People: who plays here, how they sign in, and what they may be called."""
