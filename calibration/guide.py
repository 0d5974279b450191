"""The live guide: looks at every frame, takes a view when the sheet is held still somewhere new, says what next."""

from dataclasses import dataclass, field

from calibration.camera import CalibrationView, CameraCalibration, calibrate_camera, look_at, way_px
from calibration.guidance import wishes
from calibration.settings import CameraSettings
from calibration.targets import Target, TargetSighting
from vision.pixels.arrays import BgrImage


@dataclass(frozen=True, slots=True, eq=False)
class Advice:
    """What the guide says after one frame."""

    sentence: str
    taken: bool
    """Whether this frame became a view."""
    sighting: TargetSighting | None
    outcome: CameraCalibration | None
    """Set when enough is known, or when the guide gives up asking for more."""


@dataclass(slots=True)
class Guide:
    """Holds the views taken so far; every frame has the same size."""

    target: Target
    size_px: tuple[int, int]
    settings: CameraSettings = field(default_factory=CameraSettings)
    views: list[CalibrationView] = field(default_factory=list)
    _before: TargetSighting | None = None

    def look(self, image: BgrImage) -> Advice:
        """One frame."""
        view = look_at(f"view {len(self.views) + 1}", image, self.views, self.target, self.settings)
        before, self._before = self._before, view.sighting
        if view.rejected or view.sighting is None:
            return Advice(f"{view.rejected}; {self.next_wish()}", False, view.sighting, None)
        limit = self.settings.still_px * max(self.size_px[0] / 1920, 0.5)
        if before is None or way_px(view.sighting, before) > limit:
            return Advice("hold the sheet still", False, view.sighting, None)
        self.views.append(view)
        outcome = self._outcome()
        said = f"{view.name} taken"
        return Advice(said if outcome else f"{said}; {self.next_wish()}", True, view.sighting, outcome)

    def finish(self) -> CameraCalibration:
        """The outcome of what was taken so far."""
        return calibrate_camera(self.views, self.size_px, self.settings)

    def next_wish(self) -> str:
        """What helps most now."""
        seen = [view.sighting for view in self.views if view.sighting is not None]
        missing = wishes(seen, self.size_px, self.settings)
        if not seen:
            return "hold the sheet before the camera so that it fills a third of the picture"
        return next((wish for wish in missing if not wish.startswith("take at least")), "hold it leaning into a corner")

    def _outcome(self) -> CameraCalibration | None:
        """The outcome when all wishes are met and the lens is known well enough, or when there are views in plenty."""
        seen = [view.sighting for view in self.views if view.sighting is not None]
        plenty = len(self.views) >= self.settings.live_views
        if not plenty and (len(seen) < self.settings.least_views or wishes(seen, self.size_px, self.settings)):
            return None
        outcome = self.finish()
        return outcome if plenty or outcome.verdict == "good" else None
