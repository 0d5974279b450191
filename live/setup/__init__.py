"""The page on which a table is set up before it is played: game, players, variants, camera, display, then begin."""
