"""Small City (Alban Viard) with the six modules of The Big Tiles."""
