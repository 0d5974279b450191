"""Three Stones: its parts, board, positions, moves, and where they lie."""
