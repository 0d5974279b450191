"""Reading of games with boards: boards solved as sheets on one plane, coded parts on square or hex cells between them."""
