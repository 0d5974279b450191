"""Draws docs/pictures/network.svg: a club, a convention with bridges, a cluster.

python docs/pictures/network_drawing.py
"""

from pathlib import Path

INK, PALE, LINE = "#1d2a38", "#5c6b7a", "#8a97a5"
FILLS = {"table": "#e8f1fa", "broker": "#fdebd0", "hub": "#e3f3e6", "page": "#f4f4f4"}
OUT = Path(__file__).with_name("network.svg")


def box(x: int, y: int, width: int, height: int, kind: str, title: str, under: str = "") -> str:
    """A rounded box with one or two lines."""
    middle = x + width / 2
    line = y + height / 2 + (5 if not under else -3)
    text = f'<text x="{middle}" y="{line}" class="title">{title}</text>'
    if under:
        text += f'<text x="{middle}" y="{line + 17}" class="under">{under}</text>'
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{FILLS[kind]}"/>{text}'


def wire(x1: int, y1: int, x2: int, y2: int, words: str = "") -> str:
    """A line with an arrow at both ends."""
    text = f'<text x="{(x1 + x2) / 2}" y="{(y1 + y2) / 2 - 6}" class="under">{words}</text>' if words else ""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>{text}'


def heading(y: int, words: str) -> str:
    """What a row shows."""
    return f'<text x="20" y="{y}" class="heading">{words}</text>'


def drawing() -> str:
    """The whole picture."""
    parts = [heading(28, "A club: one Mosquitto")]
    for row, name in enumerate(("table 1", "table 2", "table 3 …")):
        parts += [box(20, 44 + 46 * row, 130, 36, "table", name), wire(150, 62 + 46 * row, 280, 108)]
    parts += [box(280, 78, 150, 60, "broker", "Mosquitto", "mosquitto.conf")]
    parts += [wire(430, 108, 560, 108), box(560, 78, 130, 60, "hub", "hub", "results: SQLite")]
    parts += [wire(690, 108, 780, 108), box(780, 78, 120, 60, "page", "browsers", "wall, overlays")]
    parts += [wire(355, 138, 355, 168), box(280, 168, 150, 36, "page", "Home Assistant")]

    parts += [heading(250, "A convention: a Mosquitto in each hall, bridged; a hall plays on when its cable is cut")]
    for row, hall in enumerate(("hall A", "hall B", "hall C")):
        y = 268 + 56 * row
        parts += [box(20, y, 130, 42, "table", "60 tables", hall), wire(150, y + 21, 210, y + 21)]
        parts += [box(210, y, 130, 42, "broker", "Mosquitto", hall), wire(340, y + 21, 440, 345, "")]
    parts += ['<text x="392" y="276" class="under">bridge</text>']
    parts += [box(440, 315, 130, 60, "broker", "Mosquitto", "for all"), wire(570, 345, 630, 345)]
    parts += [box(630, 315, 110, 60, "hub", "hub", "PostgreSQL"), wire(740, 345, 790, 345)]
    parts += [box(790, 315, 110, 60, "page", "browsers")]

    parts += [heading(478, "Thousands: a cluster behind one address")]
    parts += [box(20, 520, 130, 60, "table", "tables"), wire(150, 550, 220, 550)]
    parts += [box(220, 520, 130, 60, "page", "load balancer", "mqtts, port 8883")]
    for row in range(3):
        y = 494 + 42 * row
        parts += [wire(350, 550, 430, y + 17), box(430, y, 130, 34, "broker", f"EMQX {row + 1}")]
        parts += [wire(560, y + 17, 640, 550)]
    parts += [box(640, 520, 110, 60, "hub", "hub", "PostgreSQL"), wire(750, 550, 790, 550)]
    parts += [box(790, 520, 110, 60, "page", "browsers")]
    style = (
        f"text{{font-family:Helvetica,Arial,sans-serif;fill:{INK}}}.title{{font-size:15px;text-anchor:middle}}"
        f".under{{font-size:12.5px;text-anchor:middle;fill:{PALE}}}.heading{{font-size:16px;font-weight:600}}"
        f"rect{{stroke:{LINE};stroke-width:1}}line{{stroke:{LINE};stroke-width:1.5}}"
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 640" width="920" height="640" role="img"'
    label = 'aria-label="Tables, brokers, hub and browsers: a club, a convention with bridges, a cluster"'
    back = '<rect width="920" height="640" fill="#ffffff" style="stroke:none"/>'
    lines = "".join(part for part in parts)
    return f"{head} {label}><style>{style}</style>{back}{lines}</svg>\n"


if __name__ == "__main__":
    OUT.write_text(drawing(), encoding="utf-8")
