// Whether anything moves before this device's camera, told by small grey copies of its picture.

import { element } from "./elements.js";

const SMALL_PX = { width: 160, height: 90 };
const LEAST = 16; // grey levels by which a point differs at least, and at most where the light flickers or is dim
const MOST = 40;
const NOISES = 6; // and so many times as much as half of all points differ, which is noise
const POINTS = 5; // so many points that differ are something that moves

/** Whether one small picture (grey levels, one a point) shows what the other does, but for noise. */
export function isAlike(one, other) {
  if (one.length !== other.length) return false;
  const counts = new Uint32Array(256);
  for (let at = 0; at < one.length; at += 1) counts[Math.abs(one[at] - other[at])] += 1;
  let noise = 0;
  for (let seen = counts[0]; seen < one.length / 2; seen += counts[noise]) noise += 1;
  const limit = Math.min(MOST, Math.max(LEAST, NOISES * noise));
  return counts.subarray(limit).reduce((sum, count) => sum + count, 0) < POINTS;
}

/** Takes small pictures of a video element and tells whether it still shows what it did at `keep()`. */
export class Stillness {
  #brush = element("canvas", SMALL_PX).getContext("2d", { willReadFrequently: true });
  #kept = new Uint8Array(0);

  /** Remember what the video shows now. */
  keep(video) {
    this.#kept = this.#small(video);
  }

  /** Whether the video shows something else than what was kept. */
  isBroken(video) {
    return !isAlike(this.#kept, this.#small(video));
  }

  #small(video) {
    const { width, height } = SMALL_PX;
    this.#brush.drawImage(video, 0, 0, width, height);
    const { data } = this.#brush.getImageData(0, 0, width, height);
    const grey = new Uint8Array(width * height);
    for (let at = 0; at < grey.length; at += 1) grey[at] = (77 * data[4 * at] + 150 * data[4 * at + 1] + 29 * data[4 * at + 2]) >> 8;
    return grey;
  }
}
