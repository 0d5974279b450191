"""Evenings: the people over all games of a folder, what they reached, who beats whom."""
