"""A played game on disk: the record, the moves' pictures, the index of games and their exports."""
