// The worker: answers questions with the solver and the checker, one turn of work after the other.

import init, { Certificate, Engine, solve } from "../wasm/koproof_web.js";

const file = new URL("../wasm/koproof_web_bg.wasm", import.meta.url);
/** The memory for the claims of solvers, in mebibytes; less if the browser reports a small machine. */
const MEMORY = (navigator.deviceMemory ?? 4) < 4 ? 256 : 1024;
const ready = init({ module_or_path: file }).then(() => new Engine(MEMORY));
/** Answers that grow, by the number of their question. */
const jobs = new Map();
let running = false;
let certificate = null;

/** The question to which the solver's lines belong. */
let speaking = null;
globalThis.say = (line) => postMessage({ id: speaking, line });

/** A check ends with a certificate, which the next questions use. */
function check(bytes) {
  certificate?.free();
  certificate = null;
  certificate = Certificate.check(new Uint8Array(bytes));
  return certificate.summary();
}

function answer(engine, name, question) {
  const text = JSON.stringify(question);
  switch (name) {
    case "begin":
      return engine.begin();
    case "board":
      return engine.board(text);
    case "state":
      return engine.state(text);
    case "solve":
      return solve(text);
    case "check":
      return check(question);
    case "stand":
      // A worker that was replaced has no certificate.
      if (!certificate) throw JSON.stringify({ error: "the certificate is not loaded any more: open it again" });
      return certificate.stand(question.goal, JSON.stringify(question.moves));
    default:
      jobs.set(speaking, name === "table" ? engine.table(text) : engine.values(text));
      return null;
  }
}

/** Refusals are thrown as text; anything else is a failure of the solver, which must not continue. */
function attempt(id, action) {
  speaking = id;
  try {
    return action();
  } catch (error) {
    if (typeof error === "string") postMessage({ id, refusal: error });
    else postMessage({ id, failure: String(error?.message ?? error) });
    return undefined;
  }
}

/** Gives every job a turn, and receives messages in between. */
async function work() {
  if (running) return;
  running = true;
  while (jobs.size > 0) {
    for (const [id, job] of [...jobs]) {
      if (!jobs.has(id)) continue;
      const more = attempt(id, () => job.turn());
      if (more === false) finish(id);
      if (more === undefined) jobs.delete(id);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  running = false;
}

function finish(id) {
  jobs.get(id)?.free();
  jobs.delete(id);
  postMessage({ id, done: true });
}

addEventListener("message", async ({ data: { id, name, question, stop } }) => {
  const engine = await ready.catch((error) => postMessage({ id, unready: error.message }));
  if (!engine) return;
  if (stop !== undefined) {
    finish(stop);
    return;
  }
  const said = attempt(id, () => answer(engine, name, question));
  if (typeof said === "string") postMessage({ id, answer: said });
  if (said === null) work();
});
