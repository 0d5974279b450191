"""What happened on the table: the likeliest of several histories, each weighed against all that was seen since."""
