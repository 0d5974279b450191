"""The numbers that tune the reading of board games, with unit and origin."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class LocalLightSettings:
    """Light between the codes, told by printed cells; origin: tuning pictures of the virtual table under one lamp."""

    near_cells: float = 2.0
    """Neighbours this near tell a cell's light."""
    reach: float = 0.2
    """Reflectance by which a cell may differ from its print and still tell the light; skin and pieces differ more."""
    other_print: float = 0.1
    """What a cell of another print tells, against one of the same."""
    fewest: int = 8
    """Cells without which nothing is told."""
    alike: float = 0.1
    """Logarithm by which a cell may be off its neighbours' light and still count half."""
    held_level: float = 0.05
    held_slope: float = 0.1
    """What holds light and its slope at what the whites say, against neighbours of weight 1 each."""
    most: float = 0.25
    """Logarithm of the most that light differs from what the whites say."""
    most_tint: float = 0.1
    """... and of the most that one channel of it differs more than all do. Of bare cells under ceiling light, window or
    one lamp 99 in 100 differ by less than 0.1, under window and lamp by less than 0.14; a grey phone on green 0.2."""
    rounds: int = 3


@dataclass(frozen=True)
class MannedSettings:
    """Which tile lies under a citizen, by the rim that shows round it.

    Origin: virtual pictures of all tiles of one square under citizens, tuning photographs of Small City.
    """

    first_mm: float = 10.0
    """A tile's rim begins where the white of its code ends, 10.4 mm from its middle, ..."""
    last_mm: float = 14.0
    """... and ends at 12.5 mm; people lay tiles 1 to 2 mm off."""
    rim_mm: float = 2.1
    least_px: float = 4.0
    """A narrower rim is blurred through: white mixed into red looks like the print of a lighter tile (1280 x 720)."""
    step_mm: float = 0.5
    along_mm: float = 9.0
    """Half the length along a side that is looked at: corners are blurred."""
    top_mm: float = 1.5
    """A tile's height above the board."""
    sides_seen: int = 3
    """Sides whose colours count: letters stand on one of them, or another part hides it."""
    hue_deg: float = 8.0
    lightness: float = 7.0
    """Scatter of hue and lightness about the printed ones; saturation is halved by blur, so it tells nothing."""
    sides_apart_deg: float = 25.0
    """Sides whose hues are further from their median than this show more than one thing."""
    coloured: float = 14.0
    """Distance from the ground in a and b of Lab from which a rim has a colour; tiles in the ground's tone reach 11."""
    farthest: float = 1.5
    """Distance in scatters beyond which a rim has none of the colours."""
    lead: float = 1.2
    """By so much a colour must lie nearer than any other."""
    off_memory: float = 2.0
    """A tile that was seen before may lie by so much further than the nearest colour ..."""
    faded: float = 6.0
    """... and its colour by no less than this from the ground's."""
    grounds: int = 12
    """Bare squares nearest to a citizen's that tell the ground's colour there, ..."""
    least_grounds: int = 3
    cast: float = 12.0
    """... which must look as printed within this Delta E (lightness counting half), or the light is not understood."""


@dataclass(frozen=True)
class BoardSettings:
    """Cells, their ground, and what lies on them; origin: virtual pictures unless told otherwise."""

    reach_mm: float = 6.0
    """Search for a code to each side of a cell's middle: counters carry it 3 mm off, and lie within 2 mm."""
    puck_reach_mm: float = 90.0
    """Without mats, the puck lies by the board whose player's turn it is, within this of it ..."""
    puck_lead_mm: float = 10.0
    """... and by so much nearer to it than to any other; nearer to the middle it is asked about."""
    puck_plainly_mm: float = 30.0
    """It certainly lies by a board from this lead on."""
    token_reach_mm: float = 4.5
    token_samples: int = 7
    """How far to each side of a track's space its colour is looked at, and at how many points along."""
    token_stands_out: float = 0.16
    """Reflectance by which a space with a token differs from the other spaces."""
    token_colour: float = 0.30
    """Reflectance within which a token is of its player's colour."""
    token_share: float = 0.35
    """Share of a track's space in its player's colour from which the token lies there ..."""
    token_rival: float = 0.6
    """... if no other space shows more than this part of that."""
    token_alone: float = 0.2
    """The same share where the token's colour shows nowhere else on the track: off its space's middle, in bright light
    that washes its print out, one showed 0.27 in a film."""
    token_plainly_rival: float = 0.25
    """It shows nowhere else if no other space shows more than this part of that."""
    off_centre: float = 0.40
    """A part whose middle lies further than this share of the pitch from its cell's middle is doubtful."""
    beside: float = 3.0
    """A part so many pitches from every cell's middle lies beside the board."""
    in_a_cell: float = 0.62
    """A part whose middle lies further off than this is in no cell; a square's corners are .71 away."""
    on_line: float = 0.15
    """A part is on the line between two cells whose middles are equally far from it but for this share of the pitch:
    3 mm to each side of the line on cells of 40 mm."""
    intrusion: float = 0.08
    """What reaches further than this into a cell that it does not belong to speaks against its being empty."""
    between: float = 0.25
    """Parts further off their cells' middles than this, sideways or lengthways, were not laid into these cells: people
    lay them within a tenth of the pitch."""
    most_between: float = 0.5
    """From this share of a board's parts on it is the board's file that puts cells elsewhere, not people's hands."""
    odd_size: float = 0.07
    odd_size_px: float = 0.5
    """A code that looks larger or smaller than its file says by this share, and this many pixels more, is not that
    large or does not lie that high; codes on the photographs of boards look 0.975 to 1.047 of their size."""
    shown_share: float = 0.7
    """A cell is looked at where this share of its width lies in the picture."""
    samples: int = 9
    """Colour samples along a cell."""
    cell_share: float = 0.84
    """Part of a cell's width in which its ground is looked at."""
    white_correlation: float = 0.7
    """Codes that are seen this clearly tell black and white."""
    near_mm: float = 50.0
    """Codes this near tell the white of a place."""
    tolerance: float = 0.065
    """Difference in reflectance (0 black, 1 white) at which a cell's colour is as likely as not its ground's."""
    flat: float = 0.07
    """Samples within this of the cell's own colour count as plain."""
    least_plain: float = 0.45
    """Plainness against the usual one of that ground from which a cell starts to count as free."""
    least_bare: float = 0.5
    """Plainness of a cell's middle against the usual one from which it starts to count as free."""
    fully_free: float = 0.25
    """By so much more plainness it counts fully."""
    same_colour: float = 0.6
    """Differences up to this part of the tolerance leave a cell's colour wholly its ground's."""
    fewest_alike: int = 3
    """Cells of one kind of ground that must agree before their colour is trusted."""
    share_alike: float = 0.3
    """... and this part of the cells of that look that are plain and may be no piece."""
    bare_rank: float = 0.9
    """How plain ground is that we did not print its plainest cells tell, from this share on: men may stand on three
    squares of four. Chosen by hand."""
    usual_plain: tuple[float, float, float] = (0.55, 0.9, 1.0)
    """How plain free ground is at least, where no cell tells it, and at most."""
    core_printed: float = 0.5
    """Ground whose middle is no plainer than this bears a picture there."""
    plain_enough: float = 0.45
    """Share of alike samples from which a cell may be free."""
    most_tones: int = 3
    tones_apart: float = 0.14
    """Tones of one look differ by no more than this, ..."""
    tones_tint: float = 0.12
    """... and one channel of theirs by no more than this (logarithm) beyond what all do, or none of them is known."""
    print_differs: float = 0.4
    """A colour that is further than this from the file's is not believed to be the ground's."""
    many_alike: int = 8
    widely: float = 4.0
    """A colour unlike the file's is believed from so many cells that reach over so many cells."""
    like_a_piece: float = 0.25
    """A colour that is nearer than this to a piece's may be that piece's: men on the virtual table differ by up to 0.14
    from what their file says."""
    rounds: int = 6
    """Of finding the cells that agree with an even change of light over a board, and that change."""
    clipped: float = 251.0
    """Grey level (0 to 255) from which a sample of a cell is overexposed, ..."""
    most_clipped: float = 0.5
    """... and share of such samples from which nothing is said of the cell's ground. Chosen by hand."""
    most_veil: float = 0.30
    """Where black looks lighter than this share of white, glare hides what lies there."""
    printed_tolerance: float = 0.13
    """The same where only the file says how the ground is printed."""
    least_log: float = 4.0
    """A part of which no cell shows its code this well is no best guess: correlation .74. A city has too few codes for
    one of them to fit so by chance; weak ones under glare or in the dark were right there (test photographs)."""
    ground_slope: float = 12.0
    ground_offset: float = 4.5
    """Natural log-likelihood of a cell's ground against a cover that shows nothing: slope over its fit, less offset.
    Chosen by hand; `tests/vision/test_explaining.py` notices a fifth more or less of either."""
    unproven: float = 4.0
    """At most so many nats where no other cell proves what the ground looks like. Chosen by hand; anything between
    `likely_margin` and `certain_margin` says the same where nothing else fits: likely."""
    plainly_free: float = 0.9
    """Where the ground fits so well no code is looked for."""
    thickness_step_mm: float = 2.5
    off_square_mm: float = 4.0
    """Counters lie within about 2 mm of their squares' middles; from here on a thickness is looked for."""
    thickness_mm: float = 45.0
    """Thickest chess board that is tried for people's own."""
    single_code_sigmas: float = 4.0
    """Error of the direction that one code tells, in corner errors over its side (virtual pictures at 1.4 pixels a
    module: 4° at 10 pixels)."""
    off_its_place: float = 0.35
    """A board's code further from its place than this share of the pitch would carry cells off with it."""
    loose_share: float = 0.25
    """From this part of the pitch on, a cell may be its neighbour."""
    light: LocalLightSettings = field(default_factory=LocalLightSettings)
    manned: MannedSettings = field(default_factory=MannedSettings)
