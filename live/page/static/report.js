// A report of a trouble: made by one press, shown before it is saved.

import { byId, element } from "./elements.js";
import { fetched } from "./stream.js";
import { word } from "./words.js";

let addresses = []; // of what is shown now, let go of when the next report is made

/** Make a report and show it; `whole` with the pictures in which no game is seen, which are left out else. */
export async function makeReport({ whole = false } = {}) {
  const told = byId("reporting-told");
  told.textContent = word("report-making");
  byId("reporting-words").replaceChildren();
  byId("reporting-pictures").replaceChildren();
  byId("reporting-save").hidden = true;
  addresses.forEach((address) => URL.revokeObjectURL(address));
  addresses = [];
  byId("reporting-whole").hidden = true;
  if (!byId("reporting").open) byId("reporting").showModal();
  try {
    const made = await (await fetched("report", { whole })).json();
    told.textContent = word("report-shown");
    byId("reporting-words").replaceChildren(...made.words.map((line) => element("li", {}, line)));
    byId("reporting-whole").hidden = !made.without_game && !whole;
    byId("reporting-whole").querySelector("input").checked = whole;
    byId("reporting-whole").onchange = () => makeReport({ whole: !whole });
    for (let number = 0; number < made.pictures; number += 1) {
      byId("reporting-pictures").append(element("img", { src: await shown(`report/pictures/${number}`), alt: "" }));
    }
    const save = byId("reporting-save");
    save.href = await shown("report/file");
    save.download = made.name;
    save.hidden = false;
  } catch (error) {
    told.textContent = error.message;
  }
}

async function shown(path) {
  const address = URL.createObjectURL(await (await fetched(path)).blob());
  addresses.push(address);
  return address;
}
