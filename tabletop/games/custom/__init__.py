"""Games of people's own, told by one file: all about them is derived (`tabletop.pieces`)."""
