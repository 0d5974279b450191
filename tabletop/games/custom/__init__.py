"""Games of people's own, told by one file: their positions and moves, and where their parts lie."""
