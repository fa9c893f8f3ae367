// A worker, and its unanswered questions. If it does not stop in time, it is replaced.

import { Refusal } from "./refusal.js";

/** The worker starts from a text of this page, so that it has this page's content security policy; a file would have its own. */
const SCRIPT = `import ${JSON.stringify(new URL("./worker.js", import.meta.url))};`;
const BEGIN = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
const BUG = (why) => `the solver failed (${why}): please report the board, the rules and the moves as a bug`;
const UNREADY = (why) => `the solver did not start (${why}): check the connection, and that the browser allows WebAssembly, then load the page again`;
/** The time that a turn may continue after a request to stop. */
const GRACE = 1000;

export class WorkerClient {
  constructor() {
    this.questions = new Map();
    this.number = 0;
    this.start();
  }

  /** Starts a worker, and sends it the unanswered questions of the last one. */
  start() {
    this.worker = new Worker(BEGIN, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      // Without a message, a file of the worker was not loaded.
      this.lose(event.message ? BUG(event.message) : UNREADY("a file was not loaded"));
    };
    for (const [id, { name, question, stopping }] of this.questions) {
      if (stopping) this.questions.delete(id);
      else this.worker.postMessage({ id, name, question });
    }
  }

  replace() {
    this.worker?.terminate();
    this.start();
  }

  hear({ id, line, answer, refusal, failure, unready, done }) {
    const asked = this.questions.get(id);
    if (unready !== undefined) this.lose(UNREADY(unready));
    else if (failure !== undefined) this.fail(BUG(failure), id);
    if (!this.questions.has(id)) return;
    if (line !== undefined) asked.tell(JSON.parse(line));
    else this.questions.delete(id);
    if (answer !== undefined) asked.end(JSON.parse(answer));
    else if (refusal !== undefined) asked.refuse(new Refusal(JSON.parse(refusal)));
    else if (done) asked.end();
  }

  /** Ends a question without an answer. Its worker is replaced, because its memory may be corrupt. */
  fail(why, id) {
    this.questions.get(id)?.refuse(new Error(why));
    this.questions.delete(id);
    this.replace();
  }

  /** Ends every question, and the worker, which cannot answer. The next question starts another one. */
  lose(why) {
    this.worker.terminate();
    this.worker = null;
    for (const { refuse } of this.questions.values()) refuse(new Error(why));
    this.questions.clear();
  }

  /** Asks a question; `tell` receives the lines of an answer that grows. */
  ask(name, question, { signal, tell = () => {} } = {}) {
    return new Promise((end, refuse) => {
      const id = (this.number += 1);
      const left = () => {
        refuse(new DOMException("The question was withdrawn.", "AbortError"));
        this.stop(id);
      };
      if (signal?.aborted) return left();
      signal?.addEventListener("abort", left);
      if (!this.worker) this.start();
      this.questions.set(id, { name, question, tell, end, refuse });
      this.worker.postMessage({ id, name, question });
      return undefined;
    });
  }

  /** Withdraws a question: first by a request to stop, so that the claims are kept. */
  stop(id) {
    const asked = this.questions.get(id);
    if (!asked || asked.stopping) return;
    asked.stopping = true;
    asked.tell = () => {};
    this.worker?.postMessage({ stop: id });
    setTimeout(() => this.questions.has(id) && this.replace(), GRACE);
  }
}
