// What the page asks, and of whom: the only module that knows that a server answers.
//
// Questions and answers are plain objects, so that a worker in the same page could answer as well.

/** The reason why a question has no answer. `part` names what is wrong: board, rules, start or moves. */
export class Refusal extends Error {
  constructor({ error, part, move }) {
    super(error);
    this.part = part;
    /** The first move that cannot be made, from 1, if that is what is wrong. */
    this.move = move;
  }
}

async function checked(response) {
  if (response.ok) return response;
  throw new Refusal(await response.json().catch(() => ({ error: response.statusText })));
}

async function ask(path, question, signal) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  return checked(response);
}

/** Asks for an answer that grows, and gives its parts as they come. */
async function* parts(path, question, signal) {
  const response = await ask(path, question, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines.map((line) => JSON.parse(line));
  }
}

/** The game to begin with, the presets of rules, the families of boards. */
export async function begin() {
  return (await checked(await fetch("/api/begin"))).json();
}

/** What a board is and how it is drawn. */
export async function board(name, signal) {
  return (await ask("/api/board", { board: name }, signal)).json();
}

/** Where a game stands, and what is legal. */
export async function state(question, signal) {
  return (await ask("/api/state", question, signal)).json();
}

/** What each move is worth, in parts. */
export function values(question, signal) {
  return parts("/api/values", question, signal);
}

/** What all colorings of a board are worth, in parts. */
export function table(question, signal) {
  return parts("/api/table", question, signal);
}
