"""Small City: The Big Tiles (Alban Viard): its parts, board, positions, moves, and where they lie."""
