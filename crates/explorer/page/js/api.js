// What the server is asked.

/** The server's reason not to answer; `move` is the first move that cannot be made, from 1, if that is it. */
export class Refusal extends Error {
  constructor(message, move) {
    super(message);
    this.move = move;
  }
}

async function post(path, body, signal) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) {
    const { error, move } = await response.json().catch(() => ({ error: response.statusText }));
    throw new Refusal(error, move);
  }
  return response;
}

export async function about() {
  const response = await fetch("/api/board");
  return response.json();
}

export async function state(question, signal) {
  const response = await post("/api/state", question, signal);
  return response.json();
}

/** Asks for an answer that grows, and gives its lines as they come. */
export async function* lines(path, question, signal) {
  const response = await post(path, question, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts.map((part) => JSON.parse(part));
  }
}
