"""The demo's own parts: the virtual table that is filmed, and what was read held against what was played."""
