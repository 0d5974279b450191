"""Games with boards: the boards solved as sheets on one plane, coded parts on the square or hex cells of each."""
