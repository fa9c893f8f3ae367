// The engine: the server of this page. The page that needs no install replaces this module.

import { Refusal } from "./refusal.js";

/** Says what a connection that fails most likely means; an answer that was not wanted any more is no failure. */
function lost(error, signal) {
  if (signal?.aborted || error.name === "AbortError") return error;
  return new Error("the server does not answer: check that koproof explore is running", { cause: error });
}

async function send(name, question, signal) {
  const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) };
  const asked = fetch(`/api/${name}`, name === "begin" ? { signal } : { ...body, signal });
  const response = await asked.catch((error) => {
    throw lost(error, signal);
  });
  if (response.ok) return response;
  throw new Refusal(await response.json().catch(() => ({ error: response.statusText })));
}

/** Asks for an answer that comes at once. */
export async function ask(name, question, signal) {
  const response = await send(name, question, signal);
  return response.json().catch((error) => {
    throw lost(error, signal);
  });
}

/**
 * Asks for an answer that grows, and yields its parts as they arrive; the last is of the kind `end` or `error`. While nobody sees the
 * page, it asks for none: all pages of a server share the six connections of a browser. Before it asks again, a part says so: `again`.
 */
export async function* parts(name, question, signal) {
  for (;;) {
    while (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    const hidden = new AbortController();
    document.addEventListener("visibilitychange", () => hidden.abort(), { once: true, signal });
    try {
      return yield* partsWhileSeen(name, question, AbortSignal.any([signal, hidden.signal]));
    } catch (error) {
      if (signal.aborted || !hidden.signal.aborted) throw error;
      yield { kind: "again" };
    }
  }
}

async function* partsWhileSeen(name, question, signal) {
  const response = await send(name, question, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let kind = null;
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw lost(error, signal);
    });
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const part = JSON.parse(line);
      kind = part.kind;
      yield part;
    }
  }
  if (kind !== "end" && kind !== "error") throw new Error("the answer broke off: check that koproof explore is running");
}
