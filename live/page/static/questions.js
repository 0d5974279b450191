// What the table asks: a cut-out, a short question, its answers, and a way out for what nobody thought of.

import { byId, element } from "./elements.js";
import { languageNow, word } from "./words.js";

/** Show the open questions; `tell(path, body)` sends an answer, `showMe(question)` opens the way out. */
export function showQuestions(questions, { tell, showMe }) {
  const box = byId("questions");
  box.hidden = questions.length === 0;
  const written = JSON.stringify(questions) + languageNow();
  if (written === box.dataset.written) return;
  box.dataset.written = written;
  box.replaceChildren(...questions.map((question) => asked(question, tell, showMe)));
}

function asked(question, tell, showMe) {
  const answers = question.choices.map((choice, index) =>
    element(
      "button",
      { type: "button", class: index === 0 ? "main" : "", onclick: () => tell("answers", { question: question.id, choice: index }) },
      choice,
    ),
  );
  const out = element("button", { type: "button", class: "else", onclick: () => showMe(question) }, word("something-else"));
  const picture = question.picture ? element("img", { src: question.picture, alt: word("cutout") }) : null;
  return element("article", { class: "question" }, picture, element("h2", {}, question.text), element("p", {}, ...answers, out));
}
