// What the table asks: a cut-out, a short question, its answers, and a way out for what nobody thought of.

import { byId, element } from "./elements.js";
import { languageNow, word } from "./words.js";

const MANY = 5; // answers, from which what they share is not said in each

/** Show the open questions; `tell(path, body)` sends an answer, null where none may be given; `showMe(question)` opens the way out. */
export function showQuestions(questions, { tell, showMe }) {
  const box = byId("questions");
  box.hidden = questions.length === 0;
  const written = JSON.stringify(questions) + languageNow();
  if (written === box.dataset.written) return;
  box.dataset.written = written;
  box.replaceChildren(...questions.map((question) => asked(question, tell, showMe)));
}

function asked(question, tell, showMe) {
  const picture = question.picture ? element("img", { src: question.picture, alt: word("cutout") }) : null;
  if (!tell) return element("article", { class: "question" }, picture, element("h2", {}, question.text), element("p", { class: "soft" }, word("answer-there")));
  const ending = question.choices.length < MANY ? "" : sharedEnding(question.choices);
  const answers = question.choices.map((choice, index) =>
    element(
      "button",
      {
        type: "button",
        class: index === 0 ? "main" : "",
        "aria-label": choice,
        onclick: () => tell("answers", { question: question.id, choice: index }),
      },
      choice.slice(0, choice.length - ending.length),
    ),
  );
  const out = element("button", { type: "button", class: "else", onclick: () => showMe(question) }, word("something-else"));
  const text = ending === "" ? question.text : `${question.text} …${ending}`;
  return element("article", { class: "question" }, picture, element("h2", {}, text), element("p", {}, ...answers, out));
}

/** The words with which all choices end, a blank before each: they are said once, above the answers. */
function sharedEnding(choices) {
  const words = choices.map((choice) => choice.split(" ").reverse());
  const most = Math.min(...words.map((each) => each.length)) - 1;
  let count = 0;
  while (count < most && words.every((each) => each[count] === words[0][count])) count += 1;
  return words[0].slice(0, count).reverse().map((each) => ` ${each}`).join("");
}
