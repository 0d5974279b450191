"""Pieces without codes, told by corrected colour and footprint."""
