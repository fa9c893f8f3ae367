// Judges a tree that `koproof game sgf` writes, on stdin: read by @sabaki/sgf, every line replayed on @sabaki/go-board under
// positional superko. Every position must have a value; moves said to be good must keep it and bad ones not; what is
// said to be forbidden must be; and a game that is over must have the value of its score. Says what was judged, or the
// first fault (exit code 4).

import GoBoard from "@sabaki/go-board";
import sgf from "@sabaki/sgf";

const seen = { positions: 0, ends: 0, good: 0, bad: 0, forbidden: 0 };

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
try {
  const roots = sgf.parse(Buffer.concat(chunks).toString("utf8"));
  expect(roots.length === 1, `${roots.length} trees`);
  const [{ data }] = roots;
  expect(data.FF[0] === "4" && data.GM[0] === "1", "it is no SGF 4 of Go");
  const [columns, rows = columns] = data.SZ[0].split(":").map(Number);
  expect(!data.SZ[0].includes(":") || columns !== rows, `a square board with SZ[${data.SZ}]`);
  const board = GoBoard.fromDimensions(columns, rows);
  for (const [name, sign] of [["AB", 1], ["AW", -1]]) {
    for (const point of data[name] ?? []) board.set(sgf.parseVertex(point), sign);
  }
  judge(roots[0], { board, history: [write(board)], passes: 0, player: data.PL[0], komi: Number(data.KM[0]) });
  expect(seen.ends > 0, "no line comes to an end");
} catch (error) {
  console.error(`sgf: ${error.message}`);
  process.exit(4);
}
console.log(
  `${seen.positions} positions, ${seen.ends} ends, ${seen.good} moves said to be good, ${seen.bad} bad, ` +
    `${seen.forbidden} points forbidden by superko`,
);

function judge(node, { board, history, passes, player, komi }) {
  const value = Number(node.data.V?.[0]);
  expect(Number.isFinite(value), `a position without a value: ${JSON.stringify(node.data)}`);
  seen.positions += 1;
  for (const point of node.data.MA ?? []) {
    const after = write(board.makeMove(player === "B" ? 1 : -1, sgf.parseVertex(point)));
    expect(history.includes(after), `${point} is said to be forbidden, but repeats nothing`);
    seen.forbidden += 1;
  }
  if (passes === 2) {
    expect(node.children.length === 0, "a game goes on after its end");
    expect(area(board) - komi === value, `the score is ${area(board) - komi}, not ${value}`);
    seen.ends += 1;
  }
  for (const child of node.children) {
    const place = child.data[player]?.[0];
    expect(place !== undefined, `${player} is to move: ${JSON.stringify(child.data)}`);
    const gain = (Number(child.data.V?.[0]) - value) * (player === "B" ? 1 : -1);
    expect(gain <= 0, "a move gains");
    expect(!child.data.TE || gain === 0, "a move said to be good gives points away");
    expect(!child.data.BM || gain < 0, "a move said to be bad keeps the value");
    seen.good += child.data.TE ? 1 : 0;
    seen.bad += child.data.BM ? 1 : 0;
    const next = { komi, player: player === "B" ? "W" : "B" };
    if (place === "") {
      judge(child, { ...next, board, history, passes: passes + 1 });
    } else {
      const vertex = sgf.parseVertex(place);
      expect(board.get(vertex) === 0, `${place} is occupied`);
      const after = board.makeMove(player === "B" ? 1 : -1, vertex);
      expect(!history.includes(write(after)), `${place} repeats a position`);
      judge(child, { ...next, board: after, history: [...history, write(after)], passes: 0 });
    }
  }
}

function expect(truth, fault) {
  if (!truth) throw new Error(fault);
}

function write(board) {
  return board.signMap.flat().join(",");
}

// Black's stones and the empty points that reach only them, less White's.
function area(board) {
  let score = 0;
  for (let x = 0; x < board.width; x++) {
    for (let y = 0; y < board.height; y++) {
      const sign = board.get([x, y]);
      const region = sign === 0 ? board.getChain([x, y]) : [];
      const touched = new Set(region.flatMap((point) => board.getNeighbors(point).map((next) => board.get(next))));
      touched.delete(0);
      score += sign !== 0 ? sign : touched.size === 1 ? [...touched][0] : 0;
    }
  }
  return score;
}
