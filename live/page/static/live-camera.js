// This device's camera, sent to the table picture by picture: the newest one as soon as the last one was taken.

import { element } from "./elements.js";
import { backLenses, chooseLens, chosenLens, lensAmong } from "./lenses.js";
import { endedAfter } from "./patience.js";
import { phoneWord } from "./phone-words.js";
import { Stillness } from "./stillness.js";
import { authorised } from "./stream.js";
import { languageNow } from "./words.js";

const FASTEST_MS = 100; // ten pictures a second at most
const STILL_AFTER_MS = 4000; // nothing has moved for so long: what lies there has been decided
const STILL_MS = 1500; // then a picture comes so seldom, so that the phone stays cool; the table misses one after 3 s
const GLANCE_MS = 150; // and so often it is looked whether something moves again
const SLOW_MS = 400; // a picture that takes longer makes the next one smaller, so that two a second come through
const BEST = 0.85;
const WORST = 0.5;
const STEP = 0.05;
const LONG_SIDE_PX = 1920; // as the table reads of a webcam
const PATIENCE_MS = 8000; // an answer that takes longer never comes: another network, a table that went away
const RETRY_MS = 1000;
const NAME_KEY = "boardsight-camera";
const AWAY_TRIES = 15; // after so many the table may have another address
const WISH = { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 15 } };
const TROUBLES = { NotAllowedError: "film-refused", SecurityError: "film-refused", NotFoundError: "film-no-camera", OverconstrainedError: "film-no-camera", NotReadableError: "film-taken", AbortError: "film-taken" };

export class LiveCamera {
  filming = false;
  hasLight = false;
  lit = false;
  sleeps = false; // this browser can't keep the screen on
  number = null; // which of the table's cameras this is
  lenses = []; // the cameras at the back, once one was opened
  lens = ""; // the one that films
  #view;
  #tell;
  #changed;
  #track = null;
  #awake = null;
  #name = ""; // among the table's cameras, until the next goodbye
  #run = 0; // the newest beginning; what an older one still does counts no more
  #canvas = element("canvas");
  #stillness = new Stillness();
  #movedAt = 0;

  /** `view` is the video element, `tell(sentence)` says what is wrong, `changed()` is called when something to show has changed. */
  constructor({ view, tell, changed }) {
    this.#view = view;
    this.#tell = tell;
    this.#changed = changed;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || !this.filming) return;
      this.#stayAwake();
      if (this.#track?.readyState === "ended") this.begin();
    });
    addEventListener("pagehide", () => this.filming && this.end());
  }

  /** Open the camera and send what it sees until `end`. */
  async begin() {
    const run = ++this.#run;
    this.#tell(phoneWord("film-opening"));
    let stream = null;
    this.#track?.stop(); // many phones open one lens at a time
    try {
      stream = await this.#opened();
    } catch (error) {
      this.#close();
      this.#tell(phoneWord(TROUBLES[error.name] ?? "film-no-live"));
      return;
    }
    if (run !== this.#run) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    [this.#track] = stream.getVideoTracks();
    this.#view.srcObject = stream;
    this.#view.hidden = false;
    await this.#view.play().catch(() => {}); // its first picture comes later then
    this.#name = keptName();
    this.filming = true;
    this.hasLight = Boolean(this.#track.getCapabilities?.().torch);
    this.lit = false;
    this.lens = this.#track.getSettings?.().deviceId ?? "";
    this.#movedAt = performance.now();
    this.#stayAwake();
    this.#changed();
    this.#sendOn(run);
  }

  /** Stop, and tell the table. */
  end() {
    this.#goodbye();
    this.#close();
    this.#tell("");
  }

  /** Light the table with the phone's own light, or no longer. */
  async light() {
    const lit = !this.lit;
    await this.#track.applyConstraints({ advanced: [{ torch: lit }] }).then(() => (this.lit = lit)).catch(() => {}); // it stays as it was
    this.#changed();
  }

  /** Film through another lens from now on, on later evenings too. */
  choose(id) {
    chooseLens(this.lenses.find((lens) => lens.id === id) ?? null);
    this.begin();
  }

  /** The stream of the chosen lens, else of the one that the browser takes for the best. */
  async #opened() {
    const chosen = chosenLens();
    const open = (wish) => navigator.mediaDevices.getUserMedia({ audio: false, video: { ...WISH, ...wish } });
    const stream = await open(chosen?.id ? { deviceId: { ideal: chosen.id } } : {});
    this.lenses = await backLenses(); // their names are known from now on
    const wanted = lensAmong(this.lenses, chosen);
    const [track] = stream.getVideoTracks();
    if (!wanted || wanted.id === track.getSettings?.().deviceId) return stream;
    track.stop();
    return open({ deviceId: { exact: wanted.id } }).catch(() => open({}));
  }

  async #sendOn(run) {
    let quality = BEST;
    let away = 0;
    while (run === this.#run) {
      const begun = performance.now();
      const picture = await this.#picture(quality);
      if (!picture) {
        if (!document.hidden) this.#tell(phoneWord("film-covered"));
        await pause(RETRY_MS);
        continue;
      }
      if (run !== this.#run) return;
      const answer = await this.#send(picture);
      if (run !== this.#run) return;
      if (answer === null) {
        away += 1;
        this.#tell(phoneWord(away < AWAY_TRIES ? "film-again" : "film-scan"));
        await pause(RETRY_MS);
        continue;
      }
      away = 0;
      if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
        this.#close();
        this.#tell(answer.error);
        return;
      }
      const took = performance.now() - begun;
      this.#tell(answer.error ?? "");
      if (answer.camera !== undefined && answer.camera !== this.number) {
        this.number = answer.camera;
        this.#changed();
      }
      quality = took > SLOW_MS ? Math.max(WORST, quality - STEP) : Math.min(BEST, quality + STEP);
      await pause(answer.error ? RETRY_MS : Math.max(0, FASTEST_MS - took));
      await this.#somethingToSend(run, begun);
    }
  }

  /** Wait while nothing moves and the last picture, begun then, is not old. */
  async #somethingToSend(run, begun) {
    while (run === this.#run) {
      const now = performance.now();
      if (this.#view.readyState >= 2 && this.#stillness.isBroken(this.#view)) this.#movedAt = now;
      if (now - this.#movedAt < STILL_AFTER_MS || now - begun >= STILL_MS) return;
      await pause(GLANCE_MS);
    }
  }

  /** What the camera sees now as a JPEG; null while it gives nothing. */
  async #picture(quality) {
    const { videoWidth: width, videoHeight: height } = this.#view;
    if (document.hidden || !width || this.#view.readyState < 2 || this.#track.muted || this.#track.readyState === "ended") return null;
    const scale = Math.min(1, LONG_SIDE_PX / Math.max(width, height));
    const size = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== size[0] || this.#canvas.height !== size[1]) [this.#canvas.width, this.#canvas.height] = size;
    this.#canvas.getContext("2d").drawImage(this.#view, 0, 0, ...size);
    this.#stillness.keep(this.#view);
    return new Promise((done) => this.#canvas.toBlob(done, "image/jpeg", quality));
  }

  /** The table's answer with its status; null where there is none. */
  async #send(picture) {
    try {
      const headers = await authorised({ "content-type": "image/jpeg" });
      const answer = await fetch(`/api/v1/cameras/${this.#name}?lang=${languageNow()}`, { method: "POST", headers, body: picture, signal: endedAfter(PATIENCE_MS) });
      const value = await answer.json().catch(() => ({}));
      return answer.ok ? value : { status: answer.status, error: value.error ?? `the table answered ${answer.status}` };
    } catch {
      return null;
    }
  }

  /** Under this name the table takes nothing more: not the picture on its way either. */
  async #goodbye() {
    if (!this.filming) return;
    const body = JSON.stringify({ ended: this.#name });
    sessionStorage.removeItem(NAME_KEY);
    const headers = await authorised({ "content-type": "application/json" });
    fetch("/api/v1/cameras", { method: "POST", headers, body, keepalive: true }).catch(() => {});
  }

  #close() {
    this.#run += 1;
    this.#track?.stop();
    this.#awake?.release().catch(() => {});
    this.#awake = null;
    this.#view.srcObject = null;
    this.#view.hidden = true;
    this.filming = this.hasLight = this.lit = false;
    this.#changed();
  }

  async #stayAwake() {
    const run = this.#run;
    try {
      const awake = await navigator.wakeLock.request("screen");
      if (run !== this.#run) return awake.release(); // nobody films any more
      this.#awake?.release();
      this.#awake = awake;
    } catch {
      this.sleeps = !navigator.wakeLock; // else it is asked for again when the page is looked at
    }
  }
}

/** This phone's name among the table's cameras; the same where its page broke off without a goodbye. */
function keptName() {
  const known = sessionStorage.getItem(NAME_KEY);
  if (known) return known;
  const name = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(NAME_KEY, name);
  return name;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
