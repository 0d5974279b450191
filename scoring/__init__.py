"""The rules of the games: what is legal, what it scores and why, and which moves explain a change."""
