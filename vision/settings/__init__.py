"""The numbers that tune the reader, one frozen class a stage, each with its unit and where it comes from."""

from dataclasses import dataclass, field

from vision.settings.boards import BoardSettings
from vision.settings.learned import LearnedSettings
from vision.settings.uncoded import PlainSettings


@dataclass(frozen=True)
class DetectorSettings:
    """How the detector looks for codes in one picture."""

    windows_px: tuple[int, int, int]
    """Threshold windows: smallest, largest, step."""
    threshold_constant: float
    """Grey levels that black must lie below the mean of its window."""
    pixels_per_cell: int
    """Side of a module in the small picture that is decoded."""
    rounds: int
    """Of refinement, before what was found is held against the codes."""
    soft_px: float = 0.0
    """By so much (sigma) the picture is blurred before: noise breaks the outlines of codes and draws others."""
    probed_px: float = 0.5e6
    """From so many pixels on a probe, of a ninth of the picture, tells first how many outlines there are: without, a
    picture of this size full of tiles takes the thorough search 0.7 s."""


@dataclass(frozen=True)
class DetectionSettings:
    """Finding codes in the whole picture (MARKERS.md section 2: measured on real photographs)."""

    first_pass_px: int = 2100
    """Pictures are halved until their longest side is no more than this, and searched then: on photographs that finds
    more than full size at a quarter of the time. Corners come from the full size."""
    thorough: DetectorSettings = DetectorSettings(
        windows_px=(3, 23, 10), threshold_constant=5.0, pixels_per_cell=8, rounds=2
    )
    """Three windows: 3, 13 and 23."""
    quick: DetectorSettings | None = DetectorSettings(
        windows_px=(5, 5, 10), threshold_constant=10.0, pixels_per_cell=4, rounds=1, probed_px=2.5e6
    )
    """A third of that time; finds as much where light is good: of 46 photographs with codes it misses 3 codes of some
    2,300 in those with at least this contrast, and a fifth to a half of all in the others. None: every search is
    thorough."""
    dim: DetectorSettings = DetectorSettings(
        windows_px=(5, 19, 14), threshold_constant=5.0, pixels_per_cell=8, rounds=2
    )
    """Where light is dim: in two thirds of the thorough search's time it finds the same 707 codes of the corpus' twelve
    dim photographs, give or take five."""
    dim_first: DetectorSettings = DetectorSettings(
        windows_px=(5, 19, 14), threshold_constant=9.0, pixels_per_cell=8, rounds=2
    )
    """What comes before that: noise draws no outlines at this constant, so it takes half of the time. Blurred codes it
    misses; with the other search where these are promised both find 2,904 codes in 45 dim virtual pictures, the other
    one alone 2,896, and in four dim tuning photographs 380."""
    noisy: DetectorSettings = DetectorSettings(
        windows_px=(7, 19, 12), threshold_constant=4.0, pixels_per_cell=8, rounds=1, soft_px=1.2
    )
    """Where it is noisy besides: of 24 virtual pictures two to five steps below a lit room the thorough search finds
    1,381 codes, this one 1,443, in a third of the time."""
    among_dark: DetectorSettings = DetectorSettings(
        windows_px=(13, 17, 4), threshold_constant=40.0, pixels_per_cell=8, rounds=2
    )
    """Where fewer than `fewest_quick` were found: black that is so much darker than its window parts codes from pieces
    that stand against them in the picture, and from their shadows. Of 134 tuning pictures one shows four codes of seven
    so, where one was found, and all others read the same. Chosen by hand, with drawn codes of 24 to 45 pixels."""
    noisy_from: float = 2.5
    """Grey levels of noise in the picture that is searched: dim photographs have 1.2 to 2.4, those virtual ones 3 to
    24."""
    quick_contrast: float = 107.0
    """Grey levels between black and white that all but a tenth of a picture's codes show where a quick search is
    enough."""
    quick_share: float = 0.1
    """... a tenth."""
    fewest_quick: int = 12
    """... if it finds so many. Chosen by hand: where few codes lie each of them counts, and little is gained."""
    clear_range: float = 136.0
    """Grey levels between the darkest and the lightest pixel that one small block in fifty must show for codes to have
    that contrast: those of three dim tuning photographs show 103 to 125, of the others 146 and more."""
    edge_share: float = 0.3
    """Of that contrast: nothing is searched beyond the last edges that are so clear. The faintest code of the tuning
    photographs and of 45 dim virtual pictures shows .40; of the corpus' pictures seven tenths are left to search."""
    smallest_code_px: float = 12.0
    """Shortest side of a candidate in the picture that is searched, which may be an enlarged one; below two pixels a
    module nothing decodes there (8 found no more, and took longer)."""
    most_outlines: int = 4000
    """Four-sided outlines in one picture: the detector compares each with each, so that a floor of 20,000 small tiles
    takes it minutes. Where a picture shows more, smaller ones are left out. Of 218 photographs none shows more than
    1,132. Chosen by hand, as are the sizes from which a search begins with a probe."""
    enlarged: float = 2.0
    """Pictures with small codes are enlarged so and searched once more: at 1.8 pixels a module that finds 95 % of
    the codes instead of 10 %, at 1.6 it finds 69 % instead of 2 % (virtual pictures);
    three times as large finds no more."""
    small_module_px: float = 2.7
    """Codes are small from here on; at 2.6 pixels a module 98 % are found without, at 2.3 96 %, at 2.0 89 %."""
    small_share: float = 0.1
    """... if this share of those that are found is no larger."""
    fewest_known: int = 6
    """A shrunk picture with small codes is not searched larger, where so many codes at least tell where their parts'
    others lie, and none of these was missed: three pictures of 12 megapixels show the same codes either way. Six are
    those of two neighbourhoods: fewer may be the few that a picture too small lets through."""
    soft_correlation: float = 0.80
    """A rejected quadrilateral counts as a code from this correlation with its pattern, black border included ..."""
    soft_margin: float = 0.15
    """... only when the second best pattern is that much worse ..."""
    soft_chance: float = 2e-6
    """... and both it and its modules within the border correlate better than disorder does with this chance: any dark
    frame has a border, and the fewer bits and the more codes, the sooner one fits."""
    sized_chance: float = 4e-3
    """The same where the code has the size that clear ones beside it promise."""
    expected_chance: float = 2e-6
    """The same where this one code must lie just there, this way up."""
    whole_correlation: float = 0.92
    """... from this correlation with its pattern, black border included: what something covers a part of shows .72 to
    .90 in the tuning photographs, what shows wholly .93 to 1 ..."""
    bent_share: float = 0.015
    bent_px: float = 0.5
    """... and its corners are moved alike from where they must lie, to this share of its side or to half a pixel: those
    of codes that show wholly differ by .2 to .6 pixels, a block over one side moves its two by 2 to 8."""
    firm_codes: int = 3
    """A sheet of which so many codes are found lies firmly: what one more adds is less than what a tenth of a pixel
    does to pieces without codes in blurred pictures."""
    in_size: float = 1.3
    """A code has the promised size when it is larger or smaller by no more than this factor: pieces are high, sheets
    curl, and the picture is aslant."""
    decoded_chance: float = 1e-3
    """What the detector itself decodes is held to its correlation where disorder would be decoded more often."""
    code_on_paper: float = 0.75
    """Side of a code over that of its paper: 7/9 with one module of white round it, less where people cut wider."""
    unknown_contrast: float = 40.0
    """Grey levels between black and white from which a code that is not the game's is told about ..."""
    unknown_px: float = 14.0
    """... if its sides are longer than this ..."""
    unknown_sizes: tuple[float, float] = (0.6, 3.0)
    """... and so many times as long as the game's own: other sizes are print within a code, or rims of paper."""
    decoded_correlation: float = 0.5
    """What the detector itself decodes correlates better than this with its pattern when seen at full size."""
    rejected_px: float = 6.0
    rejected_oblong: float = 3.0
    """Rejected quadrilaterals with a shorter side, or with sides that differ by more than this factor, are no codes."""


@dataclass(frozen=True)
class EdgeSettings:
    """Corners from straight lines through the codes' edges."""

    profiles_per_side: int = 12
    samples_per_profile: int = 13
    half_length_modules: float = 0.55
    """Reach of a profile to each side of the edge, in modules of the code."""
    half_length_px: float = 2.0
    """... and at least this much ..."""
    reaches: tuple[float, ...] = (1.5, 1.0)
    """... times this, round by round."""
    least_contrast: float = 8.0
    """Grey levels between black and white that a side's profiles must show ..."""
    firm_profiles: float = 0.5
    """... more than this share of them. Chosen by hand."""
    firm_sides: int = 3
    """A code is kept where so many of its four sides are firm: something may lie over the fourth. Chosen by hand."""
    faint_rise: float = 0.25
    """Steps of a profile that rise by less than this share of its steepest one are no edge but noise."""
    weak_profile: float = 0.3
    """Profiles whose edge is weaker than this share of their side's usual one are left out of its line."""
    moved_share: float = 0.2
    moved_px: float = 2.5
    """A corner that moves by more than this share of its code's side, and this, was none."""
    light_exponent: float = 2.2
    """What makes light of grey levels where the picture does not tell it (`vision.pixels.tones`)."""
    fewest_edges: int = 24
    """Edges between modules from which the picture tells it: three to five a code."""
    toned_codes: int = 40
    """From so many codes, the largest, the exponent is told."""
    clear_edge: float = 0.5
    """Edges with less than this share of the median one's contrast do not tell it. Chosen by hand."""


@dataclass(frozen=True)
class PlaneSettings:
    """All sheets solved together on one plane."""

    corner_sigma_px: float = 0.2
    """Expected error of a corner in an ordinary picture, for the robust loss and the priors (measured: .1 to .3)."""
    lens_sigma: float = 0.08
    """Expected size of the radial distortion at the picture's corner, relative."""
    huber: float = 2.5
    """Residuals beyond this many sigmas weigh less."""
    grown: float = 1.5
    """All is solved together again whenever so many times as many codes lie there as when it was solved last."""
    rounds_between: int = 3
    rounds: int = 12
    """Steps of a solution, at most: of one on the way, and of the last one. Chosen by hand."""
    same_sheet_mm: float = 14.0
    """Two codes of one sheet must agree on where its middle lies within this."""
    same_sheet_deg: float = 14.0
    scale_sigma: float = 0.007
    """Expected difference in printed size between sheets, curl included."""
    scale_warning: float = 0.03
    """A sheet printed larger or smaller than the others by this part is told about (PRINT_AND_WEB.md)."""


@dataclass(frozen=True)
class LatticeSettings:
    """Which neighbourhoods touch. Sheets are laid within about ± 1 mm and ± 1° (LAYOUT.md); people do worse.

    How much worse was chosen by hand; `tests/vision/test_sureness.py` notices a fifth more or less of the first four.
    """

    touching_mm: float = 9.0
    """A joint that is open or shifted up to this is a joint."""
    apart_mm: float = 15.0
    """From here on the sheets are apart; between the two the reader asks. The pitch is 48 mm."""
    straight_deg: float = 7.0
    """A quarter turn that is off by up to this is one."""
    crooked_deg: float = 14.0
    """One that is off by more is none; between the two the reader asks."""
    in_step_mm: float = 8.0
    """A sheet that does not touch but lies on the city's lattice within this may be joined by a covered one; chance
    puts one sheet in a hundred there."""
    in_step_deg: float = 4.0


@dataclass(frozen=True)
class TraceSettings:
    """Art and pieces that betray a neighbourhood whose own codes are covered; origin: virtual pictures."""

    near_cells: int = 4
    """How far from the city a neighbourhood that touches it can reach."""
    promising_art: float = 0.75
    """Correlation of a lot's art on the coarse raster from which it is looked at again."""
    clear_art: float = 0.85
    """Correlation from which a lot's art counts as seen."""
    art_reach_mm: float = 3.6
    """Search for art to each side of where the lattice puts it: covered sheets lie as straight as the others."""
    on_sheet_mm: float = 4.0
    """Lots no further than this beyond the rim of a sheet that is seen are that sheet's, not a covered one's."""


@dataclass(frozen=True)
class CrossingSettings:
    """Codes of neighbourhoods, partly covered, on the lattice's crossings; origin: tuning photographs, each of whose
    neighbourhoods was looked for without the codes that were found."""

    nearest: int = 4
    """So many codes next to a crossing tell what is black and white there."""
    agree: float = 0.35
    """A module is as printed if it is no further from its black or white than this, 1 lying between the two."""
    against: float = -4.0
    """What a module that shows the other one counts, one that is as printed counting 1 ..."""
    neither: float = -1.0
    """... and one that shows neither: something covers it."""
    worth_a_look: float = 10.0
    """Modules as printed less those that are the other way round, of a whole square shifted by whole modules, from
    which it is searched by parts of modules."""
    fewest_dark: int = 8
    """... if so many of them are black: a white table is like the rims of all codes."""
    reach_mm: float = 2.5
    """Search to each side where all pieces are printed: sheets lie within about 1 mm, and the lattice is fitted to some
    of them. Under tall pieces, whose sides hide the codes near by, they may lie as far off as anything in step does."""
    candidates: int = 12
    shifts: int = 2
    """So many codes and turns are held against a square with something over a part of it, each with its best shifts."""
    least_fit: float = 30.0
    """Modules that fit, from which a code counts: where none lay, no more than 27 did ..."""
    least_lead: float = 6.0
    """... if any other of the game's codes fits by so much worse (where none lay, by 4 at most) ..."""
    enough: float = 12.0
    """... and all codes of a neighbourhood together lead by so much: where none lay, they led by 8 at most."""
    as_clear: float = 0.9
    """Codes that fit worse than this times the neighbourhood's best one tell that it lies there, and not how."""
    soft_modules: float = 0.24
    """How softly cameras show a code's modules, as a standard deviation in modules. Chosen by hand."""
    laid_fit: float = 0.85
    """Correlation of what shows of a code with its pattern, laid upon it as well as it goes, from which it tells where
    its corners are: .86 to .98 where it does in the tuning photographs, .01 to .85 where it went astray."""


@dataclass(frozen=True)
class HeightSettings:
    """How high things lie when nothing but their places tells; origin: virtual pictures."""

    nearer: float = 0.6
    """Another height is believed where it brings the pieces this many times as near to their places' middles ..."""
    houses_from_mm: float = 3.0
    """... and flat tokens would lie further off than this: they lie within 2 mm of their lots' middles."""


@dataclass(frozen=True)
class PlaceSettings:
    """Looking at one place: patch, search, patterns."""

    coarse_mm: float = 1.2
    """Sampling step of the first search: half a module."""
    fine_mm: float = 0.8
    """Sampling step of the second look: a third of a module."""
    reach_mm: float = 4.8
    """Search to each side: a triple token shifted by 2 mm and turned by 2° is 3.7 mm off at its end."""
    turns_deg: tuple[float, ...] = (-3.0, 0.0, 3.0)
    quiet_mm: float = 1.0
    """White rim that belongs to the pattern."""
    worth_a_look: float = 0.50
    """Correlation in the first search below which no second look is worth it: right ones reach .7 there."""
    plainly_empty: float = 0.85
    """Correlation with an empty lot, or with both rails of a street, from which nothing lies there and no code is
    looked for: 1,656 lots with something on them reached .71 (photographs with codes, and virtual ones), 326 streets
    with a streetcar .66; 97 of 100 empty ones reach it."""
    positions: int = 2
    """How many best positions of the first search get a second look."""
    hint_correlation: float = 0.8
    """A code that was found this clearly on a place is looked for nowhere else there, ..."""
    hint_deg: float = 10.0
    """... if it lies no more askew than so."""
    askew_deg: float = 25.0
    """From this far off a quarter turn on, either of the two nearest ones may be meant."""
    far_mm: float = 17.0
    """A code that was found further than this from every lot's middle belongs to none of them."""
    touched: float = 0.8
    """Of the pitch: a piece on no lot touches those whose middles are nearer than this, on a crossing all four."""
    batch: int = 64
    """Places that are correlated at once."""


@dataclass(frozen=True)
class ConfidenceSettings:
    """From correlations (-1 to 1) to likelihoods (natural logarithms, nats) to `certain`, `likely`, `ask`.

    What has no other origin was chosen by hand. `tests/vision/test_explaining.py` and `test_sureness.py` notice a fifth
    more or less of each, but for `beside_log` and `hopeless_log`.
    """

    weight: float = 24.0
    """Independent samples in a code of 25 bits and its border, for the likelihood -weight/2 · log(1 - r²). Chosen by
    hand; the two margins below were fitted with it, so it does not change without them."""
    nothing_known: float = 0.60
    """A place where no pattern reaches this correlation is covered by something: flat evidence. Chosen by hand; codes
    that do not lie there reach as much on the ring of an empty lot."""
    single_code: float = 0.85
    """A neighbourhood of which one code alone shows is certain only from this correlation, a little above
    `certain_correlation` since no second code bears it out. Chosen by hand."""
    suspicious: float = 0.55
    """An empty street whose streetcar correlation exceeds this is asked about (empty ones stay below .50)."""
    certain_correlation: float = 0.80
    """Nothing that fits its print worse is certain. Chosen by hand; `certain_margin` was fitted beside it."""
    certain_margin: float = 6.0
    """Natural log-likelihood between the best and the second best explanation. Fitted to
    the tuning photographs and 132 virtual ones: three times the largest margin of a wrong best guess."""
    likely_margin: float = 2.0
    """Fitted likewise: just above it 98 of 100 best guesses are right."""
    by_chance_log: float = 2.7
    """Where a place shows its ground, codes that fit no better than this (correlation .70) do not speak against it: the
    best of hundreds reaches .68 on trees and rocks, codes that do lie there .75 and more (tuning photographs)."""
    beside_log: float = 10.0
    """Nats that each cell beside the surface speaks against a part that would reach there. Chosen by hand."""
    hopeless_log: float = 12.0
    """Codes that fit a place by so many nats worse than its best one are not tried: it saves time. Chosen by hand."""
    contradicts: float = 3.0
    """By so many nats must something else fit a cell better than the piece that should cover it, to be asked about."""
    floor: float = -25.0
    """Nats that evidence says at worst: what one look rules out, several later ones can still tell."""


@dataclass(frozen=True)
class LightSettings:
    """When the light is told about; grey levels of 0 to 255. Chosen by hand where nothing else is told.

    Nothing becomes certain by these: they choose the sentence that people read.
    """

    dark_grey: float = 26.0
    """A picture whose brightest hundredth stays below this is too dark."""
    even_spread: float = 10.0 / 3
    """Standard deviation in grey levels below which a picture shows one even surface, a lid in the light, say."""
    even_grey: float = 60.0
    """An even picture whose mean stays below this is too dark."""
    white_grey: float = 253.0
    bright_share: float = 0.35
    """Share of fully white pixels from which the picture counts as overexposed."""
    sharpness: float = 0.13
    """Where light meets dark with a smaller share of the difference from one pixel to the next, as a rule, a picture
    counts as blurred: boards out of focus by 6 pixels show up to .11, sharp tables without any from .19 on."""
    far_apart: float = 0.05
    light_meets_dark: float = 45.0
    """They meet where this far apart, as a share of its longer side, so many grey levels lie between them: a sheet on
    a table shows 60 and more, a lamp's light on a bare table up to 40 ..."""
    meeting_share: float = 0.003
    """... and in this share of the picture."""


@dataclass(frozen=True)
class SeatSettings:
    """On whose mat the puck lies, on which space a score marker; origin: virtual pictures."""

    inside_mm: float = 4.0
    """How far within a mat's rim a puck's middle must lie to be certain: people's pucks are higher or lower than ours,
    and one that is 4 mm higher is seen 4 mm aside at 45 degrees."""
    on_line_mm: float = 1.5
    """A score marker whose middle lies nearer to its space's rim than this may as well be meant for the next one."""
    token_mm: float = 40.0
    """A hundred token whose middle lies no farther than this from its player's mat or the track is its player's: it is
    40 mm long."""
    reach_mm: float = 9.6
    """Search to each side of a mat's round place where the puck's code was not found by itself."""
    on_spot: float = 0.75
    """Correlation with the puck's code from which it lies on a mat's round place (wrong codes: <= .71)."""


@dataclass(frozen=True)
class SecondLookSettings:
    """Reading the next picture of the same table; origin: films of the virtual table."""

    largest_search: float = 0.5
    """Share of the picture beyond which the whole picture is searched."""
    still_px: float = 0.6
    """Median shift of the codes below which nothing is solved anew."""
    uncovered_px: float = 1.5
    """A code that was hidden when its sheet was solved shows this near to where the sheet has it: paper curls."""
    firm_codes: int = 2
    """From so many codes on a sheet is solved well enough to tell where its others are."""
    with_rim: float = 1.8
    """Side of what must be searched for a code against the code's own: white lies round it, and it may lie aslant."""
    least_part_px: int = 24
    """A part of the picture with a shorter side is not searched: twice the smallest code's (`smallest_code_px`)."""
    tracked_share: float = 0.6
    """Share of the codes before that must be found again where nothing changed."""


@dataclass(frozen=True)
class NearbySettings:
    """Small codes, searched by all pixels of their print near where the others of their sheet tell; origin: photographs
    of My City's boards in a dim room, 46° aslant, in 1280 x 720 pixels."""

    far: float = 2.0
    """Looked for are codes that lie so many of their sides outside all that were found: there the plane is uncertain,
    and one code more, even if it is a quarter of a pixel off, tells more than it confuses."""
    least_px: float = 8.0
    most_px: float = 24.0
    """Sides of the codes: those of larger ones are found by their edges, if nothing covers them."""
    reach: float = 0.8
    reach_px: float = 3.0
    """Searched to each side, in sides of the code and pixels: half a sheet from the others they lay 18 pixels off."""
    fine: int = 3
    """Points to each side by which a pixel is shared among modules."""
    blur_px: float = 0.5
    """How far a camera's picture of a point reaches beyond its pixel, as a standard deviation."""
    least: float = 0.6
    """Correlation from which a code lies there, with its rim and, too, within its black border: .62 to .93 and .67 to
    .93 where it does ..."""
    lead: float = 0.05
    """... if any of the game's other codes fits within the border there less by so much (.53 to .72, .07 less than the
    right one at least)."""
    off_px: float = 1.5
    """Where none lies further than this from where it must, the sheets are held better without them."""
    edges_px: float = 1.0
    """Corners that the edges put no further from there are the edges': .4 to .7 where nothing disturbs them."""
    rounds: int = 3
    """How often codes are looked for again with what those that were found tell."""


@dataclass(frozen=True)
class ReaderSettings:
    """All stages of the reader."""

    detection: DetectionSettings = field(default_factory=DetectionSettings)
    nearby: NearbySettings = field(default_factory=NearbySettings)
    edges: EdgeSettings = field(default_factory=EdgeSettings)
    plane: PlaneSettings = field(default_factory=PlaneSettings)
    lattice: LatticeSettings = field(default_factory=LatticeSettings)
    traces: TraceSettings = field(default_factory=TraceSettings)
    crossings: CrossingSettings = field(default_factory=CrossingSettings)
    heights: HeightSettings = field(default_factory=HeightSettings)
    places: PlaceSettings = field(default_factory=PlaceSettings)
    sureness: ConfidenceSettings = field(default_factory=ConfidenceSettings)
    light: LightSettings = field(default_factory=LightSettings)
    seats: SeatSettings = field(default_factory=SeatSettings)
    again: SecondLookSettings = field(default_factory=SecondLookSettings)
    boards: BoardSettings = field(default_factory=BoardSettings)
    uncoded: PlainSettings = field(default_factory=PlainSettings)
    learned: LearnedSettings = field(default_factory=LearnedSettings)
