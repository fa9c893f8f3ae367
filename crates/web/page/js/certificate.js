// The page of a certificate: opened, checked, then walked.

import { Clerk } from "./clerk.js";
import { byId, html, onClick } from "./dom.js";
import { Walk } from "./walk.js";

const count = new Intl.NumberFormat("en");
/** Larger files are for the command line: memory is bounded here. */
const MAX_BYTES = 256 << 20;

const clerk = new Clerk();
let walk = null;
let asking = null;

function complain(text) {
  byId("notice").hidden = !text;
  byId("notice").textContent = text ?? "";
}

function working(text) {
  byId("progress").textContent = text;
  byId("working").hidden = !text;
}

/** Says whether the certificate proves what it states. */
function judge(name, isGood, text) {
  const verdict = byId("verdict");
  verdict.hidden = false;
  verdict.classList.toggle("good", isGood);
  verdict.replaceChildren(html("strong", {}, isGood ? "Accepted" : "Refused"), ` ${name}: ${text}`);
}

async function check(name, bytes) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  complain(null);
  byId("verdict").hidden = true;
  byId("walk").hidden = true;
  byId("proof").hidden = true;
  const started = performance.now();
  const tell = ({ steps }) => working(`Checking ${name}: ${count.format(steps)} steps.`);
  working(`Checking ${name} …`);
  try {
    const summary = await clerk.ask("check", bytes, { signal, tell });
    if (signal.aborted) return;
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    const { steps, most_live_steps: live } = summary;
    judge(name, true, `${count.format(steps)} steps follow, ${count.format(live)} in use at most. Checked in ${seconds} s.`);
    walk?.leave();
    walk = new Walk(clerk, summary, complain);
    await walk.begin();
  } catch (error) {
    if (signal.aborted) return;
    judge(name, false, `${error.message}.`);
  } finally {
    if (!signal.aborted) working("");
  }
}

async function take(file) {
  if (file.size > MAX_BYTES) complain(`${file.name} has more than 256 MiB: check it with koproof verify.`);
  else await check(file.name, await file.arrayBuffer());
}

/** Opens a file of this site: a link may name one, but not of another site. */
async function follow(path) {
  const address = new URL(path, document.baseURI);
  if (address.origin !== location.origin) {
    complain(`This link names ${path}, which is not of this site: save the file and open it here.`);
    return;
  }
  const name = address.pathname.split("/").at(-1);
  working(`Loading ${name} …`);
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText || `status ${response.status}`);
    await check(name, await response.arrayBuffer());
  } catch (error) {
    working("");
    complain(`${name} was not loaded: ${error.message}.`);
  }
}

async function listResults() {
  const response = await fetch("certificates/list.json");
  if (!response.ok) return;
  const names = await response.json();
  byId("results").append(...names.map((name) => html("option", { value: `certificates/${name}.kpc` }, name)));
}

function listen() {
  onClick("choose", () => byId("file").click());
  onClick("stop", () => {
    asking?.abort();
    working("");
  });
  byId("file").addEventListener("change", () => {
    const [file] = byId("file").files;
    if (file) take(file);
    byId("file").value = "";
  });
  byId("results").addEventListener("change", () => {
    const path = byId("results").value;
    if (!path) return;
    history.replaceState(null, "", `?file=${encodeURIComponent(path)}`);
    follow(path);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
}

listen();
await listResults().catch(() => {});
const wanted = new URLSearchParams(location.search).get("file");
if (wanted) {
  byId("results").value = wanted;
  await follow(wanted);
}
document.body.dataset.ready = "true";
