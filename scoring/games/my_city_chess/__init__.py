"""MY CITY on a chess board (Lloyd Krassner, Warp Spawn Games), with every variant of the rulebook."""
