"""Scripted games that the virtual players play, as records."""
