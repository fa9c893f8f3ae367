// The engine: the server of this page. The page that needs no install replaces this module.

import { Refusal } from "./refusal.js";

async function send(name, question, signal) {
  const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) };
  const response = await fetch(`/api/${name}`, name === "begin" ? { signal } : { ...body, signal });
  if (response.ok) return response;
  throw new Refusal(await response.json().catch(() => ({ error: response.statusText })));
}

/** Asks for an answer that comes at once. */
export async function ask(name, question, signal) {
  return (await send(name, question, signal)).json();
}

/** Asks for an answer that grows, and yields its parts as they arrive; the last is of the kind `end` or `error`. */
export async function* parts(name, question, signal) {
  const response = await send(name, question, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let kind = null;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const part = JSON.parse(line);
      kind = part.kind;
      yield part;
    }
  }
  if (kind !== "end" && kind !== "error") throw new Error("the answer broke off; is koproof explore still running?");
}
