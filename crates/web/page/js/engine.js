// The engine: two workers of this page. One is always free for quick questions, the other one solves.

import { WorkerClient } from "./worker_client.js";

const quick = new WorkerClient();
const solver = new WorkerClient();

/** Asks for an answer that comes at once. */
export function ask(name, question, signal) {
  return quick.ask(name, question, { signal });
}

/** Asks for an answer that grows, and yields its parts as they arrive; the last is of the kind `end` or `error`. */
export async function* parts(name, question, signal) {
  let waiting = [];
  let wake = () => {};
  let ended = false;
  let failed = null;
  const tell = (part) => {
    waiting.push(part);
    wake();
  };
  solver
    .ask(name, question, { signal, tell })
    .catch((error) => (failed = error))
    .finally(() => {
      ended = true;
      wake();
    });
  for (;;) {
    const parts = waiting;
    waiting = [];
    yield* parts;
    if (failed) throw failed;
    if (waiting.length > 0) continue;
    if (ended) return;
    await new Promise((resolve) => (wake = resolve));
  }
}
