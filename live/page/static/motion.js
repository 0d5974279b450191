// What moves: points fly from the board to the player who gets them, and the total counts up. Nothing moves for whoever
// wishes less of it.

import { element } from "./elements.js";
import { number, signed } from "./scores.js";

const FLIGHT_MS = 850;
const COUNTING_MS = 600;

export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Let points fly from a rectangle on the screen to a score card. */
export function flyPoints(points, from, card) {
  if (!mayMove() || !from || !card || document.hidden) return;
  const to = (card.querySelector(".total") ?? card).getBoundingClientRect();
  const chip = element("span", { class: "flying", "aria-hidden": "true" }, signed(points));
  document.body.append(chip);
  const size = chip.getBoundingClientRect();
  const at = (box) => `translate(${box.left + box.width / 2 - size.width / 2}px, ${box.top + box.height / 2 - size.height / 2}px)`;
  const steps = [
    { transform: `${at(from)} scale(.4)`, opacity: 0 },
    { transform: `${at(from)} translateY(-14px) scale(1.15)`, opacity: 1, offset: 0.3 },
    { transform: `${at(to)} scale(.7)`, opacity: 0.2 },
  ];
  chip.style.setProperty("left", "0");
  chip.style.setProperty("top", "0");
  const flight = chip.animate(steps, { duration: FLIGHT_MS, easing: "cubic-bezier(.5, 0, .2, 1)", fill: "both" });
  flight.finished.then(() => chip.remove(), () => chip.remove());
}

/** Let a total count from what it was to what it is. */
export function countTo(node, before, now) {
  if (!mayMove() || before === now || document.hidden) return;
  const begun = performance.now();
  const step = (time) => {
    if (!node.isConnected) return;
    const share = Math.min(Math.max((time - begun) / COUNTING_MS, 0), 1);
    node.textContent = number(Math.round(before + (now - before) * (1 - (1 - share) ** 3)));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
