"""Games of people's own: what their file says is all that there is to say."""
