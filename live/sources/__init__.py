"""Where frames come from: one seam, with webcams, network cameras, films, folders and the virtual table behind it."""

from live.sources.frames import Frame, FrameSource, Silence
from live.sources.opening import open_source, open_sources
from live.sources.phone import PHONE

__all__ = ["PHONE", "Frame", "FrameSource", "Silence", "open_source", "open_sources"]
