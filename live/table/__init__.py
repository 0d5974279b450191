"""The game as it is seen and decided: frames read, kept steady, explained as moves; repairs and corrections."""
