// Sounds that tell without looking: a note for a move, the player's own for a turn, a question, a wrong move, the end.
// Every event has our sound, a file of one's own, or none; what is chosen stays on this device.

const KEY = "boardsight-sound";
const FILES = "boardsight-sounds"; // IndexedDB: event -> the file's bytes
export const EVENTS = ["move", "turn", "illegal", "question", "replaced", "over", "time", "card", "refused"];
const PENTATONIC_HZ = [523.25, 587.33, 659.25, 783.99, 880, 1046.5]; // each seat has its own note
const LOUDNESS = 0.22;

let chosen = read();
let context = null;
const decoded = new Map();

function read() {
  try {
    return { on: false, sounds: {}, words: {}, voice: "", rate: 1, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { on: false, sounds: {}, words: {}, voice: "", rate: 1 };
  }
}

/** What is chosen: `on`, `sounds` (event -> `ours`, `file`, `none`), `words` (event -> a sentence), `voice`, `rate`. */
export const soundChoice = () => chosen;

/** Choose something else; remembered where this page may remember. */
export function chooseSound(wish) {
  chosen = { ...chosen, ...wish };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // the choice holds while the page is open
  }
}

/** Sound an event, where sounds are wished. `about` has `points`, `seat`. */
export async function soundEvent(event, about = {}, { always = false } = {}) {
  const what = chosen.sounds[event] ?? "ours";
  if ((!chosen.on && !always) || what === "none" || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume().catch(() => {});
  const own = what === "file" ? await ownSound(event) : null;
  if (own) {
    const source = context.createBufferSource();
    source.buffer = own;
    source.connect(context.destination);
    source.start();
  } else for (const note of NOTES[event](about)) play(note);
}

const seatHz = (seat) => PENTATONIC_HZ[((seat ?? 1) - 1) % PENTATONIC_HZ.length];

// Each note: pitch, when, how long, its wave. More points sound higher.
const NOTES = {
  move: ({ points = 0 }) => (points < 0 ? [[440, 0, 0.12], [330, 0.12, 0.2]] : [[523, 0, 0.1], [523 * 2 ** (Math.min(points, 24) / 24), 0.1, 0.25]]),
  turn: ({ seat }) => [[seatHz(seat), 0, 0.35]],
  illegal: () => [[180, 0, 0.16, "sawtooth"], [150, 0.2, 0.28, "sawtooth"]],
  question: () => [[659, 0, 0.12], [880, 0.16, 0.12], [1175, 0.32, 0.3]],
  replaced: () => [[784, 0, 0.1], [659, 0.12, 0.18]],
  over: () => [[523, 0, 0.16], [659, 0.16, 0.16], [784, 0.32, 0.16], [1047, 0.48, 0.6]],
  card: () => [[988, 0, 0.07], [1319, 0.08, 0.14]],
  refused: () => [[392, 0, 0.14], [294, 0.16, 0.26]],
  time: () => [0, 0.25, 0.5].map((at) => [988, at, 0.16, "square"]),
};

function play([hz, after, lasting, wave = "triangle"]) {
  const begun = context.currentTime + after;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = wave;
  tone.frequency.value = hz;
  volume.gain.setValueAtTime(0, begun);
  volume.gain.linearRampToValueAtTime(wave === "triangle" ? LOUDNESS : LOUDNESS / 3, begun + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0006, begun + lasting);
  tone.connect(volume).connect(context.destination);
  tone.start(begun);
  tone.stop(begun + lasting + 0.02);
}

/** Keep a file of one's own for an event; throws where it is no sound. */
export async function keepSound(event, file) {
  const bytes = await file.arrayBuffer();
  context ??= new AudioContext();
  decoded.set(event, await context.decodeAudioData(bytes.slice(0)));
  await inStore("readwrite", (store) => store.put(bytes, event));
  chooseSound({ sounds: { ...chosen.sounds, [event]: "file" } });
}

async function ownSound(event) {
  if (!decoded.has(event)) {
    const bytes = await inStore("readonly", (store) => store.get(event)).catch(() => null);
    decoded.set(event, bytes ? await context.decodeAudioData(bytes).catch(() => null) : null);
  }
  return decoded.get(event);
}

function inStore(mode, act) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(FILES, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const work = act(opening.result.transaction(FILES, mode).objectStore(FILES));
      work.onsuccess = () => done(work.result);
      work.onerror = () => fail(work.error);
    };
  });
}
