// Draws the panel from the board's own data, and puts its lights and screen on it.

import { CELL, COLUMNS, tallPath, textPath } from "./font.js";

const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"] };
const WORDS = { A: "ace", J: "jack", Q: "queen", K: "king", GO: "go", MENU: "menu", UNDO: "undo" };
const GAMMA = 1 / 2.2; // an LED's light grows evenly with its number, a page's colour does not
const EXPOSURE = 90; // the LED's number that looks fully lit
const HOLE = 1.75; // mm
const GLOW = 6;

function el(parent, name, attributes = {}, text = "") {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return parent.appendChild(node);
}

const groups = (parent, names) =>
  names.split(" ").map((name) => el(parent, "g", { class: name }));
const n = (value) => Number(value.toFixed(2));

/** What a key is for, aloud. */
export function title(name) {
  if (SUITS[name]) return SUITS[name][1];
  return WORDS[name] ?? (/^P\d$/.test(name) ? `player ${name[1]}` : name);
}

function kind(name) {
  if (SUITS[name]) return "DH".includes(name) ? "suit red" : "suit";
  if (/^P\d$/.test(name)) return "player";
  return /^([AJQK]|\d+)$/.test(name) ? "rank" : `command ${name.toLowerCase()}`;
}

function around(points, margin) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}

export class Panel {
  constructor(svg, data) {
    this.svg = svg;
    this.data = data;
    svg.replaceChildren();
    this.drawDefs();
    const [name, tracks, screen, keypad] = groups(svg, "name tracks screen keypad");
    Object.assign(this, { name, tracks, screen, keypad });
    this.drawTracks();
    if (data.screen) this.drawScreen();
    this.drawKeys();
    this.drawName();
  }

  drawDefs() {
    this.defs = el(this.svg, "defs");
    const hole = el(this.defs, "radialGradient", { id: "hole", cy: ".62" });
    el(hole, "stop", { offset: ".25", class: "floor" });
    el(hole, "stop", { offset: "1", class: "wall" });
    const rim = el(this.defs, "linearGradient", { id: "rim", x2: "0", y2: "1" });
    el(rim, "stop", { offset: "0", class: "rim-top" });
    el(rim, "stop", { offset: "1", class: "rim-foot" });
  }

  drawTracks() {
    const { tracks, start, holes, game, match, matches, crib } = this.data;
    const first = tracks[0];
    const last = tracks.at(-1);
    const pitch = Math.hypot(first[1][0] - first[0][0], first[1][1] - first[0][1]);
    const next = (track, led) => {
      const [p, q] = [track[led], track[led + 1]];
      return q && Math.hypot(q[0] - p[0], q[1] - p[1]) < 1.5 * pitch ? q : null;
    };
    // Half a step beyond a LED, also where its run ends.
    const beyond = (track, led) => {
      const p = track[led];
      const q = next(track, led) ?? [2 * p[0] - track[led - 1][0], 2 * p[1] - track[led - 1][1]];
      return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    };
    const below = (led, mm) => {
      const [p, q] = [first[led], last[led]];
      const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
      return [(mm * (q[0] - p[0])) / length, (mm * (q[1] - p[1])) / length];
    };

    const layers = groups(this.tracks, "grooves marks words wells lights");
    const [grooves, marks, words, wells, lights] = layers;
    this.lights = [];

    tracks.forEach((track, t) => {
      const path = track.map(([x, y], led) => `${led && next(track, led - 1) ? "L" : "M"}${x} ${y}`);
      el(grooves, "path", { d: path.join("") });
      const [x, y] = track[crib];
      el(words, "text", { x: n(x - 1.45 * pitch), y: n(y + 1.4), class: "number" }, `${t + 1}`);
      track.forEach(([cx, cy], led) => {
        el(wells, "circle", { cx, cy: n(cy + 0.22), r: n(HOLE + 0.3), class: "lip" });
        el(wells, "circle", { cx, cy, r: HOLE, class: "hole" });
        const place = { cx, cy, r: GLOW, "data-track": t, "data-led": led };
        this.lights.push(el(lights, "circle", { ...place, opacity: 0 }));
      });
    });

    const mark = (led, name) => {
      const [a, b, d] = [beyond(first, led), beyond(last, led), below(led, 3.4)];
      el(marks, "path", {
        d: `M${n(a[0] - d[0])} ${n(a[1] - d[1])}L${n(b[0] + d[0])} ${n(b[1] + d[1])}`,
        class: name,
      });
    };
    const label = (led, text, name, up = false) => {
      const [p, d] = up ? [first[led], below(led, -5)] : [last[led], below(led, 7)];
      el(words, "text", { x: n(p[0] + d[0]), y: n(p[1] + d[1] + 1), class: name }, text);
    };
    for (let hole = 5; hole <= holes; hole += 5) {
      const street = hole % 30 === 0;
      mark(start + hole, street ? "street" : "five");
      label(start + hole, hole, street ? "street" : hole % 10 ? "five" : "ten");
    }
    mark(start, "street");
    mark(game, "five");
    const small = { crib, start, game, matches: match + (matches >> 1) };
    for (const [text, led] of Object.entries(small)) label(led, text, "small", true);

    // Where a run ends, the way on to the next.
    const middle = tracks[tracks.length >> 1];
    middle.forEach((p, led) => {
      const q = middle[led + 1];
      if (!q || next(middle, led)) return;
      const [u, v] = [p[0] - middle[led - 1][0], p[1] - middle[led - 1][1]];
      const [a, b] = [[p[0] + 0.75 * u, p[1] + 0.75 * v], [q[0] + 0.75 * u, q[1] + 0.75 * v]];
      const c = [1.1 * u, 1.1 * v];
      const head = `M${n(b[0] + 1.6 * Math.sign(u))} ${n(b[1] - 1.5)}L${b}l${1.6 * Math.sign(u)} 1.5`;
      el(marks, "path", {
        d: `M${a}C${a[0] + c[0]} ${a[1] + c[1]} ${b[0] + c[0]} ${b[1] + c[1]} ${b}${head}`,
        class: "way",
      });
    });

    this.tracksBox = around(tracks.flat(), 1.4 * pitch);
  }

  drawScreen() {
    const [x, y, w, h] = this.data.screen;
    const scale = Math.min((w - 5) / (COLUMNS * CELL), (h - 4) / (8 * CELL));
    el(this.screen, "rect", { x, y, width: w, height: h, rx: 1.6, class: "bezel" });
    el(this.screen, "rect", { x: x + 0.8, y: y + 0.8, width: w - 1.6, height: h - 1.6, rx: 1.1, class: "glass" });
    const at = [x + (w - COLUMNS * CELL * scale) / 2, y + (h - 8 * CELL * scale) / 2];
    const dots = el(this.screen, "g", { transform: `translate(${at}) scale(${n(scale)})`, class: "dots" });
    this.rows = Array.from({ length: 8 }, (_, row) =>
      el(dots, "path", { transform: `translate(0 ${row * CELL})` }),
    );
    this.screenBox = { x, y, w, h };
  }

  drawKeys() {
    const { keys, key_step: step } = this.data;
    this.keys = new Map();
    const [cap, rim] = [0.74 * step, 0.88 * step];
    for (const [name, x, y] of keys) {
      const key = el(this.keypad, "g", {
        class: `key ${kind(name)}`,
        transform: `translate(${x} ${y})`,
        tabindex: 0,
        role: "button",
        "aria-label": title(name),
        "data-key": name,
      });
      const square = (parent, side, up, rx, name) =>
        el(parent, "rect", { x: -side / 2, y: -side / 2 - up, width: side, height: side, rx, class: name });
      square(key, rim, -0.8, 2.4, "well");
      const moving = el(key, "g", { class: "moving" });
      square(moving, rim, 0, 2.4, "skirt");
      square(moving, rim, 0, 2.4, "shade");
      square(moving, cap, 0.7, 2, "cap");
      el(moving, "text", { y: 1.6 }, SUITS[name]?.[0] ?? name);
      this.keys.set(name, key);
    }
    this.keysBox = around(keys.map(([, x, y]) => [x, y]), step / 2);
  }

  /** The board's name, where nothing else stands: below the screen. */
  drawName() {
    if (!this.screenBox) return;
    const { x, y, w, h } = this.screenBox;
    const foot = this.keysBox.y + this.keysBox.h;
    el(this.name, "text", { x: n(x + w / 2), y: n((y + h + foot) / 2 + 3) }, "Spilikin");
  }

  /** Fits the panel to a stage of w by h pixels: as built, or its parts set anew on a small one. */
  fit(w, h) {
    const [width, height] = this.data.size;
    const form = w < 0.72 * h ? "tall" : h < 540 && w > 1.3 * h ? "wide" : "built";
    const place = (group, box, scale, x, y) =>
      group.setAttribute("transform", `translate(${n(x)} ${n(y)}) scale(${n(scale)}) translate(${-box.x} ${-box.y})`);
    const { tracksBox, screenBox, keysBox } = this;
    const gap = 7;
    let box = [width, height];
    for (const group of [this.tracks, this.screen, this.keypad]) group.removeAttribute("transform");
    if (form === "tall") {
      const inner = width - 2 * gap;
      const screen = screenBox ? (0.72 * inner) / screenBox.w : 0;
      const keys = inner / keysBox.w;
      let y = tracksBox.y + tracksBox.h + gap / 2;
      if (screenBox) {
        place(this.screen, screenBox, screen, (width - screen * screenBox.w) / 2, y);
        y += screen * screenBox.h + gap;
      }
      place(this.keypad, keysBox, keys, gap, y);
      box = [width, y + keys * keysBox.h + gap];
    } else if (form === "wide") {
      const tall = tracksBox.y + tracksBox.h;
      const side = keysBox.w;
      const screen = screenBox ? Math.min(side / screenBox.w, (tall - keysBox.h - 3 * gap) / screenBox.h) : 0;
      if (screenBox) place(this.screen, screenBox, screen, width + (side - screen * screenBox.w) / 2, gap);
      place(this.keypad, keysBox, 1, width, tall - keysBox.h - gap);
      box = [width + side + gap, tall];
    }
    this.svg.setAttribute("viewBox", `0 0 ${n(box[0])} ${n(box[1])}`);
    this.svg.dataset.form = form;
    this.svg.parentElement.style.setProperty("--ratio", box[0] / box[1]);
  }

  /** The glow of one colour, drawn once: LEDs differ in brightness more than in hue. */
  glow(rgb, most) {
    const part = (shift) => Math.round(15 * (((rgb >> shift) & 255) / most) ** GAMMA);
    const hue = [16, 8, 0].map((shift) => part(shift).toString(16)).join("");
    const id = `glow-${hue}`;
    if (!document.getElementById(id)) {
      const gradient = el(this.defs, "radialGradient", { id });
      const inside = HOLE / GLOW;
      const stop = (offset, colour, opacity) =>
        el(gradient, "stop", { offset: n(offset), "stop-color": colour, "stop-opacity": opacity });
      const pale = (digit) => Math.round(15 - (15 - parseInt(digit, 16)) * 0.35).toString(16);
      stop(0, `#${[...hue].map(pale).join("")}`, 1);
      stop(inside * 0.55, `#${hue}`, 1);
      stop(inside, `#${hue}`, 0.92);
      stop(inside * 1.15, `#${hue}`, 0.46);
      stop(0.58, `#${hue}`, 0.16);
      stop(1, `#${hue}`, 0);
    }
    return `url(#${id})`;
  }

  light(led, rgb) {
    const light = this.lights[led];
    const most = Math.max(rgb >> 16, (rgb >> 8) & 255, rgb & 255);
    light.setAttribute("opacity", n(Math.min(1, (most / EXPOSURE) ** GAMMA)));
    if (most) light.setAttribute("fill", this.glow(rgb, most));
  }

  /** Row 0 with nothing but figures is the band of tall ones, over rows 1 and 2. */
  row(row, text) {
    if (!this.rows) return;
    const tall = row === 0 && /^[\d ]+$/.test(text);
    this.rows[row].setAttribute("d", tall ? tallPath(text) : textPath(text));
    this.rows[row].dataset.text = text;
  }

  hold(names) {
    for (const [name, key] of this.keys) key.classList.toggle("held", names.includes(name));
  }
}
