// The player to move, the value of the position, and the progress of the solver.

import { byId, showText } from "./dom.js";
import { bracket, outcome } from "./score.js";
import { capital, counted } from "./words.js";

/** A time in words, rounded first, so that no part of it is ever 60 seconds. */
export function duration(seconds) {
  const whole = Math.round(seconds);
  if (Math.round(10 * seconds) < 100) return `${seconds.toFixed(1)} s`;
  if (whole < 120) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function turn(game, state) {
  if (state.over) return `The game is over: ${outcome(state.score, game.komi)}`;
  return `${capital(state.to_move)} to move, move ${game.at + 1}`;
}

function worth(game, state, values) {
  if (state.over) return bracket({ lo: state.score, hi: state.score }, game.komi);
  if (values.value === null) return "";
  const text = bracket(values.value, game.komi);
  return values.exact ? `${text}, ${outcome(values.value.lo, game.komi)}` : text;
}

function progress({ effort, done, stopped, open, exact }) {
  const { expansions, seconds } = effort;
  const spent = `${counted(expansions, "expansion")}, ${duration(seconds)}`;
  if (stopped) return `Stopped after ${spent}.`;
  if (open) return `Not solved: ${open}. ${spent}.`;
  if (done) return expansions ? `Solved with ${spent}.` : "Solved.";
  return `${exact ? "Solving the moves" : "Solving"}: ${spent}.`;
}

/** Shows the status; `showsValue` tells whether the value may be shown. */
export function showStatus(game, state, values, showsValue) {
  byId("turn").textContent = turn(game, state);
  const value = byId("value");
  value.textContent = showsValue || state.over ? worth(game, state, values) : "";
  value.classList.toggle("open", !values.exact);
  value.dataset.done = values.done;
  const { prisoners } = state;
  showText(byId("prisoners"), prisoners && `Prisoners: Black ${prisoners[0]}, White ${prisoners[1]}`);
  byId("progress").textContent = state.over ? "" : progress(values);
  byId("stop").hidden = state.over || (values.done && !values.stopped);
  byId("stop").textContent = values.stopped ? "Continue" : "Stop";
  byId("solving").hidden = values.done || state.over;
  // The legend explains only the marks that can be on the board now.
  byId("legend-open").hidden = values.done && values.exact;
  for (const rule of ["superko", "suicide"]) byId(`legend-${rule}`).hidden = !state.points.some((point) => point.rule === rule);
}
