// Plays with `koproof gtp` as Sabaki does: through @sabaki/gtp, which sends what differs between its board and the
// engine's, and reads analyses line by line until it sends something else. Says what was seen, or the first fault
// (exit code 4).
//
//   node gtp.mjs PROGRAM

import gtp from "@sabaki/gtp";

const DOCUMENTED = ["A2", "B2", "A1", "B1", "A2", "A1"];

const controller = new gtp.Controller(process.argv[2], ["gtp", "--quiet"]);
const tracker = new gtp.ControllerStateTracker(controller);
const seen = { commands: 0, lines: 0 };
controller.on("response-received", () => (seen.commands += 1));
controller.start();

try {
  for (const name of ["kata-analyze", "lz-analyze", "undo", "rectangular_boardsize"]) {
    expect(await tracker.knowsCommand(name), `${name} is unknown`);
  }

  await sync([2, 2], []);
  for (const name of ["kata-analyze", "lz-analyze"]) {
    const moves = await analysed(name, 4);
    expect(moves.every(({ rate }) => rate === 100), `Black wins wherever he plays: ${JSON.stringify(moves)}`);
    // Leela Zero has no scores.
    const lead = name === "kata-analyze" ? 1 : null;
    expect(moves.every((move) => move.lead === lead), `by one point: ${JSON.stringify(moves)}`);
    expect(moves.every(({ visits }) => visits >= 10), "Sabaki writes nothing on moves of fewer visits");
  }

  await sync([2, 2], DOCUMENTED);
  const { error } = await controller.sendCommand({ name: "play", args: ["B", "A2"] });
  expect(error, "superko is not heeded");
  await sync([2, 2], DOCUMENTED.slice(0, 4));
  expect(tracker.state.history.length === 4, "two moves are taken back");
  await sync([2, 2], DOCUMENTED);
  expect((await genmove("B")) === "pass", "Black can only pass");

  await sync([5, 1], []);
  await sync([3, 3], []);
  await controller.sendCommand({ name: "kata-genmove_analyze", args: ["B", "10"] });
  await new Promise((resolve) => setImmediate(resolve));
  const made = tracker.state.history.map(({ args }) => args.join(" "));
  expect(made.join() === "B B2", `the first move on 3x3 is the centre, not ${made}`);
  await controller.stop();
} catch (error) {
  console.error(`gtp: ${error.message}`);
  controller.kill();
  process.exit(4);
}
console.log(`${seen.commands} commands answered, ${seen.lines} lines of analysis read`);

function sync(boardsize, vertices) {
  const history = vertices.map((vertex, index) => ({ name: "play", args: ["BW"[index % 2], vertex] }));
  return tracker.sync({ komi: 0, boardsize, history });
}

async function genmove(player) {
  const { content, error } = await controller.sendCommand({ name: "genmove", args: [player] });
  expect(!error, content);
  // Sabaki takes no other spelling of a pass for one.
  return content.trim() === "pass" ? "pass" : content.trim().toLowerCase();
}

/** Lets an analysis run until so many plays are judged for good, and ends it by another command. */
async function analysed(name, plays) {
  let last = [];
  const enough = new Promise((resolve) => {
    controller.sendCommand({ name, args: ["B", "1"] }, ({ line, end }) => {
      if (line.startsWith("info ")) {
        seen.lines += 1;
        last = read(line);
      }
      if (end || (last.length === plays && last.every(({ visits }) => visits === 1000))) resolve();
    });
  });
  await enough;
  expect(controller.busy, `${name} ends by itself`);
  const { content } = await controller.sendCommand({ name: "protocol_version" });
  expect(content === "2", "the command after an analysis is not answered");
  return last;
}

/** Reads a line as Sabaki does: plays only, rates with a point in them as shares of one, others as hundredths of a percent. */
function read(line) {
  const parts = line.split(/\s*\binfo\s+/).filter((part) => part !== "");
  return parts.flatMap((part) => {
    const [, keys, pv] = part.match(/^(.*?) pv((?: (?:pass|[A-Za-z]\d+))+)$/) ?? [];
    expect(pv !== undefined, `Sabaki reads nothing in: ${part}`);
    const words = keys.split(" ");
    const value = (key) => (words.includes(key) ? words[words.indexOf(key) + 1] : null);
    if (value("move") === "pass") return [];
    const rate = value("winrate");
    const lead = value("scoreLead");
    return {
      move: value("move"),
      visits: Number(value("visits")),
      rate: rate.includes(".") ? 100 * rate : rate / 100,
      lead: lead === null ? null : Number(lead),
    };
  });
}

function expect(truth, fault) {
  if (!truth) throw new Error(fault);
}
