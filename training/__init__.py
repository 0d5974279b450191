"""Learned looks: pictures of places drawn for learning, and the recipe that turns them into the reader's weights."""
