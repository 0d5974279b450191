"""What is told where more of a part lie there than the game has."""


def too_many_words(title: str, seen: int, at: str, most: int) -> str:
    """What people are told of a part of which too many lie there."""
    return f"{title} is seen {seen} times, at {at}; the game has {most}. Take away what is too many"
