// Refusals of questions.

/** The reason why a question has no answer. `part` is the invalid part: board, rules, start or moves. */
export class Refusal extends Error {
  constructor({ error, part, move, verdict }) {
    super(error);
    this.part = part;
    /** The number of the first move that cannot be made, from 1, if a move is the problem. */
    this.move = move;
    /** What is known of a certificate that was not accepted: `refused`, `no-certificate`, `unsupported`, `too-large` or `failed`. */
    this.verdict = verdict;
  }
}
