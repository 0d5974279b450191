"""Fetched first by the process of which the workers are copies: its libraries are to use one thread, as theirs are."""

from live.archive.workers import one_thread

one_thread()
