"""The words of the house: geometry, parts, game files, positions, moves, records and plans as plain values."""
