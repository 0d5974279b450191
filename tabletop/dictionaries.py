"""The families of fiducial codes that a file may name, as OpenCV names them, and how many modules their codes have."""

SIZES = {"4X4": 6, "5X5": 7, "6X6": 8, "7X7": 9}
OTHERS = {
    "DICT_ARUCO_ORIGINAL": (7, 1024),
    "DICT_ARUCO_MIP_36h12": (8, 250),
    "DICT_APRILTAG_16h5": (6, 30),
    "DICT_APRILTAG_25h9": (7, 35),
    "DICT_APRILTAG_36h10": (8, 2320),
    "DICT_APRILTAG_36h11": (8, 587),
}
"""Families whose names tell neither: modules along a code's side, and how many codes there are."""
MODULES_OF: dict[str, int] = {
    **{f"DICT_{size}_{count}": modules for size, modules in SIZES.items() for count in (50, 100, 250, 1000)},
    **{name: modules for name, (modules, _) in OTHERS.items()},
}
"""Modules along a code's side, its black border of one module included, by the dictionary's name."""


def count_of(dictionary: str) -> int:
    """How many codes a dictionary has, from 0 on."""
    return OTHERS[dictionary][1] if dictionary in OTHERS else int(dictionary.rpartition("_")[2])


def modules_of(dictionary: str) -> int:
    """Modules along a code's side, the black border included; ValueError names what there is."""
    if dictionary not in MODULES_OF:
        names = "DICT_4X4_50, DICT_5X5_1000, DICT_6X6_250, DICT_7X7_100, " + ", ".join(OTHERS)
        raise ValueError(f"there is no code dictionary '{dictionary}'; expected a name such as {names}")
    return MODULES_OF[dictionary]
