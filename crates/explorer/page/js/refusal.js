// A question without an answer.

/** The reason why a question has no answer. `part` names what is wrong: board, rules, start or moves. */
export class Refusal extends Error {
  constructor({ error, part, move }) {
    super(error);
    this.part = part;
    /** The first move that cannot be made, from 1, if that is what is wrong. */
    this.move = move;
  }
}
