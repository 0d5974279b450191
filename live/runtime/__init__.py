"""One table while it is played: the loop, its displays, its page and its terminal put together."""
