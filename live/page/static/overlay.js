// The overlay for OBS: transparent; the address says what is shown:
// ?show=scores,last&scale=1.5&side=right&layout=row&theme=light&seconds=8&lang=de

import { byId, element } from "./elements.js";
import { follow } from "./stream.js";
import { coloursOf, scoreCards, signed } from "./scores.js";
import { winnersWords } from "./feast.js";
import { newsWords, translatePage } from "./words.js";

translatePage();
const wishes = new URLSearchParams(location.search);
const parts = (wishes.get("show") ?? "scores,last").split(",");
const scale = Math.min(Math.max(Number(wishes.get("scale") ?? 1) || 1, 0.3), 6);
document.body.style.fontSize = `${scale * 18}px`;
document.body.classList.toggle("right", wishes.get("side") === "right");
document.body.classList.toggle("row", wishes.get("layout") === "row");
document.body.classList.toggle("light", wishes.get("theme") === "light");
const seconds = Math.max(Number(wishes.get("seconds") ?? 8) || 0, 0); // 0: until the next move
byId("scores").hidden = !parts.includes("scores");
byId("last").hidden = !parts.includes("last");

let hiding = 0;
let colours = {};
follow({
  onState: (state) => {
    colours = coloursOf(state);
    byId("scores").replaceChildren(...scoreCards(state));
    const winners = state.players.filter((player) => state.over && state.winners.includes(player.name));
    byId("won").hidden = winners.length === 0;
    if (winners.length > 0) byId("won").textContent = `★ ${winnersWords(winners)}`;
  },
  onNews: (event, data) => {
    if (event !== "move" && event !== "replaced") return;
    const points = data.points ? element("b", {}, signed(data.points)) : null;
    byId("last").replaceChildren(element("p", { colour: colours[data.player] ?? "#888" }, `${newsWords(event, data)} `, points));
    clearTimeout(hiding);
    if (seconds > 0) hiding = setTimeout(() => byId("last").replaceChildren(), 1000 * seconds);
  },
});
