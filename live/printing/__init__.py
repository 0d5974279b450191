"""Printers: which there are, what they can do, and print jobs at true size by IPP."""
