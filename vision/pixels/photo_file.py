"""A photograph's file, unpacked as whoever reads it asks: in grey or in colour, whole or reduced."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from vision.pixels.arrays import BgrImage, GreyImage
from vision.pixels.images import decode_grey, decode_image, reduction_of


class PhotoFile:
    """The bytes of a picture file; what was unpacked last in grey is not unpacked again."""

    def __init__(
        self, data: bytes, name: str, *, around: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        """`name` is what messages call it; it is unpacked within what `around` gives."""
        self._data, self._name, self._around = data, name, around
        self._grey: tuple[int, GreyImage] | None = None

    def reduction(self, least_px: int) -> int:
        """By how much it can be reduced with its longest side still so long: 1, 2, 4 or 8; 1 if it is no JPEG."""
        return reduction_of(self._data, least_px)

    def colour(self, reduced: int = 1) -> BgrImage:
        """Blue, green, red; a JPEG with its width and height `reduced`. UnreadableInput where it cannot be unpacked."""
        with self._around():
            return decode_image(self._data, self._name, reduced)

    def grey(self, reduced: int = 1) -> GreyImage:
        """The same as grey levels, in half the time."""
        if self._grey is None or self._grey[0] != reduced:
            with self._around():
                self._grey = reduced, decode_grey(self._data, self._name, reduced)
        return self._grey[1]
