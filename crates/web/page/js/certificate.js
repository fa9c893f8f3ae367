// The certificate page: opens a certificate, checks it, and plays against it.

import { bracketOf } from "./bounds.js";
import { byId, html, onClick, showText } from "./dom.js";
import { fetched } from "./fetched.js";
import * as files from "./files.js";
import { keepFocus } from "./focus.js";
import { Refusal } from "./refusal.js";
import { rulesInWords } from "./rules.js";
import { outcome, short } from "./score.js";
import { Walk } from "./walk.js";
import { capital, count, counted } from "./words.js";
import { WorkerClient } from "./worker_client.js";

const inOrder = new Intl.Collator("en", { numeric: true });
/** The names of the results, by the end of their file names. */
const GROUPS = {
  "tromp-taylor": "Tromp-Taylor rules",
  nstt: "Tromp-Taylor rules without suicide (nstt)",
  positional: "Where superko rules differ: positional",
  situational: "Where superko rules differ: situational",
};
/** The largest size of a file. Larger files need the command line, because memory is limited here. */
const MAX_BYTES = 256 << 20;

const worker = new WorkerClient();
/** The named rule sets, once the worker has started. */
let presets = null;
let walk = null;
let asking = null;

function complain(text) {
  showText(byId("notice"), text);
}

function working(text) {
  byId("progress").textContent = text;
  keepFocus(() => (byId("working").hidden = !text), () => byId("choose"));
}

/** Describes the bounds that an accepted certificate proves. */
function proved({ about: { name }, rules, is_table: isTable, start, history, goals, roots, exact_states: exact }) {
  const under = `under ${rulesInWords(rules)}`;
  if (isTable) return `It proves a table of ${name} ${under}: ${counted(roots, "bound")}, exact values of ${counted(exact, "state")}.`;
  const { lo, hi } = bracketOf(goals.map(({ bound }) => bound));
  // The same stones without the moves that led to them may be worth something else, because superko forbids less.
  const board = /[XO]/.test(start) ? `the position ${start} on ${name}` : name;
  const after = history.length > 0 ? ` after ${history.join(", ")}` : "";
  const [{ to_move: mover }] = goals;
  const toMove = `with ${capital(mover)} to move`;
  let worth = `${short(lo, 0)} (${outcome(lo, 0)})`;
  if (hi === Infinity) worth = `at least ${short(lo, 0)}`;
  else if (lo === -Infinity) worth = `at most ${short(hi, 0)}`;
  else if (lo !== hi) worth = `between ${short(lo, 0)} and ${short(hi, 0)}`;
  return `It proves that ${board}${after} is worth ${worth}, ${toMove}, ${under}.`;
}

/** Shows the outcome of a check: accepted, refused, not a certificate, or not checked, which says nothing of the file. */
function judge(outcome, name, text) {
  const verdict = byId("verdict");
  verdict.hidden = false;
  verdict.classList.toggle("good", outcome === "Accepted");
  verdict.replaceChildren(html("strong", {}, outcome), ` ${name}: ${text}`);
}

/** Says why a certificate is not shown. Only a refusal by the checker says that the file proves nothing. */
function explain(name, error) {
  const verdict = error instanceof Refusal ? error.verdict : null;
  if (verdict === "no-certificate") judge("Not a certificate", name, `${error.message.replace(/^not a certificate: /, "")}.`);
  else if (verdict === "unsupported") judge("Not checked", name, `${error.message}. This says nothing of what the file proves.`);
  else if (verdict === "refused") judge("Refused", name, `${error.message}. The file proves nothing.`);
  else if (verdict === "too-large") judge("Not checked", name, "it needs more memory than a page has. Check it with koproof verify.");
  else if (verdict === "failed") judge("Accepted", name, `every step follows, but a page cannot show this proof: ${error.message}. See what koproof verify says.`);
  else judge("Not checked", name, `${error.message}. This says nothing of the file, which may need more memory than a page has: koproof verify checks it, too.`);
}

/** Shows either a proof or the explanation of certificates. */
function showProof(isOpen) {
  for (const id of ["walk", "past", "proof"]) byId(id).hidden = !isOpen;
  byId("help").hidden = isOpen;
  byId("drop").classList.toggle("opened", isOpen);
}

/** Ends what is under way for an earlier choice; the signal tells when a later one ends what begins now. */
function begin() {
  asking?.abort();
  asking = new AbortController();
  complain(null);
  working("");
  return asking.signal;
}

async function check(name, bytes, signal) {
  if (signal.aborted) return;
  byId("verdict").hidden = true;
  showProof(false);
  walk?.leave();
  walk = null;
  const started = performance.now();
  const tell = ({ steps }) => working(`Checking ${name}: ${count.format(steps)} steps.`);
  working(`Checking ${name} …`);
  try {
    const summary = await worker.ask("check", bytes, { signal, tell });
    await start();
    if (signal.aborted) return;
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    const steps = summary.steps === 1 ? "its one step follows" : `all ${count.format(summary.steps)} steps follow`;
    judge("Accepted", name, `${steps}. ${proved(summary)} Checked in ${seconds} s.`);
    showProof(true);
    await play(summary);
  } catch (error) {
    if (!signal.aborted) explain(name, error);
  } finally {
    if (!signal.aborted) working("");
  }
}

/** Starts the worker, unless it has started. */
async function start() {
  presets ??= (await worker.ask("begin", {})).presets;
}

/** Opens the game against an accepted proof. What goes wrong here says nothing of the proof. */
async function play(summary) {
  try {
    walk = new Walk(worker, { ...summary, presets }, complain);
    await walk.begin();
  } catch (error) {
    complain(`The proof is accepted, but cannot be played against here: ${error.message}.`);
  }
}

/** Checks the certificate that `read` gives, or says why it gives none. */
async function load(name, read, signal) {
  working(`Loading ${name} …`);
  try {
    await check(name, await read(), signal);
  } catch (error) {
    if (signal.aborted) return;
    working("");
    complain(`${name} was not loaded: ${error.message}.`);
  }
}

async function take(file) {
  const signal = begin();
  if (file.size > MAX_BYTES) complain(`${file.name} has more than 256 MiB: check it with koproof verify.`);
  else {
    // A reload cannot open this file again, and must not show another one.
    nameResult("", location.pathname);
    await load(file.name, () => files.bytes(file), signal);
  }
}

/** Opens a file of this site. A link may not name a file of another site. */
async function follow(path) {
  const signal = begin();
  if (!URL.canParse(path, document.baseURI)) {
    complain(`This link names ${path}, which is no address: open a file, or choose one of the results.`);
    return;
  }
  const address = new URL(path, document.baseURI);
  if (address.origin !== location.origin) {
    complain(`This link names ${path}, which is not of this site: save the file and open it here.`);
    return;
  }
  const name = address.pathname.split("/").findLast((part) => part !== "") ?? path;
  const read = async () => (await fetched(address, signal)).arrayBuffer();
  await load(name, read, signal);
}

async function listResults() {
  const response = await fetch("certificates/list.json");
  if (!response.ok) return;
  const names = (await response.json()).sort(inOrder.compare);
  const ending = (name) => name.slice(name.lastIndexOf(".") + 1);
  const option = (name) => html("option", { value: `certificates/${name}.kpc` }, name);
  const group = ([end, label]) => html("optgroup", { label }, ...names.filter((name) => ending(name) === end).map(option));
  byId("results").append(...Object.entries(GROUPS).map(group), ...names.filter((name) => !(ending(name) in GROUPS)).map(option));
}

/** Lets the menu and the address name a result, or none. */
function nameResult(path, address) {
  const menu = byId("results");
  menu.value = path;
  if (menu.selectedIndex < 0) menu.value = "";
  if (address) history.replaceState(null, "", address);
}

function openResult(path) {
  nameResult(path, `?file=${encodeURIComponent(path)}`);
  return follow(path);
}

function listen() {
  onClick("choose", () => byId("file").click());
  onClick("stop", () => {
    asking?.abort();
    working("");
  });
  files.listen("file", take);
  byId("results").addEventListener("change", () => {
    const path = byId("results").value;
    if (path) openResult(path);
  });
  onClick("forged", () => openResult("examples/2x2-forged.txt"));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
}

listen();
await start().catch((error) => complain(`The checker does not start: ${error.message}.`));
await listResults().catch(() => {});
const wanted = new URLSearchParams(location.search).get("file");
if (wanted) {
  nameResult(wanted);
  await follow(wanted);
}
document.body.dataset.ready = "true";
