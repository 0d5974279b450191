"""Big City (Franz-Benno Delonge): its parts, positions, moves, and where they lie."""
