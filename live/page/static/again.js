// Play again: the table rests while it is cleared, then the same players begin anew.

import { element } from "./elements.js";
import { word } from "./words.js";

/** Ask for a cleared table, then begin; `tell(path, body)` carries a wish out and says whether it was. */
export async function playAgain(state, tell) {
  if (!(await tell("pause", { paused: true }))) return;
  const begin = async () => {
    if (!(await tell("again", {}))) return dialog.close();
    dialog.onclose = null;
    dialog.remove();
  };
  const dialog = element(
    "dialog",
    { class: "again", "aria-labelledby": "again-title" },
    element("h2", { id: "again-title" }, word("again-clear")),
    element("p", {}, state.players.map((player) => player.name).join(", ")),
    element(
      "menu",
      {},
      element("button", { type: "button", onclick: () => dialog.close() }, word("cancel")),
      element("button", { type: "button", class: "main", onclick: begin }, word("again-begin")),
    ),
  );
  dialog.onclose = () => {
    dialog.remove();
    tell("pause", { paused: false });
  };
  document.body.append(dialog);
  dialog.showModal();
}
