"""My City (Reiner Knizia): its parts, boards, positions, moves, and where they lie."""
