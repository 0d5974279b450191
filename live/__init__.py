"""The game as it is played: session, loop, record store, page, network and commands."""
