"""MY CITY on a chess board (Lloyd Krassner): its parts, maps, positions, moves, and where they lie."""
