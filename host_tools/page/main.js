// Keeps the page and the board together: one WebSocket, messages as in sim.py.

import { Panel, title } from "./board.js";
import { legend, listen } from "./keys.js";
import { Buzzer } from "./sound.js";

const RETRY_MS = [250, 500, 1000, 2000];
const SAY_MS = 250; // the screen comes row by row: wait for the last

const by = (id) => document.getElementById(id);
const stage = by("stage");
const buzzer = new Buzzer();
let panel, socket, shown;
let drawn = "";
let tries = 0;
let began = null; // the emulated Pico's time when this page first heard of it

/** A row of the screen for the ear. */
function aloud(text) {
  return text.replace(/[\x01-\x04]/g, (suit) => "♣♦♥♠"[suit.charCodeAt(0) - 1]).trim();
}

function say({ rows = {}, buzzes = shown.buzzes }) {
  if (buzzes > shown.buzzes) {
    shown.refused = true;
    shown.news.clear(); // what the screen says from here on is why
  } else if (!Object.keys(rows).length) return;
  for (const row of Object.keys(rows)) shown.news.add(Number(row));
  clearTimeout(shown.saying);
  shown.saying = setTimeout(() => {
    const why = [...shown.news].sort().map((row) => aloud(shown.rows[row])).filter(Boolean);
    if (shown.refused) by("refuses").textContent = `Refused. ${why.join(". ")}`;
    else if (shown.news.has(7)) by("says").textContent = aloud(shown.rows[7]);
    shown.news.clear();
    shown.refused = false;
  }, SAY_MS);
}

function draw(board) {
  const text = JSON.stringify(board);
  if (text !== drawn) {
    panel = new Panel(by("panel"), board);
    drawn = text;
    const names = board.keys.map(([name]) => name);
    by("keyboard").replaceChildren(
      ...legend(names, title).map(([key, what]) => {
        const row = document.createElement("tr");
        const cap = document.createElement("kbd");
        cap.textContent = key;
        row.insertCell().append(cap);
        row.insertCell().append(what);
        return row;
      }),
    );
    panel.fit(stage.clientWidth, stage.clientHeight);
  }
  for (let led = 0; led < panel.lights.length; led += 1) panel.light(led, 0);
  for (let row = 0; row < 8; row += 1) panel.row(row, "");
  panel.hold([]);
  shown = { rows: Array(8).fill(""), buzzes: 0, news: new Set(), refused: false };
}

function show(message) {
  if (message.board) {
    draw(message.board);
    shown.buzzes = message.buzzes ?? 0; // refusals from before are no news
    document.body.classList.remove("lost");
    by("status").textContent = message.board.name;
    began = null;
    tries = 0;
  }
  const { lights = [], rows = {} } = message;
  for (let at = 0; at < lights.length; at += 2) panel.light(lights[at], lights[at + 1]);
  Object.assign(shown.rows, rows);
  for (const row of Object.keys(rows)) panel.row(Number(row), rows[row]);
  if (message.held) panel.hold(message.held);
  if ("hz" in message) buzzer.tone(message.hz);
  if (message.chip) slow(message.chip);
  say(message);
  shown.buzzes = message.buzzes ?? shown.buzzes;
}

/** Says how much slower than life an emulated board runs. */
function slow(chip) {
  const now = performance.now() / 1000;
  began ??= { now, chip };
  const ratio = chip > began.chip ? ` takes ${Math.round((now - began.now) / (chip - began.chip))} s` : "";
  by("status").textContent = `emulated Pico at ${chip} s; a second of its own${ratio}`;
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/board`);
  socket.addEventListener("message", ({ data }) => show(JSON.parse(data)));
  socket.addEventListener("close", () => {
    document.body.classList.add("lost");
    by("status").textContent = "The board does not answer. Trying again…";
    buzzer.tone(0);
    setTimeout(connect, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    tries += 1;
  });
}

listen(by("panel"), (name, down) => {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ [down ? "down" : "up"]: name }));
});
new ResizeObserver(() => panel?.fit(stage.clientWidth, stage.clientHeight)).observe(stage);

for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => buzzer.wake());
const showMuted = () => by("sound").setAttribute("aria-pressed", String(!buzzer.muted));
by("sound").addEventListener("click", () => {
  buzzer.mute(!buzzer.muted);
  showMuted();
});
showMuted();

by("ask").addEventListener("click", () => by("help").showModal());
addEventListener("keydown", (event) => {
  if (event.key === "?" && !by("help").open) by("help").showModal();
});
connect();
