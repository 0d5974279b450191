"""Folders full of pictures and records: read by many workers, with results that are taken up again where they ended."""
