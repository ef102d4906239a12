// Which key of the board is meant: by mouse, by touch, by the computer's keyboard.

const NAMED = {
  a: "A", j: "J", q: "Q", k: "K", c: "C", d: "D", h: "H", s: "S",
  g: "GO", m: "MENU", Enter: "OK", Backspace: "UNDO",
};
const DIGITS = { 0: ["10"], 1: ["+1"], 5: ["5", "+5"] };

/** The names a keyboard event may stand for; digits by place, so that every layout has them. */
function meant(event) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit) return event.shiftKey ? [`P${digit}`] : (DIGITS[digit] ?? [digit]);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return NAMED[key] ? [NAMED[key]] : [];
}

/** Rows of [what to press, which keys that is] for a board that has these keys. */
export function legend(names, title) {
  const rows = [];
  const players = names.filter((name) => /^P\d$/.test(name));
  rows.push(["2 – 9, 0", "ranks, 0 for the ten"]);
  rows.push([`Shift 1 – ${players.length}`, `${players[0]} – ${players.at(-1)}`]);
  for (const [key, name] of Object.entries(NAMED)) {
    if (names.includes(name)) rows.push([key.length === 1 ? key.toUpperCase() : key, title(name)]);
  }
  return rows;
}

/** Calls press(name, down) for each edge; the panel's keys carry their names as data-key. */
export function listen(panel, press) {
  const held = new Map(); // pointer's number or keyboard's code: name

  const down = (source, name) => {
    if (held.has(source)) return;
    held.set(source, name);
    press(name, true);
  };
  const up = (source) => {
    const name = held.get(source);
    if (held.delete(source) && ![...held.values()].includes(name)) press(name, false);
  };
  const upAll = () => [...held.keys()].forEach(up);

  panel.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("[data-key]");
    if (!key || event.button) return;
    event.preventDefault(); // the mouse takes no focus, and a long touch selects nothing
    key.setPointerCapture(event.pointerId);
    down(event.pointerId, key.dataset.key);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    panel.addEventListener(end, (event) => up(event.pointerId));
  }
  panel.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-key]")) event.preventDefault();
  });

  const focused = (event) =>
    ["Enter", " "].includes(event.key) && document.activeElement?.dataset?.key;
  const elsewhere = (event) =>
    document.querySelector("dialog[open]") ||
    (["Enter", " "].includes(event.key) && document.activeElement?.localName === "button");

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || elsewhere(event)) return;
    const name = focused(event) || meant(event).find((each) => panel.querySelector(`[data-key="${each}"]`));
    if (!name) return;
    event.preventDefault();
    if (!event.repeat) down(event.code, name);
  });
  addEventListener("keyup", (event) => up(event.code));
  addEventListener("blur", upAll);
  document.addEventListener("visibilitychange", () => document.hidden && upAll());
}
