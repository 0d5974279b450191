"""The numbers that tune the reading of plain pieces, with unit and origin."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class StreetcarSettings:
    """Plain streetcars in streets; origin: virtual pictures, 410 covered and 5,158 bare rails among them."""

    rail_shows: float = 0.7
    """Correlation from which a rail shows at all, ..."""
    rails_plain: float = 0.95
    rails_likely: float = 0.92
    """... from which the rails under a streetcar would be seen, certainly and likely: of the covered ones the best fits
    .91 (the edge and the shadow of a grey bar), of the bare ones half fit .98 and more, ..."""
    rails_covered: float = 0.85
    rail_covered: float = 0.70
    """... and below which both are not seen, or one plainly is not: what shows there is no bare street."""
    rim_plain: float = 0.97
    """From which a rim's only rail is no block's dark side, the best of which fitted .93."""
    street_shows: float = 0.5
    street_hidden: float = 0.2
    """Share of samples of a rim's bare strip from which the street shows, and below which it does not, ..."""
    rim_bare: float = 0.9
    """... and from which no streetcar lies there: 465 bare rims of virtual pictures show more, 44 covered ones .2."""
    car_shows: float = 0.5
    """Share of a streetcar's top in its colour from which it may be one, ..."""
    likely_car: float = 0.7
    """... and likely is."""
    bare_shows: float = 0.5
    likely_none_share: float = 0.45
    """A street is likely empty of which more than the first share is bare, and less than the second one of its
    colour."""
    least_samples: int = 8
    """Samples beside a streetcar, or of its street, without which nothing is said."""
    top_shown: float = 0.5
    """Share of a streetcar's top that nearer blocks must leave free for that place of it to be looked at."""
    street_sd: float = 6.0
    """Scatter (Delta E) of a bare street's colour about the usual one of the picture."""
    street_lead_nats: float = 2.0
    """By so much the street's colour must fit a sample better than a stranger's, and than a streetcar's in dim light,
    where grey is a shaded street's, too."""
    fewest_bare_streets: int = 3
    """Empty streets that must show their rails before they tell what the street's colour is."""
    by_rails_nats: float = -6.0
    by_colour_nats: float = -5.0
    """Evidence of a streetcar in a street that is likely empty by its rails, or at least by colour alone."""
    block_seen: float = 0.5
    block_shows: float = 0.8
    block_street: float = 0.15
    block_delta: float = 30.0
    """A block that is no streetcar lies in a street of whose middle known pieces leave such a share free, of whose
    samples such a share has one colour of pieces, this far (Delta E) from the street's, and no more than such a one the
    street's, shaded or not: of 14 pieces in streets told as bare 11, of 3,071 other streets of 55 path-traced pictures
    one."""


@dataclass(frozen=True)
class LineSettings:
    """Printed lines between cells; origin: pictures of Small City's boroughs, whose lines are 2 and 4 lighter in L."""

    line_mm: float = 0.8
    """Half the width of the strip in which the line lies, ..."""
    samples_across: int = 5
    beside_mm: float = 3.5
    """... and how far from it both sides are looked at."""
    along_mm: float = 9.0
    """Half the length along a side that is looked at: corners show other lines, and letters stand there."""
    samples: int = 31
    fewest: int = 6
    """Lines between two kinds of ground without which nobody knows how they look."""
    least_step: float = 1.2
    """Difference in L from which lines show at all, ..."""
    clear: float = 4.0
    """... and in units of their scatter."""
    least_off: float = 1.0
    share_off: float = 0.5
    """A line is not seen where it differs from the others by more than these, in L and as a share of their step."""
    fewest_round: int = 2
    """Lines round a cell without which nothing is said of it: a corner has two."""


@dataclass(frozen=True)
class NoiseSettings:
    """How seams are looked for in noise; origin: five tuning pictures of My City in dim light, 564 joints."""

    seam_line_mm: float = 1.0
    """A seam is looked for as a line so wide ..."""
    seam_beside_mm: tuple[float, float] = (1.75, 3.5)
    """... against what lies between so far and so far from it on either side, ..."""
    seam_along: float = 0.44
    """... over so much of a face's width to either side of its middle, ..."""
    seam_samples: int = 45
    """... in so many places, whose mean counts."""
    seam_delta: float = 7.1
    """Delta E of such a line from which it is a seam: inside one piece 98 of 100 differ by less than 8.3 (by 18.4 the
    place of a narrower strip that differs most, which is what counts without noise). From 6 to 10 nothing is told
    wrong, at 5 25 of 1,210 places."""
    most_seam_nats: float = 5.5
    """Below `linked_nats`: in noise no line is so plain that a shape that goes on over it is not thought of;
    at 4.5 15 of the same places are told wrong."""


@dataclass(frozen=True)
class ShadowSettings:
    """How cast shadows are found and taken off; origin: 176 tuning pictures of boards, 14 of them in the sun.

    Lightness is a natural logarithm. Of 85 of them, with another rule for when to look, 305 places more were right than
    without; with other prices of light (2 for `jump_nats`) or twice or two fifths of what codes tell (`told` .5) 257 to
    298 (counted by hand).
    """

    least_fewer: int = 4
    """So many places fewer must be asked about without shadows for these to be believed: fewer are chance."""
    most_changed: float = 0.1
    """Share of a game's cells that may have changed since the last look for light to fall as it did then: a piece was
    laid, no hand throws shadows of its own. Chosen by hand."""
    near_mm: float = 300.0
    least_apart: float = 0.2
    """Two codes no further apart than this must differ in lightness by so much."""
    least_apart_in_cities: float = 0.7
    """In a city codes lie between the lots, and tell all light but a hard shadow's. Of 23 tuning pictures of one
    in which much is asked about they differ by .2 to .7 in 8, none of which leaves fewer questions without shadows."""
    longest_px: int = 480
    """They are looked for in a picture that is shrunk by a whole number to about this."""
    step: float = 0.12
    beyond: float = 0.2
    """Lights that are thought of: so far apart, and so far beyond those of the codes."""
    colour_delta: float = 9.0
    """Delta E (lightness counting half) by which print and pieces scatter about their written colours, ..."""
    most_nats: float = 4.5
    """... and the most that a colour speaks against a light: a hand has none of them."""
    told: float = 0.3
    told_sd: float = 0.4
    """What the light that is smoothed between the codes counts (nats at most), and how far off it is."""
    code_share: float = 0.65
    """The part of a code's width in which its own light holds, ..."""
    code_sd: float = 0.1
    most_code_nats: float = 8.0
    """... how exact it is, and the most that it speaks against another."""
    step_nats: float = 0.25
    jump_nats: float = 3.0
    """Price of the next light from one pixel to the next, and of any other, where the picture is even, ..."""
    edge_step_nats: float = 0.03
    edge_jump_nats: float = 0.15
    """... and where it plainly grows darker without another colour: ..."""
    edge: float = 0.12
    """... by this and the picture's noise three times as cheap."""
    usual: float = 0.75
    """Quantile of the codes' lightness that all places are brought to."""
    moved: float = 0.25
    moved_share: float = 0.1
    """On a place a shadow was found of which more than this share was made so much lighter or darker than codes alone
    would have it."""


@dataclass(frozen=True)
class TogetherSettings:
    """How written colours are told together; origin: path-traced tuning pictures of three games, L, a and b.

    Of 4,256 faces whose colour is known 950 led by less than 2 nats and 30 were told wrongly, each by itself; 263 and
    30 so. A quarter more or less of any of these numbers but the volume's changes little of that.
    """

    alike: float = 7.0
    """Delta E (lightness counting half) from their middle up to which faces count as alike."""
    most_heaps: int = 8
    """The largest heaps of alike faces are matched with colours ..."""
    most_ways: int = 20
    """... in so many ways, the likeliest of those that were followed."""
    common: tuple[float, float, float] = (4.0, 1.0, 1.0)
    common_sd: tuple[float, float, float] = (3.5, 2.5, 2.5)
    """Off for all colours of a picture alike: 3.9, 1.3 and 0.8, and scattering by 2.7, 3.3 and 2.8, in 37 pictures
    of two games without sun or glare, ..."""
    own_sd: tuple[float, float, float] = (3.0, 5.0, 5.5)
    """... besides which each colour is off by itself: by 2.6, 5.1 and 6.0, ..."""
    light_sd: tuple[float, float, float] = (4.0, 2.5, 3.0)
    """... and each heap by light of its own, ..."""
    face_sd: tuple[float, float, float] = (3.0, 3.0, 3.5)
    """... in which its faces scatter: nine colours in ten by less than 4.0, 4.7 and 5.3, half by less than 1.9."""
    again_nats: float = 2.0
    """Price of a second heap of one colour."""
    stranger_share: float = 0.1
    stranger_volume_nats: float = 12.6
    """A heap is a stranger's so often, and then may have any colour: the logarithm of how many (Delta E, cubed) there
    are."""
    lead_nats: float = 4.0
    """By so much one colour must be likelier for a heap than any other, ..."""
    known_nats: float = 2.0
    """... and than a stranger: at 1 245 faces are left and 33 told wrongly, at 3 299 and 23."""


@dataclass(frozen=True)
class MarkerSettings:
    """Plain markers on a score track. Areas are shares of the marker's own; all chosen by hand, for markers of 8 to 21
    mm."""

    step_mm: float = 1.6
    """Between the points that are looked at."""
    rim_mm: float = 1.0
    """So far beyond the spaces, since markers overhang."""
    core: float = 0.6
    """A patch is so many of its marker's widths wide everywhere: printed figures and what shows beyond the rim are
    thinner."""
    level_nats: float = 3.0
    """By which what has a marker's colour fits it less than the best that shows."""
    ground_share: float = 0.3
    """Of the track, from which what is printed there has the marker's colour."""
    some_area: float = 0.45
    """From which a patch of its colour may be a marker, part of which is hidden, ..."""
    whole_area: float = 0.7
    """... and from which it is all of it; of its width, too."""
    most_area: float = 1.6
    """Beyond which it is something larger: a sleeve, a hand."""
    rival_area: float = 0.5
    """Of the largest patch's area, from which another one of the colour may as well be the marker."""


@dataclass(frozen=True)
class PlainSettings:
    """Origin: virtual pictures and path-traced tuning pictures unless told otherwise; nats are natural logarithms.

    `tests/vision/test_explaining.py` and `test_sureness.py` notice a fifth more or less of what is called `likely_`,
    `plainly_` and `puck_`, but for prices (`likely_piece_nats`, `plainly_nats`, `puck_nats`).
    """

    usual_longest_px: int = 2000
    """Colours are looked at in a picture that is shrunk by a whole number to about this; that takes out noise."""
    soft_mm: float = 0.45
    """The picture is softened by so much against noise; seams between pieces are 1 to 2 mm."""
    white_near_mm: float = 60.0
    """How far the white of a code tells the light: shade of a window over a table changes over a hand's width."""
    veil_codes: int = 6
    """Codes without which nobody knows what black looks like in a picture."""
    veil_usual: float = 0.3
    """Quantile of black over white, over a picture's codes, that ink, lens and blur leave where no veil lies ..."""
    veil_most_usual: float = 0.15
    """... and the most that they leave."""
    veil_shows: float = 0.10
    """Share of white by which some code's black must be lighter than usual for a veil to be taken off, ..."""
    veil_patches: float = 0.5
    """Share of white up to which printed patches still tell the colours, once it is taken off them; from 0.4 to 0.9
    36 tuning pictures under glare are read alike, at 0.3 ten places more are wrong, ..."""
    veiled_share: float = 0.04
    """... and share of white from which it hides seams."""
    patch_off: float = 45.0
    """Delta E from its print, in white and black of the codes round it, from which a patch is covered. Of 11,292
    patches in tuning pictures nine in ten are off by less than 33; skin and sleeves by 45 to 90, ..."""
    patch_darkest: float = 0.3
    """... and the most that black may send there, of what white does."""
    quiet_noise: float = 2.0
    """Noise, Lab's three values added up, up to which single samples tell a colour: ordinary light has 0.3 to 1.8, dim
    light 2.6 to 4.5 (tuning pictures). Beyond it faces, seams and bare ground are looked at as in noise."""
    usual_exponent: float = 2.2
    """Value to linear light where no patches tell it, ..."""
    exponent_trust: float = 0.5
    """... how far those are believed that do (faded print looks like another curve), ..."""
    exponents: tuple[float, float] = (1.7, 2.9)
    """... and what cameras have."""
    core_share: float = 0.30
    """Half of the part of a piece's width that is looked at: pieces lie up to 3 mm off and are turned by 3 degrees."""
    core_samples: int = 7
    alike: float = 11.0
    """Delta E (lightness counting half) from its own median within which a sample of one plain face lies."""
    plain_share: float = 0.72
    """Share of alike samples from which a face counts as plain."""
    rim_shown: float = 0.3
    """Share of a face's rim that what bears a code upon it must leave free, with its shadow, to tell the face."""
    upon_mm: float = 0.5
    """So far beside what lies upon a face its shadow is dark."""
    beneath_share: float = 0.3
    """Share of what shows round it that must have one colour."""
    bare_side: float = 0.5
    """Share of such a strip, a little further in, that shows the printed ground where no piece lies: of the tuning
    pictures' faces 12 of 102 on bare cells have one, and one of 5,827 of pieces, of which it is half of the strip."""
    plain_nats: float = 4.0
    """What plainness counts beside colour where one of several heights is chosen."""
    likely_piece_nats: float = 12.0
    """Ways to lay pieces over a heap that are worse by more than this are left out."""
    written_lightness_sd: float = 9.0
    """A colour that people wrote down is off by so much (their blocks look lighter in one light than another)."""
    written_chroma_sd: float = 9.0
    written_chroma_share: float = 0.08
    """... and, the more coloured it is, by this share of its chroma more."""
    fewest_colours: int = 3
    """Written colours that must show before they tell how strong all of them look in a picture, ..."""
    strengths: tuple[float, ...] = (0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9)
    """... which is one of these times as far from grey as they were written: in tuning pictures of Big City they are
    1.15 to 1.85 times as far, ..."""
    strength_sd: float = 0.3
    """... the logarithm of which scatters by so much."""
    moved_variance: float = 2.0
    """Of each of L, a and b where faces of this picture have shown how a written colour looks in it."""
    shows_nats: float = 2.0
    """A face shows how a colour looks in this picture if that colour fits it so well, a stranger's being 0."""
    seen_sd: tuple[float, float, float] = (7.0, 6.5, 6.5)
    """Scatter of one colour over the pieces of one picture: gloss and side light, mostly in lightness."""
    usual_faces: int = 50
    """... which counts as much as what so many faces of the picture show. From 20 to 50 as few are asked about."""
    off_nats: float = 3.0
    """Price of a piece that looks as written but unlike the others of its colour in the picture."""
    plainly_nats: float = 3.0
    """A face that leads by so much shows how its colour looks in this picture."""
    farthest: float = 4.2
    """Mahalanobis distance beyond which a face is none of the colours."""
    most_nats: float = 9.0
    """Natural log-likelihood of a face that has a colour exactly, a stranger's being 0."""
    code_nats: float = 5.0
    """A printed piece of which no code fits this well (correlation .76; plain blocks reach .68) may be a plain one."""
    known_nats: float = 3.0
    """Of the printed art from which a property is known to be bare."""
    loose_below: float = 0.85
    """Single pieces narrower than this share of a cell lie anywhere on it."""
    paper_mm: float = 0.3
    """Thickness of a printed board."""
    bare_reach: float = 1.4
    """Bare ground is looked at as if a piece of so many pitches lay there: over most of the cell."""
    floor: float = -12.0
    """Evidence of a piece that does not fit at all: plain colours never say more than this."""
    plainly_leads: float = 4.0
    """Nats by which a loose piece's colour and sides must lead those of any other kind, or cell, ..."""
    plainly_known: float = 3.0
    """... and its colour a stranger's (3.5 standard deviations off are doubtful) for it to be one whatever it lies on,
    ..."""
    plainly_sized: float = -3.0
    """... and nats of its measured sides."""
    likely_lead: float = 2.0
    """As `ConfidenceSettings.likely_margin`; fitted anew on the tuning photographs since corners lie where they lie."""
    likely_nats: float = 1.0
    likely_ends: float = -2.0
    """Nats by which a piece ends where it ends, rather than go on to a bare cell or another piece, below which it is
    asked about."""
    seam_delta: float = 7.0
    """Delta E of the line between two cells against both sides from which they are two pieces."""
    seam_slope: float = 1.2
    """Nats for each Delta E beyond that."""
    street_delta: float = 13.0
    street_slope: float = 0.6
    """The same for a whole street between two lots, ..."""
    street_quantile: float = 0.8
    """... of which this quantile counts: under a white piece only an open street's rails differ; ..."""
    street_stretch_mm: float = 2.0
    """... of that between two faces the stretch, so long, that is least like them: under one piece none of 169 is more
    than 4.1 off, between two a half-hidden one is 5.6 off, most more than 16 (tuning photographs, and twelve virtual
    pictures with streetcars of a block's colour)."""
    half_joint: float = 0.6
    """What one half of a joint says counts so much where something smaller lies upon the piece."""
    least_open_mm: float = 1.0
    """Ground between two faces of which less would be seen says nothing."""
    car_nats: float = 2.0
    """Nats of a streetcar's colour from which a sample counts: dark wood and shadows reach 1 with red ones."""
    ground_sd: tuple[float, float, float] = (7.0, 4.5, 8.0)
    """Scatter of printed ground about the game file's colour: printers, gloss. Skin is 17 redder than a dark square."""
    taught_ground_sd: tuple[float, float, float] = (7.0, 4.0, 5.0)
    """The same about what bare ground of the same picture teaches; nine in ten cells lie within 4 of it in a and b."""
    fewest_taught: int = 4
    """Bare cells that teach a picture's grounds, ..."""
    most_moved: tuple[float, float, float] = (12.0, 9.0, 13.0)
    """... if these differ from the file's colours by no more than in any of 52 tuning pictures whose light is told."""
    colour_sd: tuple[float, float, float] = (3.0, 4.5, 4.5)
    """Scatter of one colour between two lights (`ColourSettings.usual_lightness_sd`, `usual_chroma_sd`)."""
    like_ground: float = 3.0
    """Distance in such scatters below which a piece and its ground are taken for one another
    (`tabletop.colournearness`)."""
    bare_nats: float = 2.0
    bare_share: float = 0.42
    """Share of samples in the ground's colour from which a cell is likely empty: trees and rocks are printed, too."""
    most_foreign: float = 0.12
    """Share of samples in a piece's colour from which a cell is not called empty."""
    bare_lead_nats: float = 2.0
    """By so much the ground's colour must fit a sample better than any piece's."""
    covered_share: float = 0.15
    """Share below which something covers a cell, and a piece beside it may reach under that."""
    least_shown: float = 0.3
    """Share of a cell that nearer pieces must leave free."""
    laid_off_mm: float = 3.0
    """A piece lies up to so much off its cells; what looks like it so near to it is no piece of the cell beside."""
    solid: float = 0.65
    """Area of a loose piece over that of the smallest box round it, below which it is ragged (a disc: .785), ..."""
    ragged_nats: float = 4.0
    """... and what that speaks against it."""
    loose_delta: float = 22.0
    """Delta E from its own colour up to which a sample belongs to a loose piece, less where its ground is alike; ..."""
    loose_ground: int = 50
    """... samples of ground without which nobody knows that."""
    loose_mm2: float = 30.0
    """Smallest loose piece."""
    standing_mm: float = 2.5
    """So far from a cell's middle the colour of what may stand upon a piece of nearly its colour is looked for. Chosen
    by hand: citizens of 18 mm cover it wherever on their cell they stand; ..."""
    standing_off_nats: float = 1.0
    """... by so much at most its colour fits worse than the very colour would, ..."""
    standing_size: float = -1.0
    """... and nats of its measured sides below which it is none. In eight virtual pictures those that stood there were
    off by less than 0.5 and had -0.5 to 0, parts of tiles seen at 35 degrees were off by 1.4 and more."""
    size_sd_mm: float = 1.6
    size_sd_share: float = 0.05
    """Error of a loose piece's measured sides at 1.5 pixels a millimetre, and what people tell wrongly of its size."""
    likely_size: float = -6.0
    """Nats of a loose piece's measured sides below which its kind is not told."""
    puck_nats: float = -10.5
    """Evidence of the puck on a mat that shows nothing of its colour."""
    puck_shows: float = 0.85
    puck_bare: float = 0.5
    """Share of samples in the puck's colour from which it lies on a mat, and below which it does not."""
    burnt_level: int = 251
    """Value (of 255) in all channels from which a sample is clipped."""
    white_levels: tuple[float, float] = (20.0, 252.0)
    """Values between which a code's white tells the light: dark ones are no white, light ones clip."""
    most_burnt: float = 0.4
    """Share of clipped samples from which nothing is said of a face."""
    linked_nats: float = 6.0
    linked_delta: float = 18.0
    """Neighbouring faces may be one piece up to so many nats that they are two, and up to this Delta E apart, ..."""
    linked_rim_delta: float = 30.0
    """... or up to this where only one's rim shows round a white code, which makes it paler: with 18 of the 31 virtual
    tuning pictures of Small City 97.56 % of the places are right and 29 wrong, with 24 97.98 and 20, with 30 98.01 and
    18."""
    rim_seen: float = 0.4
    """Share of what lies beside a piece that nothing nearer hides, below which that side says nothing."""
    most_goes_on: float = 0.55
    """Share of what lies on one side of a streetcar that may have its colour ..."""
    least_bare: float = 0.25
    """... and share of what lies round it that must be bare street."""
    most_joint_nats: float = 7.0
    """What one joint may say for two pieces, ..."""
    most_whole_nats: float = 4.0
    """... and for one: of 977 joints of two pieces of one colour one in ten shows nothing at all (tuning pictures)."""
    rim_delta: float = 7.0
    """Delta E (lightness counting half) within which what lies beside a piece has its colour."""
    rim_nats: float = 5.0
    """Of a side beside which nothing has the piece's colour, and less as much where all has."""
    unexplained_nats: float = 14.0
    """Price of a covered cell that no known shape explains."""
    most_steps: int = 5_000
    """Of the search for shapes; beyond it all cells of the heap are asked about."""
    unlikely_piece_nats: float = 24.0
    """The same where heaps otherwise want more pieces than there are. Chosen by hand: twice as much."""
    most_joint_steps: int = 5_000
    """Of the search for heaps that go together; beyond it each is taken by itself. Chosen by hand: tuning pictures took
    ten. None under mirrored light: in five tuning pictures it told 7 places more wrong, and 11 more right."""
    tried_heights_mm: tuple[float, ...] = (1.5, 6.0, 10.0, 15.0, 20.0)
    """For pieces whose height nobody told."""
    most_hidden: float = 0.35
    """Share of a face behind a nearer piece from which nothing is said of it."""
    cars: StreetcarSettings = field(default_factory=StreetcarSettings)
    markers: MarkerSettings = field(default_factory=MarkerSettings)
    lines: LineSettings = field(default_factory=LineSettings)
    noise: NoiseSettings = field(default_factory=NoiseSettings)
    together: TogetherSettings = field(default_factory=TogetherSettings)
    shadows: ShadowSettings = field(default_factory=ShadowSettings)
