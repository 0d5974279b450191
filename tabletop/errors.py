"""The errors that people meet: one clear sentence with the mend, and the exit code that goes with it.

    BoardsightError            1  the work failed
    ├── UsageError             2  wrong use of a command or a function's input from the command line
    ├── NoCamera               3  no camera or image source
    ├── UnreadableInput        4  input that cannot be read: a picture, a position, a record, a game file
    └── DeviceLost             5  a device was lost: display, camera in mid-game

"Not seen" is never an error: a frame without a board is a value with its reason.
"""


class BoardsightError(Exception):
    """The work failed; the message is one sentence that says what is wrong and how to mend it."""

    exit_code = 1


class UsageError(BoardsightError):
    """The command was called in a way that it does not know."""

    exit_code = 2


class NoCamera(BoardsightError):
    """There is no camera or other image source."""

    exit_code = 3


class UnreadableInput(BoardsightError):
    """A picture, position, record or file cannot be read; the message names where and what was expected."""

    exit_code = 4


class DeviceLost(BoardsightError):
    """A device that was there is gone."""

    exit_code = 5


class UnknownKeyWarning(UserWarning):
    """A file is used in which keys stand that nobody reads; the message names one with its line."""
