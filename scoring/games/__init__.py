"""One folder of rules for each game; games never import one another."""
