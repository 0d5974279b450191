"""The guests' code: whoever has it may send pictures of the table, and nothing else; one press makes another one."""

import hmac
import secrets

BEGINNING = "guest-"
"""Of every guests' code, so that pages and refusals know one from the token."""
PICTURES_ALONE = "this code sends pictures alone; whoever runs the game changes it"
NO_MORE = "this code is taken back; scan the one that the table's page shows now"


class GuestCode:
    """The code that holds now; an earlier one is refused from the moment that there is another."""

    def __init__(self) -> None:
        self.code = ""
        self.renew()

    def renew(self) -> None:
        """Take the code back, and have another one."""
        self.code = f"{BEGINNING}{secrets.token_urlsafe(16)}"

    def refusal(self, given: str, *, picture: bool) -> tuple[int, str] | None:
        """Why who gave a code that begins as guests' do is refused; `picture` says whether a picture is sent."""
        if not hmac.compare_digest(given.encode(), self.code.encode()):
            return (401, NO_MORE)
        return None if picture else (403, PICTURES_ALONE)
