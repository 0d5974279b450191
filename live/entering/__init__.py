"""A board entered once over a photograph of it: the grid fitted between tapped corners, guesses put right, a file."""
