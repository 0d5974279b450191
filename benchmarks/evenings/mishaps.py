"""What goes wrong on a real evening, by the names that the virtual table knows it by."""

IMPERFECT = ("forgotten-puck", "straightened", "taken-back", "misplaced")
"""Done by the players themselves."""
AROUND = (
    "bump",
    "light-switched",
    "hand-stays",
    "cup",
    "cat",
    "shadow",
    "table-turned",
    "display-flashes",
    "dropped-frames",
)
"""Done to them."""
CAMERA = ("focus-hunts", "exposure-pumps", "white-drifts", "late-frames", "lamp-bands", "stream-freezes")
"""Done by the camera's own program and its cable."""
EVERY = 20
"""Each strikes one turn in so many: with four imperfections one turn in five is imperfect."""
RARE = ("puck-astray", "forgotten-marker", "soft-shadow", "exposure", "frozen")
"""All the others but the blind ones, of which a film has one."""
BLIND = ("blind-dark", "blind-frozen", "blind-covered")
"""The camera sees nothing for four seconds in every ten."""
