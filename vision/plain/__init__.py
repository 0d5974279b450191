"""Plain coloured pieces without codes, told by corrected colour and footprint."""
