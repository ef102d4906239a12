// The screen's figures as SVG path data, in the screen's own pixels. The letters
// are MicroPython's 8 by 8 font (framebuf, MIT): one byte a column, lowest bit on top.

// Club, diamond, heart, spade: the screen's characters \x01 to \x04.
const SUITS = "18185b7f5b181800081c3e7f3e1c08000e1f3f7e3f1f0e00181c5e7f5e1c1800";
const ASCII =
  "00000000000000000000004f4f0000000007070000070700147f7f14147f7f1400242e6b6b3a1200006333180c66630000327f4d4d777250000000040603010000001c3e63410000000041633e1c0000082a3e1c1c3e2a080008083e3e080800000080e0600000000008080808080800000000606000000000406030180c0602003e7f49457f3e000040447f7f40400000627351494f460000226349497f360000181814167f7f1000276745457d3900003e7f49497b3200000303797d07030000367f49497f360000266f49497f3e000000002424000000000080e46400000000081c3663414100001414141414140000414163361c080000020351590f0600003e7f414d4f2e00007c7e0b0b7e7c00007f7f49497f3600003e7f4141632200007f7f41633e1c00007f7f4949414100007f7f0909010100003e7f41497b3a00007f7f08087f7f000000417f7f410000002060417f3f0100007f7f1c36634100007f7f4040404000007f7f060c067f7f007f7f0e1c7f7f00003e7f41417f3e00007f7f09090f0600001e3f21617f5e00007f7f19396f460000266f49497b32000001017f7f010100003f7f40407f3f00001f3f60603f1f00007f7f3018307f7f0063771c1c77630000070f78780f0700006171594d47430000007f7f414100000002060c18306040000041417f7f000000080c06060c0800c0c0c0c0c0c0c0c0000001030604000000207454547c7800007f7f44447c380000387c44446c280000387c44447f7f0000387c54545c580000087e7f090302000098bca4a4fc7c00007f7f04047c78000000007d7d0000000040c08080fd7d00007f7f30386c44000000417f7f400000007c7c1830187c7c007c7c04047c780000387c44447c380000fcfc24243c180000183c2424fcfc00007c7c04040c080000485c545474200004043f7f44642000003c7c40407c3c00001c3c60603c1c00001c7c3018307c1c00446c38386c4400009cbca0a0fc7c00004464745c4c44000008083e77414100000000ffff000000004141773e0808000002030103020301";

export const COLUMNS = 16;
export const CELL = 8;
const DOT = 0.86; // of a pixel: the dark grid between an OLED's dots

function columns(char) {
  const code = char.charCodeAt(0);
  const [font, at] = code < 5 ? [SUITS, code - 1] : [ASCII, code - 32];
  const hex = font.slice(16 * at, 16 * at + 16);
  return Array.from({ length: CELL }, (_, x) => parseInt(hex.slice(2 * x, 2 * x + 2), 16) || 0);
}

/** One row of text, its top at y = 0: a dot a pixel. */
export function textPath(text) {
  let path = "";
  [...text].forEach((char, cell) => {
    columns(char).forEach((bits, x) => {
      for (let y = 0; bits >> y; y += 1) {
        if ((bits >> y) & 1) path += `M${cell * CELL + x} ${y}h${DOT}v${DOT}h-${DOT}z`;
      }
    });
  });
  return path;
}

// Which of the segments a to g each digit lights, top, right, right, foot, left, left, middle.
const LIT = ["abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg"];
const TALL = 23;
const STROKE = 3;
const GAP = 0.25; // between two segments

function bar(x, y, length, along) {
  const h = STROKE / 2;
  const [a, b] = [GAP, length - GAP];
  const ends = [[a, 0], [a + h, -h], [b - h, -h], [b, 0], [b - h, h], [a + h, h]];
  const at = ([u, v]) => (along ? `${x + u} ${y + v}` : `${x + v} ${y + u}`);
  return `M${ends.map(at).join("L")}z`;
}

function segments(x, width) {
  const [left, right] = [x + STROKE / 2, x + width - STROKE / 2];
  const [top, middle, foot] = [STROKE / 2, TALL / 2, TALL - STROKE / 2];
  const [across, down] = [right - left, middle - top];
  return {
    a: bar(left, top, across, true),
    b: bar(right, top, down, false),
    c: bar(right, middle, down, false),
    d: bar(left, foot, across, true),
    e: bar(left, middle, down, false),
    f: bar(left, top, down, false),
    g: bar(left, middle, across, true),
  };
}

/** Three rows of tall digits: each cell an equal share of the width, the digit 2 narrower. */
export function tallPath(text) {
  const cell = Math.floor((COLUMNS * CELL) / text.length);
  return [...text]
    .map((char, n) => {
      if (char === " ") return "";
      const shapes = segments(n * cell, cell - 2);
      return [...LIT[Number(char)]].map((name) => shapes[name]).join("");
    })
    .join("");
}
