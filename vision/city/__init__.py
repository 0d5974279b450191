"""A city of neighbourhoods: the lattice, lots and streets, pieces on them, covered neighbourhoods."""
