// How long this page waits for an answer.

/** A signal that ends a request after so long: as AbortSignal.timeout, which Safari has from 16 on, Chromium from 103. */
export function endedAfter(ms) {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), ms);
  return ending.signal;
}
