"""From light to a picture's numbers: lens blur, exposure, white balance, noise, tone curve, sharpening, JPEG."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from simulator.light import BgrLight, Light
from simulator.pictures import BgrImage, Linear, linear_to_srgb
from tabletop.errors import UsageError


@dataclass(frozen=True, slots=True)
class Sensor:
    """A camera's lens and electronics; blur is given in pixels of the final picture."""

    name: str
    psf_px: float
    """Standard deviation of the lens's and the demosaicing's blur."""
    gathering: float
    """Electrons against those that the light names: small pixels collect fewer."""
    read_noise_electrons: float
    noise_grain_px: float
    """Standard deviation of the smoothing that makes neighbouring pixels' noise alike."""
    chroma_blur_px: float
    sharpen: float
    sharpen_px: float
    jpeg_quality: int
    vignette: float
    """Loss of light in the picture's corner, as a fraction."""
    white_balance_strength: float
    """How much of a lamp's colour the automatic takes away."""
    fringe: float = 0.0
    """By how much red is imaged larger and blue smaller than green, as a fraction."""
    defocus_px: float = 0.0
    """Radius of the disc into which a point spreads."""
    motion_px: float = 0.0
    motion_deg: float = 0.0


SENSORS: dict[str, Sensor] = {
    "webcam": Sensor("webcam", 0.62, 0.45, 11.0, 0.60, 1.7, 0.55, 1.1, 80, 0.22, 0.90, 0.0005),
    "phone": Sensor("phone", 0.75, 0.35, 4.0, 0.80, 1.6, 0.75, 1.3, 92, 0.12, 0.94, 0.0003),
    "ideal": Sensor("ideal", 0.5, 50.0, 0.0, 0.0, 0.0, 0.0, 1.0, 100, 0.0, 1.0),
}


def sensor_named(name: str) -> Sensor:
    """The sensor of that name; UsageError with the names where there is none."""
    if name not in SENSORS:
        raise UsageError(f"there is no sensor '{name}'; the sensors are {', '.join(SENSORS)}")
    return SENSORS[name]


def hand_held(sensor: Sensor, rng: np.random.Generator, *, blur: float = 1.0) -> Sensor:
    """The sensor with a random share of defocus and shake; `blur` scales both."""
    return replace(
        sensor,
        defocus_px=blur * rng.uniform(0.0, 0.9),
        motion_px=blur * rng.uniform(0.0, 1.6),
        motion_deg=rng.uniform(0.0, 180.0),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Exposure:
    """What the camera's automatics chose: a gain for blue, green and red that brings light to 0…1."""

    gains: BgrLight
    electrons: float
    """Of a full pixel, where the gained light is 1."""


def automatic_exposure(
    radiance: Linear, light: Light, colour: BgrLight, sensor: Sensor, rng: np.random.Generator
) -> Exposure:
    """Meter a picture of linear light; `colour` is the light's own blue, green and red around the table's middle."""
    green = radiance[::7, ::7, 1]
    gain = min(0.25 / max(float(green.mean()), 1e-4), 0.92 / max(float(np.percentile(green, 98)), 1e-4))
    gain *= 2.0**light.exposure_ev
    mistake = 1 + light.white_balance_error * rng.uniform(-1, 1, 3) * (sensor.name != "ideal")
    mistake[1] = 1.0
    balance = (colour[1] / colour) ** sensor.white_balance_strength * mistake
    return Exposure(gain * balance, light.electrons * sensor.gathering)


def fringed(radiance: Linear, sensor: Sensor) -> Linear:
    """The picture with its red a little larger and its blue a little smaller, as simple lenses do."""
    if sensor.fringe <= 0.0:
        return radiance
    height, width = radiance.shape[:2]
    blue, green, red = cv2.split(radiance)
    planes = []
    for plane, growth in ((blue, 1 - sensor.fringe), (red, 1 + sensor.fringe)):
        about = np.array([[growth, 0, (1 - growth) * (width - 1) / 2], [0, growth, (1 - growth) * (height - 1) / 2]])
        planes.append(cv2.warpAffine(plane, about, (width, height), borderMode=cv2.BORDER_REPLICATE))
    return np.asarray(cv2.merge([planes[0], green, planes[1]]), dtype=np.float32)


def through_lens(radiance: Linear, sensor: Sensor) -> Linear:
    """Lens blur, defocus and shake; float32 in, float32 out."""
    seen = radiance
    if sensor.defocus_px > 0.3:
        seen = cv2.filter2D(seen, -1, _disc(sensor.defocus_px), borderType=cv2.BORDER_REPLICATE)
    if sensor.motion_px > 0.3:
        seen = cv2.filter2D(seen, -1, _stroke(sensor.motion_px, sensor.motion_deg), borderType=cv2.BORDER_REPLICATE)
    if sensor.psf_px > 0.1:
        seen = cv2.GaussianBlur(seen, (0, 0), sensor.psf_px, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32)


def noisy(signal: Linear, exposure: Exposure, sensor: Sensor, rng: np.random.Generator) -> Linear:
    """Shot and read noise on gained light (1 is a full pixel), correlated as demosaicing leaves it."""
    if sensor.name == "ideal":
        return signal
    grain = rng.standard_normal(signal.shape, dtype=np.float32)
    if sensor.noise_grain_px > 0.1:
        grain = cv2.GaussianBlur(grain, (0, 0), sensor.noise_grain_px).astype(np.float32)
        grain /= np.float32(max(float(grain[:200, :200].std()), 1e-6))
    gain = (exposure.gains / exposure.gains[1]).astype(np.float32)
    variance = np.maximum(signal, 0) * gain * np.float32(1 / exposure.electrons)
    variance += (gain * np.float32(sensor.read_noise_electrons / exposure.electrons)) ** 2
    return np.asarray(signal + np.sqrt(variance) * grain * np.float32(KEPT_NOISE), dtype=np.float32)


TONE_STEPS = 8192
KEPT_NOISE = 0.7
"""Share of the noise's strength that demosaicing leaves."""


def tone_curve() -> Linear:
    """Picture value (0 to 255) of light from 0 to 1 in even steps: sRGB with a soft shoulder and a little contrast."""
    light = np.linspace(0, 1, TONE_STEPS)
    encoded = linear_to_srgb(light)
    contrasted = encoded + 0.06 * (encoded - 0.5) * (1 - (2 * encoded - 1) ** 2) * 2
    return (np.clip(contrasted, 0, 1) * 255).astype(np.float32)


_TONE = tone_curve()
_TONE_OF_WORD = np.pad(_TONE, (0, 65536 - TONE_STEPS), mode="edge")
"""The same for every number of 16 bits, as `cv2.LUT` asks for it."""


def toned(signal: Linear) -> Linear:
    """Picture values from 0 to 255, not yet rounded."""
    steps = signal * np.float32(TONE_STEPS - 1)
    np.clip(steps, 0, TONE_STEPS - 1, out=steps)
    return np.asarray(cv2.LUT(steps.astype(np.uint16), _TONE_OF_WORD), dtype=np.float32).reshape(signal.shape)


def light_of_values() -> Linear:
    """The light (0 to 1) of which each picture value from 0 to 255 tells, shape (256,)."""
    return np.asarray(np.searchsorted(_TONE, np.arange(256)) / (TONE_STEPS - 1), dtype=np.float32)


def noise_lookup(exposure: Exposure, sensor: Sensor, steps: float) -> BgrImage:
    """Spread of the noise per value of a finished picture and channel, in 1/steps, shape (256, 1, 3)."""
    light = np.linspace(0, 1, TONE_STEPS)
    slope = np.gradient(_TONE.astype(np.float64), light)
    at_value = np.clip(np.searchsorted(_TONE, np.arange(256) + 0.5), 0, TONE_STEPS - 1)
    gain = exposure.gains / exposure.gains[1]
    variance = light[at_value, None] * gain / exposure.electrons
    variance += (gain * sensor.read_noise_electrons / exposure.electrons) ** 2
    spread = np.sqrt(variance) * slope[at_value, None] * KEPT_NOISE
    table: BgrImage = np.clip(spread * steps, 0, 255).astype(np.uint8)[:, None, :]
    return table


def finished(values: Linear, sensor: Sensor) -> BgrImage:
    """Chroma smoothing, sharpening and rounding to 8 bit."""
    if sensor.chroma_blur_px > 0.1:
        opponent = cv2.cvtColor(np.clip(values, 0, 255).astype(np.uint8), cv2.COLOR_BGR2YCrCb)
        grey = cv2.transform(values, np.array([[0.114, 0.587, 0.299]], dtype=np.float32))
        chroma = cv2.GaussianBlur(opponent[..., 1:], (0, 0), sensor.chroma_blur_px)
        opponent[..., 1:] = chroma
        opponent[..., 0] = np.clip(_sharpened(grey, sensor) + 0.5, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(opponent, cv2.COLOR_YCrCb2BGR), dtype=np.uint8)
    return np.clip(_sharpened(values, sensor) + 0.5, 0, 255).astype(np.uint8)


def compressed(picture: BgrImage, quality: int) -> BgrImage:
    """The picture after JPEG of that quality; unchanged at 100."""
    if quality >= 100:
        return picture
    done, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("the picture could not be packed as JPEG")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def develop(radiance: Linear, exposure: Exposure, sensor: Sensor, rng: np.random.Generator) -> BgrImage:
    """The picture of linear light of shape (height, width, 3)."""
    signal = through_lens(fringed(radiance, sensor), sensor) * exposure.gains.astype(np.float32)
    return compressed(finished(toned(noisy(signal, exposure, sensor, rng)), sensor), sensor.jpeg_quality)


def _sharpened(values: Linear, sensor: Sensor) -> Linear:
    if sensor.sharpen <= 0:
        return values
    soft = cv2.GaussianBlur(values, (0, 0), sensor.sharpen_px)
    return np.asarray(cv2.addWeighted(values, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), dtype=np.float32)


def _disc(radius_px: float) -> Linear:
    """A filter that spreads a point over a disc."""
    half = int(np.ceil(radius_px)) + 1
    fine = np.zeros(((2 * half + 1) * 8,) * 2, dtype=np.float32)
    middle = (fine.shape[0] - 1) / 2
    y, x = np.mgrid[: fine.shape[0], : fine.shape[1]]
    fine[np.hypot(x - middle, y - middle) <= radius_px * 8] = 1.0
    small = cv2.resize(fine, (2 * half + 1,) * 2, interpolation=cv2.INTER_AREA)
    return np.asarray(small / small.sum(), dtype=np.float32)


def _stroke(length_px: float, angle_deg: float) -> Linear:
    """A filter that spreads a point over a line."""
    half = int(np.ceil(length_px / 2)) + 1
    stroke = np.zeros((2 * half + 1,) * 2, dtype=np.float32)
    turn = np.radians(angle_deg)
    for along in np.linspace(-length_px / 2, length_px / 2, 33):
        x, y = half + along * np.cos(turn), half + along * np.sin(turn)
        column, row = int(x), int(y)
        for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
            stroke[row + dy, column + dx] += (1 - abs(x - column - dx)) * (1 - abs(y - row - dy))
    return np.asarray(stroke / stroke.sum(), dtype=np.float32)
