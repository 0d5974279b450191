// The table's state, kept up to date by server-sent events; goes on where it left off after a gap.

import { languageNow } from "./words.js";

const NEWS = ["move", "replaced", "question", "answered", "camera", "over"];

const TABLE = new URLSearchParams(location.search).get("table");

/**
 * Call `onState(state)` whenever the state changed and `onNews(event, data)` for single happenings.
 * `onAway(away)` tells whether the connection is lost. At a hub the address says which table: ?table=NAME.
 */
export function follow({ onState, onNews = () => {}, onAway = () => {} }) {
  let state = null;
  let scheduled = false;
  const show = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      if (state) onState(state);
    });
  };
  let source = null;
  const open = () => {
    const wish = new URLSearchParams({ lang: languageNow() });
    if (TABLE) wish.set("table", TABLE);
    const mine = new EventSource(`/api/v1/events?${wish}`);
    source = mine;
    mine.addEventListener("state", (event) => {
      state = JSON.parse(event.data);
      show();
    });
    mine.addEventListener("change", (event) => {
      if (!state) return;
      state = merged(state, JSON.parse(event.data));
      show();
    });
    for (const name of NEWS) {
      mine.addEventListener(name, (event) => onNews(name, JSON.parse(event.data)));
    }
    mine.addEventListener("open", () => onAway(false));
    mine.addEventListener("error", () => {
      onAway(true);
      if (mine === source && mine.readyState === EventSource.CLOSED) setTimeout(open, 2000);
    });
  };
  document.addEventListener("language-changed", () => {
    source.close();
    open(); // the whole state comes anew, in the other language
  });
  open();
}

/** A state with the changed keys put in; of the moves only the changed ones come, with the order of all. */
export function merged(state, change) {
  const { moves, move_order: order, ...rest } = change;
  const next = { ...state, ...rest };
  if (moves) {
    const byNumber = new Map((state.moves ?? []).map((move) => [move.n, move]));
    for (const move of moves) byNumber.set(move.n, move);
    next.moves = order ? order.map((n) => byNumber.get(n)) : moves;
  }
  return next;
}

/** The table's program is away. */
export class Unanswered extends Error {}

/** Send a wish of the person at this page; gives the game's answer or throws an Error with its sentence, `Unanswered`
 *  where the table's program is away. */
export async function send(path, body) {
  const headers = await authorised({ "content-type": "application/json" });
  const answer = await fetch(`/api/v1/${path}?lang=${languageNow()}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {
    throw new Unanswered("unanswered");
  });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(value.error ?? `the table answered ${answer.status}`);
  return value;
}

const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/** Whether wishes of this page are carried out: it is on the table's own machine, or has the token. */
export const mayPress = () => !isGuest() && (LOCAL.includes(location.hostname) || Boolean(tokenOfThisPage()));

let key = null; // what the table's own machine is told

/** Headers with the token, where this page has one or is on the table's own machine, which is told it. */
export async function authorised(headers) {
  const here = LOCAL.includes(location.hostname);
  if (!tokenOfThisPage() && here) key ??= fetch("/api/v1/key").then((answer) => answer.json()).catch(() => ({}));
  const token = tokenOfThisPage() ?? (await key)?.token;
  return token ? { ...headers, authorization: `Bearer ${token}` } : headers;
}

/** Fetch something that only who may change the game gets; throws an Error with the table's sentence. */
export async function fetched(path, wish = {}) {
  const answer = await fetch(`/api/v1/${path}?${new URLSearchParams({ ...wish, lang: languageNow() })}`, { headers: await authorised({}) });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? `the table answered ${answer.status}`);
  return answer;
}

/** The token comes once, behind the # of the QR code's address, which browsers never send anywhere. */
export function tokenOfThisPage() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem("boardsight-token", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem("boardsight-token");
}

/** Whether this page has the guests' code, with which pictures are sent and nothing is changed. */
export const isGuest = () => Boolean(tokenOfThisPage()?.startsWith("guest-"));

tokenOfThisPage();
