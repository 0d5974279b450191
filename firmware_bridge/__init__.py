"""Scores in lights: the display protocol, the serial link, WLED."""
