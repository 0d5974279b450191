"""What the commands share: words of the command line, positions as input, the commands' reference."""
