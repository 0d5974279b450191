"""Places as people call them who look at the table: documents, records and evidence keep `cell:Ann:C4`."""


def place_words(place: str) -> str:
    """A place by what people see there; rules that know the neighbours may say more.

    >>> [place_words(place) for place in ("cell:B1", "cell:Ann:C4", "street:11:north", "track:Ann", "puck")]
    ['B1', "Ann's C4", 'the street north of 11', "Ann's score token", 'the turn puck']
    """
    kind, _, named = place.partition(":")
    owner, _, name = named.rpartition(":")
    if kind == "street":
        return f"the street {name} of {owner}"
    if kind == "tile":
        return f"neighbourhood {name}"
    if kind in ("track", "mat"):
        return f"{named}'s {'score token' if kind == 'track' else 'mat'}"
    if not named:
        return {"puck": "the turn puck", "card": "the open card"}.get(kind, kind)
    return f"{owner}'s {name}" if owner else name
