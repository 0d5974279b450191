// A move's form: fields made from what the server says of a move's keys, and read back; no game is known here.

import { element } from "./elements.js";
import { named, word } from "./words.js";

/**
 * Fields for `body` after its form; `onChange()` is called whenever somebody changed one.
 * `spotsOf(key)` promises where on the table the part may lie, in words: nobody counts rows and columns.
 */
export function fieldsOf(form, body, onChange, spotsOf) {
  const filled = [];
  const changed = () => { onChange(); filled.forEach((fill) => fill()); };
  const fields = form.fields.map((field) => labelled(field, field.shape === "pair" ? spotField(field, body, onChange, spotsOf, filled) : fieldOf(field, body, changed)));
  filled.forEach((fill) => fill());
  return fields;
}

function spotField(field, body, onChange, spotsOf, filled) {
  const node = element("select", { id: `field-${field.key}`, onchange: () => { body[field.key] = JSON.parse(node.value); onChange(); } });
  filled.push(async () => {
    const asked = JSON.stringify(body);
    const spots = await spotsOf(field.key);
    if (asked !== JSON.stringify(body) || spots.length === 0) return; // changed meanwhile, or nowhere to lay it
    const now = JSON.stringify(body[field.key] ?? (body[field.key] = spots[0].value));
    const from = sharedStart(spots.map((spot) => spot.words));
    node.replaceChildren(...spots.map((spot) => element("option", { value: JSON.stringify(spot.value), selected: JSON.stringify(spot.value) === now }, spot.words.slice(from))));
  });
  return node;
}

/** Places on the board that a body is about, under every name that a drawing may have for them. */
export function placesOf(form, body) {
  return (form?.fields ?? []).filter((field) => field.places).flatMap((field) => {
    const value = body[field.key];
    if (field.shape === "streets") return (value ?? []).map((street) => `street:${street.beside}:${street.side}`);
    return [value ?? []].flat().flatMap((name) => namesOf(name, body));
  });
}

const namesOf = (name, body) =>
  typeof name === "number" ? [`property:${name}`] : [`square:${name}`, `cell:${body.borough ?? body.player}:${name}`];

/** A place was tapped: put it into the field that takes such places, or take it out. */
export function withPlace(form, body, place) {
  const [kind, ...rest] = place.split(":");
  const street = kind === "street";
  const field = form?.fields.findLast((one) => one.places && (one.shape === "streets") === street);
  if (!field) return body;
  const tapped = { ...body };
  if (kind === "cell" && form.player && form.fields.every((one) => one.key !== "borough")) tapped.player = rest[0];
  if (kind === "cell" && form.fields.some((one) => one.key === "borough")) tapped.borough = rest[0];
  if (street) {
    const [beside, side] = [Number(rest[0]), rest[1]];
    const others = (body[field.key] ?? []).filter((one) => one.beside !== beside || one.side !== side);
    tapped[field.key] = others.length < (body[field.key] ?? []).length ? others : [...others, { beside, side }];
    return tapped;
  }
  const name = field.of === "number" ? Number(rest.at(-1)) : rest.at(-1);
  if (field.shape !== "list") tapped[field.key] = name;
  else {
    const others = (body[field.key] ?? []).filter((one) => one !== name);
    const on = others.length < (body[field.key] ?? []).length ? others : [...others, name];
    tapped[field.key] = on.sort((a, b) => (field.of === "number" ? a - b : 0));
  }
  return tapped;
}

/** The body without what this form has no key for; a new kind of move keeps only whose it is. */
export function bodyFor(form, body) {
  const kept = { do: form.do };
  if (form.player && body.player) kept.player = body.player;
  for (const field of form.fields) {
    if (body[field.key] !== undefined) kept[field.key] = body[field.key];
    else if (field.choices.length > 0 && !field.optional && !field.open) kept[field.key] = field.choices[0];
    else if (field.shape === "list" || field.shape === "streets") kept[field.key] = [];
  }
  return kept;
}

/** How many letters several texts begin with alike, up to a word's beginning: the list shows where they differ. */
function sharedStart([first, ...others]) {
  let at = 0;
  while (at < first.length && others.every((text) => text[at] === first[at])) at += 1;
  return others.length > 0 && at > 0 ? first.lastIndexOf(" ", at - 1) + 1 : 0;
}

function fieldOf(field, body, onChange) {
  const id = `field-${field.key}`;
  const written = write(field, body[field.key]);
  const take = (event) => {
    const value = read(field, event.target.value);
    if (value === undefined) delete body[field.key];
    else body[field.key] = value;
    onChange();
  };
  if (field.choices.length > 0 && !field.open) {
    const known = field.choices.map(String);
    const values = [...(field.optional ? [""] : []), ...known, ...(written && !known.includes(written) ? [written] : [])];
    return picker(id, values, written, (value) => (field.key === "turn" ? word(`turned-${value}`) : named(value).trim() || "–"), take);
  }
  const input = element("input", { id, value: written, autocomplete: "off", onchange: take, list: field.open ? `${id}-list` : null });
  if (!field.open) return input;
  const options = field.choices.map((choice) => element("option", { value: choice }));
  return element("span", {}, input, element("datalist", { id: `${id}-list` }, ...options));
}

function write(field, value) {
  if (value === undefined || value === null) return "";
  if (field.shape === "streets") return value.map((street) => `${street.beside} ${street.side}`).join(", ");
  return Array.isArray(value) ? value.join(" ") : String(value);
}

function read(field, text) {
  const trimmed = text.trim();
  const words = trimmed.split(/[\s,]+/).filter(Boolean);
  if (field.shape === "streets") {
    const pairs = trimmed.split(",").map((pair) => pair.trim().split(/\s+/)).filter((pair) => pair.length === 2);
    return pairs.map(([beside, side]) => ({ beside: Number(beside), side }));
  }
  if (field.shape === "list" || field.shape === "pair") return field.of === "number" ? words.map(numeral) : words;
  if (trimmed === "") return undefined;
  if (field.shape === "number") return numeral(trimmed);
  if (field.shape === "flag") return trimmed === "true";
  if (field.shape === "any") return { true: true, false: false }[trimmed] ?? (/^-?\d+$/.test(trimmed) ? Number(trimmed) : trimmed);
  return trimmed;
}

/** A number where it is one; else the text, so that the server can say what is wrong with it. */
const numeral = (text) => (/^-?\d+$/.test(text) ? Number(text) : text);

/** A drop-down list; `words` says what is shown for a value. */
export function picker(id, values, chosen, words, onchange) {
  const options = values.map((value) => element("option", { value, selected: value === chosen }, words(value)));
  return element("select", { id, onchange }, ...options);
}

const LABELS = { number: "tile", turn: "quarter", segments: "streets" };

export function labelled(field, node) {
  const key = field.places && field.key === "on" ? (field.of === "number" ? "places" : "squares") : (LABELS[field.key] ?? field.key);
  const text = word(key) === key ? capital(key.replaceAll("_", " ")) : word(key);
  return element("label", {}, element("span", {}, text), node);
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
