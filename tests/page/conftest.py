"""A board served by `sim`, and Chromium to look at it."""

import importlib.util
import shutil
import signal
import subprocess
import sys
import threading

import pytest

from firmware.boards import continuous3
from host_tools.bootstrap import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WAIT_MS = 5000

# {track: LED of its brightest hole}: a front peg outshines ghosts, rear pegs and the sweep.
FRONTS = """([start, match]) => {
  const fronts = {};
  for (const light of document.querySelectorAll(".lights circle")) {
    const { track, led } = light.dataset;
    const level = Number(light.getAttribute("opacity"));
    if (led < start || led >= match || !level) continue;
    if (!fronts[track] || level > fronts[track].level) fronts[track] = { level, led };
  }
  return Object.values(fronts).map(({ led }) => led - start);
}"""


def pytest_collection_modifyitems(items):
    lacking = [name for name in ("aiohttp", "playwright") if not importlib.util.find_spec(name)]
    lacking += [] if CHROMIUM else ["Chromium"]
    if lacking:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"{', '.join(lacking)} is not installed"))


class Sim:
    """`python3 -m host_tools sim` as a process, its game kept in `save`."""

    def __init__(self, save):
        self.save = save
        self.port = 0
        self.start()

    def start(self):
        command = [sys.executable, "-m", "host_tools", "sim", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--save", str(self.save)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        watchdog = threading.Timer(20, self.process.kill)  # then the line below comes empty
        watchdog.start()
        self.url = self.process.stdout.readline().split(" ")[0]
        watchdog.cancel()
        assert self.url.startswith("http://127.0.0.1:"), self.process.wait()
        self.port = int(self.url.split(":")[-1].rstrip("/"))

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        self.process.wait(10)
        self.process.stdout.close()


class Panel:
    """A page with the board on it, for hands and eyes."""

    def __init__(self, page, sim):
        self.page = page
        self.sim = sim
        self.troubles = []  # anything on the console, and requests to elsewhere
        page.set_default_timeout(WAIT_MS)
        page.on("console", lambda message: self.troubles.append(message.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", self._ask)
        page.goto(sim.url)
        self.ready()

    def _ask(self, request):
        if not request.url.startswith(self.sim.url):
            self.troubles.append(request.url)

    def ready(self):
        self.page.wait_for_selector("body:not(.lost) [data-key]")
        self.until("() => document.querySelector('.dots path')?.dataset.text")

    def until(self, predicate, argument=None):
        """Waits for a JavaScript function to give something true.

        Playwright's own wait_for_function needs eval, which the page forbids.
        """
        self.page.evaluate(
            f"""async argument => {{
              const end = performance.now() + {WAIT_MS};
              while (!({predicate})(argument)) {{
                if (performance.now() > end) throw new Error("waited in vain");
                await new Promise(requestAnimationFrame);
              }}
            }}""",
            argument,
        )

    def key(self, name):
        return self.page.locator(f'[data-key="{name}"]')

    def click(self, keys):
        for name in keys.split():
            self.key(name).click()

    def fronts(self):
        """The score of each track's front peg, read off the lights."""
        return self.page.evaluate(FRONTS, [continuous3.START, continuous3.MATCH])

    def shows(self, *fronts):
        """Waits until the front pegs stand there."""
        self.until(
            f"([places, wanted]) => String(({FRONTS})(places)) === String(wanted)",
            [[continuous3.START, continuous3.MATCH], list(fronts)],
        )

    def rows(self):
        rows = "all => all.map(row => row.dataset.text)"
        return self.page.eval_on_selector_all(".dots path", rows)


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def sim(tmp_path):
    sim = Sim(tmp_path / "game")
    yield sim
    if sim.process.poll() is None:
        sim.stop()


@pytest.fixture
def opened(browser, sim):
    """Opens a page on the board: opened(**options of a browser's context)."""
    contexts = []
    panels = []

    def opened(**options):
        contexts.append(browser.new_context(**options))
        panels.append(Panel(contexts[-1].new_page(), sim))
        return panels[-1]

    yield opened
    for context in contexts:
        context.close()
    assert [panel.troubles for panel in panels] == [[]] * len(panels)


@pytest.fixture
def panel(opened):
    """A page at a new game, the question who deals answered."""
    panel = opened(viewport={"width": 1280, "height": 800})
    panel.click("OK")
    panel.shows(0, 0)
    return panel
