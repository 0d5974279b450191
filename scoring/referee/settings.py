"""The numbers that the referee is tuned with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefereeSettings:
    """Tuning numbers: probabilities unless a unit is named; origin: `benchmarks/referee.py` over random games."""

    certain: float = 0.998
    likely: float = 0.985
    likely_among_misreads: float = 0.995
    """The same where some places contradict even the best hypothesis."""
    worth_a_thought: float = 0.001
    """Hypotheses less probable than this are not told, ..."""
    most_answers: int = 8
    """... nor more than so many, ..."""
    told_answers: int = 4
    """... of which a question offers so many, ..."""
    alike: float = 0.5
    """... but all that are this nearly as probable as a best one of one move: counters that look alike are one tap."""
    nothing_at_all: float = 0.5
    """Less probable than this, nothing has happened only if no places are together likelier to have got something."""
    most_moves: int = 3
    """How many turns may lie between two looks."""
    beam: int = 20
    """How many hypotheses with the same number of quiet turns are carried on from turn to turn."""
    candidates: int = 32
    """How many visible moves are judged after each hypothesis, those that explain most."""
    choices_a_place: float = 1.5
    """How many visible moves a turn may be, for each place of the reading; each is as likely as another."""
    misread_still: float = 0.01
    """What is `certain` stays so although such a share of places is misread."""
    weighed: int = 32
    """How many hypotheses of each number of turns get a probability."""
    other_piece: float = 0.125
    """How many of the misread pieces look like another one that may lie there."""
    quiet_move: float = 0.08
    """That a turn left no trace."""
    unprompted: float = 0.05
    """The same where nobody's turn is next: that it came just between two looks and nothing tells of it."""
    quiet_again: float = 0.4
    """The same after another quiet turn: late in a game all pass."""
    illegal_move: float = 0.005
    """That a visible move is against the rules."""
    stray_thing: float = 1 / 30
    """That each further thing of an illegal move (a second streetcar somewhere) lies just there."""
    taken_back: float = 0.02
    """That a turn is taken back, or put right, by its player."""
    a_turn: float = 0.5
    """That somebody has moved between two looks, against nobody."""
    another_turn: float = 0.5
    """That there was one more turn after that, and so on; 0.1 and less where looks follow each other quickly."""
    puck_as_expected: float = 0.98
    """That the puck lies with the one who is next or who has just moved."""
    puck_moved_astray: float = 0.1
    """That it was moved to where it does not belong, rather than only left there."""
    puck_left_behind: float = 0.2
    """That it is still with the one who moved before the last look, where nobody knows where it lay then."""
    puck_went_round: float = 0.1
    """That it went all the way around between two looks while nothing else changed, rather than stayed."""
    marker_forgotten: float = 0.15
    """That a player has not moved the score marker."""
    marker_wrong: float = 0.03
    trailing_quiet: float = 0.05
    """That a quiet turn stands at the end of a sequence where no puck tells of it."""
    reordered: int = 4
    """Of how many of the best hypotheses every other order of their turns is weighed too."""
    as_the_reader_says: float = 0.75
    """That pieces are grouped as the reader's best guess has them, where the places alone cannot tell."""


USUAL = RefereeSettings()
"""For looks that may lie far apart."""
QUICK = RefereeSettings(a_turn=0.2, another_turn=0.05)
"""For looks that follow each other quickly: mostly nothing has happened in between, and hardly ever two things."""
