"""Games of pieces on cells, told by their game file: their positions and moves, and where their parts lie."""
