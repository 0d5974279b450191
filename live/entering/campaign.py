"""The web application of a campaign: everything so far, and what an evening adds to the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from fastapi.responses import JSONResponse, Response
from pydantic import Field

from live.archive.campaigns import campaign_in, changed_campaign
from live.page.answers import FRESH, RequestBody, page_application, serve_files, without_a_second_word
from live.page.bodies import EpisodeBody
from live.page.guard import App, Guard
from live.page.hosting import Address
from scoring.registry import campaign_rules

Player = Annotated[str, Field(max_length=60)]


class StickerBody(RequestBody):
    """A sticker on a player's board."""

    player: Player
    cell: Annotated[str, Field(max_length=9)]
    terrain: Annotated[str, Field(max_length=20)]


class SuccessorBody(RequestBody):
    """Somebody who plays on for a player."""

    player: Player
    by: Player


def make_application(path: Path, address: Address) -> App:
    """The guarded application of the campaign in a file; each request reads the file as it is then."""
    app = page_application("Boardsight: a campaign")

    def told(campaign: Any) -> Response:
        return JSONResponse(campaign.ledger.to_json(), headers=FRESH)

    @app.get("/api/v1/campaign", summary="Everything so far")
    def campaign() -> Response:
        return told(campaign_in(path))

    @app.post("/api/v1/episodes", summary="Enter how the next episode ended")
    def episode(body: EpisodeBody) -> Response:
        def entered(campaign: Any) -> Any:
            rules = campaign_rules(campaign.game)
            results = rules.entered(body.points, {name: tuple(rows) for name, rows in body.empty.items()})
            return campaign.with_line(rules.episode_line(body.episode or campaign.ledger.next_episode, results))

        return told(changed_campaign(path, entered))

    @app.post("/api/v1/stickers", summary="Put a sticker on a player's board")
    def sticker(body: StickerBody) -> Response:
        line = {"do": "sticker", **body.model_dump()}
        return told(changed_campaign(path, lambda campaign: campaign.with_line(line)))

    @app.post("/api/v1/successors", summary="Let somebody else play on for a player")
    def successor(body: SuccessorBody) -> Response:
        line = {"do": "successor", "player": body.player, "by": body.by.strip()}
        return told(changed_campaign(path, lambda campaign: campaign.with_line(line)))

    @app.post("/api/v1/undo", summary="Take back what was entered last")
    def undo() -> Response:
        return told(changed_campaign(path, lambda campaign: campaign.undone()))

    serve_files(app, {"/": "campaign.html"}, "live.entering")
    return Guard(without_a_second_word(app), token=address.token, hosts=address.hosts)
