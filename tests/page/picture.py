"""Draws the picture in README.md: python3 -m tests.page.picture [FILE]

The page's own picture, in Chromium, of the second game of a match: the best of all
hands has just been keyed.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from host_tools.bootstrap import ROOT
from tests.page.conftest import CHROMIUM, FLAGS, Panel, Sim

FILE = ROOT / "hardware" / "board.png"
SIZE = {"width": 840, "height": 900}
KEYS = (
    "OK K K P1 9 P2 K K P1 K 7 P2 K K P1 K K P1 K K P1 OK OK OK"
    " K 9 P1 K 4 P2 10 P1 K K P2 6 P1 K 8 P2 K K P1 9 P2 OK 5 C OK OK 5 H 5 D 5 S J C"
)
GHOST = ".lights [data-track='0'][data-led='94']"  # on hole 93, and blinking


def draw(browser, folder, file):
    """The board after KEYS, its game kept in `folder`, as a PNG in `file`."""
    sim = Sim(folder)
    panel = Panel(browser.new_page(viewport=SIZE, device_scale_factor=1), sim)
    panel.click(KEYS)
    panel.page.mouse.move(0, 0)  # off the key pressed last
    panel.until(
        "rows => document.querySelector(rows).dataset.text === 'OK: pegs 29'",
        ".dots :last-child",
    )
    panel.until(
        "ghost => Number(document.querySelector(ghost).getAttribute('opacity')) > .5", GHOST
    )
    panel.page.locator("#board").screenshot(path=file)
    sim.stop()


def main(file=FILE):
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        draw(browser, Path(folder, "game"), file)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
