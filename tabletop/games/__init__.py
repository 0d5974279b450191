"""One folder for each game: everything that is fact or word of it, and nothing else."""
