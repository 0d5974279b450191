"""The moves between two looks at the table: hypotheses grown turn by turn and weighed with the evidence."""
