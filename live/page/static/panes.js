// On a phone the page's parts lie side by side: swiped, or chosen below.

import { byId } from "./elements.js";
import { mayMove } from "./motion.js";

const TABS = [...document.querySelectorAll("#tabs button")];

/** Let the buttons below go to the parts, and say in which one people are. */
export function keepTabs() {
  for (const tab of TABS) {
    tab.addEventListener("click", () => showPane(tab.dataset.pane));
  }
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) mark(entry.target.id);
  }, { root: byId("panes"), threshold: 0.6 });
  for (const tab of TABS) seen.observe(byId(tab.dataset.pane));
  mark(TABS[0].dataset.pane);
}

/** Bring one part into sight. */
export function showPane(name) {
  const panes = byId("panes");
  panes.scrollTo({ left: byId(name).offsetLeft - panes.offsetLeft - 10, behavior: mayMove() ? "smooth" : "auto" });
}

function mark(name) {
  for (const tab of TABS) tab.setAttribute("aria-current", String(tab.dataset.pane === name));
}
