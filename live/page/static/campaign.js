// The campaign of which this game is an episode: its ledger beside the game, and the game entered when it is over.

import { byId, element } from "./elements.js";
import { number } from "./scores.js";
import { languageNow, word } from "./words.js";

let written = "";

/** Show the ledger; `tell(path, body, words)` enters the game, and says whether it was taken. */
export function showCampaign(state, tell) {
  const campaign = state.campaign;
  byId("campaign").hidden = !campaign;
  const open = campaign && state.over && !campaign.entered && !campaign.error;
  byId("feast-campaign").hidden = !open;
  const now = JSON.stringify([campaign, state.over]) + languageNow();
  if (!campaign || now === written) return;
  written = now;
  byId("campaign").replaceChildren(
    element("h2", {}, `${word("campaign")}: ${campaign.name}`),
    element("p", { id: "campaign-words", role: "status" }, wordsOf(campaign, state)),
    ...(campaign.ledger ? [tableOf(campaign.ledger)] : []),
    ...(open ? [formOf(campaign, tell)] : []),
  );
}

function wordsOf(campaign, state) {
  if (campaign.error) return campaign.error;
  if (campaign.entered) return word("episode-entered").replace("{n}", campaign.episode);
  const carried = Object.entries(campaign.ledger.carried).filter(([, points]) => points);
  const below = carried.map(([player, points]) => word("carried").replace("{player}", player).replace("{n}", number(-points)));
  const what = state.over ? (campaign.scored ? "episode-over" : "episode-points") : "episode-played";
  return [word(what).replace("{n}", campaign.episode), ...below].join(" ");
}

function tableOf(ledger) {
  const head = element("tr", {}, element("th", { scope: "col" }, word("episode")), ...ledger.players.map((player) => element("th", { scope: "col" }, player)));
  const rows = ledger.episodes.map((results, index) => element("tr", {}, element("th", { scope: "row" }, String(index + 1)), ...ledger.players.map((player) => {
    const result = results.find((one) => one.player === player);
    return element("td", {}, `${number(result.points)} ${"●".repeat(result.symbols)}`);
  })));
  const sums = element("tr", {}, element("th", { scope: "row" }, word("symbols")), ...ledger.players.map((player) => element("td", {}, String(ledger.symbols[player]))));
  return element("table", { id: "ledger" }, element("thead", {}, head), element("tbody", {}, ...rows, sums));
}

/** Where the episode's rules are known one press is enough; else what the score tokens show is asked for. */
function formOf(campaign, tell) {
  const players = campaign.ledger.players;
  const asked = campaign.scored ? [] : players.map((player) => element("p", {},
    element("label", {}, `${player}: ${word("points")} `, element("input", { name: "points", type: "number", max: 50, required: true, size: 4 })),
    element("label", {}, ` ${word("emptyrows")} `, element("input", { name: "empty", size: 8, autocomplete: "off" }))));
  const form = element("form", { id: "campaign-form" }, ...asked, element("button", { type: "submit", class: "main" }, word("into-campaign")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell("campaign", bodyOf(form, players), word("into-campaign"));
  });
  return form;
}

function bodyOf(form, players) {
  const fields = (name) => [...form.querySelectorAll(`[name=${name}]`)].map((field, at) => [players[at], field.value.trim()]);
  const points = Object.fromEntries(fields("points").map(([player, value]) => [player, Number(value)]));
  const rows = fields("empty").filter(([, value]) => value).map(([player, value]) => [player, value.split("/").map(Number)]);
  return { points, empty: Object.fromEntries(rows) };
}

/** From the feast: enter it where one press is enough, else go to where the points are asked for. */
export function enterFromFeast(state, tell) {
  byId("feast").close();
  if (state.campaign.scored) tell("campaign", {}, word("into-campaign"));
  else byId("campaign").querySelector("input")?.focus();
}
