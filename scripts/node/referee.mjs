// Judges games that `koproof game random --format json` writes, one JSON object a line, on stdin: captures and suicide by
// @sabaki/go-board, repetition by the few lines below. Grids and two players only. Says what was judged, or the first
// disagreement (exit code 4).

import readline from "node:readline";
import GoBoard from "@sabaki/go-board";

// What each superko rule remembers of a start, a play and a pass: `t` moves from the position `p` to `q`.
const REMEMBERED = {
  positional: { start: (p) => [p], play: (q) => q, pass: () => null },
  situational: { start: (p, t) => [p + t], play: (q, t) => q + other(t), pass: (p, t) => p + other(t) },
  "natural-situational": { start: (p, t) => [p + other(t)], play: (q, t) => q + t, pass: () => null },
  taylor: { start: () => [], play: (q, t) => q + t, pass: (p, t) => p + t },
};
const SIGNS = { black: 1, white: -1 };
const SYMBOLS = ["O", ".", "X"];
// Plays from a position are the same in every game; so many positions are kept.
const MOST_KEPT = 50_000;

class Disagreement extends Error {}

const kept = new Map();
const seen = { games: 0, turns: 0, points: 0, captured: 0, suicide: 0, superko: 0 };

for await (const line of readline.createInterface({ input: process.stdin })) {
  const game = JSON.parse(line);
  try {
    referee(game);
  } catch (error) {
    if (!(error instanceof Disagreement)) throw error;
    console.error(`referee: ${named(game)}, game ${seen.games + 1}, ${error.message}`);
    process.exit(4);
  }
  seen.last = game;
}
// Without a repetition, superko has not been tested.
if (seen.captured === 0 || seen.superko === 0) {
  console.error(`referee: nothing to judge: ${seen.games} games, ${seen.captured} captures, ${seen.superko} repetitions`);
  process.exit(4);
}
console.log(
  `${named(seen.last)}: ${seen.games} games agree; of ${seen.points} points judged in ${seen.turns} turns ` +
    `${seen.superko} were barred by superko; ${seen.captured} stones were taken, ${seen.suicide} times by suicide`,
);

function referee({ board, rules, start, turns, lost, score }) {
  const remembered = REMEMBERED[rules.superko];
  const history = new Set(remembered.start(start, turns[0].to_move));
  const taken = { black: 0, white: 0 };
  let position = start;
  let player = turns[0].to_move;
  let passes = 0;
  for (const [index, turn] of turns.entries()) {
    const at = `turn ${index + 1} (${player} at ${position}, ${turn.move})`;
    agree(`${at}: over`, false, passes >= 2);
    agree(`${at}: to move`, turn.to_move, player);
    const plays = playsAt(position, player);
    const verdicts = plays.map((play) => {
      if (play === null) return "#";
      if (play.suicide && rules.suicide === "forbid") return "s";
      return history.has(remembered.play(play.position, player)) ? "k" : "+";
    });
    agree(`${at}: points`, turn.points, verdicts.join(""));
    if (turn.move === "pass") {
      passes += 1;
      history.add(remembered.pass(position, player));
    } else {
      passes = 0;
      const play = plays.find((play) => play?.name === turn.move);
      position = play.position;
      history.add(remembered.play(position, player));
      taken.black += play.taken.black;
      taken.white += play.taken.white;
      seen.suicide += play.suicide ? 1 : 0;
    }
    agree(`${at}: position`, turn.position, position);
    player = other(player);
    seen.superko += verdicts.filter((verdict) => verdict === "k").length;
    seen.points += verdicts.length;
  }
  agree("two passes at the end", true, passes === 2);
  agree("stones lost", String(lost), `${taken.black},${taken.white}`);
  agree("score", score, area(position));
  seen.games += 1;
  seen.turns += turns.length;
  seen.captured += taken.black + taken.white;
}

function agree(what, koproof, referee) {
  if (koproof !== referee) throw new Disagreement(`${what}: koproof says ${koproof}, the referee ${referee}`);
}

// What a play at each point does, from the top left; null where there is a stone.
function playsAt(position, player) {
  const key = position + player;
  if (!kept.has(key)) {
    if (kept.size >= MOST_KEPT) kept.clear();
    const board = read(position);
    kept.set(key, vertices(board).map((vertex) => (board.get(vertex) === 0 ? playAt(board, player, vertex) : null)));
  }
  return kept.get(key);
}

function playAt(board, player, vertex) {
  const after = board.makeMove(SIGNS[player], vertex);
  return {
    // The column from the left is a letter, the row a number from the bottom.
    name: "abcdefghijklmnopqrstuvwxyz"[vertex[0]] + (board.height - vertex[1]),
    position: write(after),
    suicide: after.get(vertex) === 0,
    taken: { black: after.getCaptures(-1), white: after.getCaptures(1) },
  };
}

// Black's stones and the empty points that reach only them, less White's.
function area(position) {
  const board = read(position);
  let score = 0;
  for (const vertex of vertices(board)) {
    const chain = board.getChain(vertex);
    const around = board.get(vertex) === 0 ? chain.flatMap((v) => board.getNeighbors(v)) : [vertex];
    const signs = new Set(around.map((v) => board.get(v)).filter((sign) => sign !== 0));
    if (signs.size === 1) score += [...signs][0];
  }
  return score;
}

function read(position) {
  return new GoBoard(position.split("/").map((row) => [...row].map((symbol) => SYMBOLS.indexOf(symbol) - 1)));
}

function write(board) {
  return board.signMap.map((row) => row.map((sign) => SYMBOLS[sign + 1]).join("")).join("/");
}

function vertices(board) {
  return board.signMap.flatMap((row, y) => row.map((_, x) => [x, y]));
}

function other(player) {
  return player === "black" ? "white" : "black";
}

function named({ board, rules }) {
  return `${board}, ${rules.superko} superko, suicide ${rules.suicide === "allow" ? "allowed" : "forbidden"}`;
}
