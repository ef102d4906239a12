"""The page as somebody at the table uses it; scores are read off its lights."""

import base64
import signal
import statistics

import pytest

from firmware.boards import continuous3 as board
from tests.page import picture

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

# A game for two: who scores, how many.
GAME = [(0, 2), (1, 12), (0, 26), (1, 7), (0, 9), (1, 24), (0, 17), (1, 1), (0, 24), (1, 13)]
GAME += [(0, 8), (1, 20), (0, 13), (1, 6), (0, 12), (1, 18), (0, 10)]


def points(n):
    """The rank keys that add up to n."""
    kings, rest = divmod(n, 13)
    names = {0: [], 1: ["A"], 11: ["J"], 12: ["Q"]}
    return ["K"] * kings + names.get(rest, [str(rest)])


def played(panel, press, after):
    """Pegs the whole game by `press(key)`; `after(n)` once the n-th score shows."""
    scores = [0, 0]
    for n, (side, score) in enumerate(GAME):
        for name in [*points(score), f"P{side + 1}"]:
            press(name)
        scores[side] = min(scores[side] + score, 121)
        panel.shows(*scores)
        after(n)
    assert scores[0] == 121


def test_the_panel_is_drawn_as_the_board_file_has_it(panel):
    page = panel.page
    holes = "all => all.map(hole => [hole.cx.baseVal.value, hole.cy.baseVal.value])"
    expected = [
        [pytest.approx(x + step * i, abs=0.01), pytest.approx(y + track * board.TRACK_STEP)]
        for track in range(len(board.TRACK_PINS))
        for x, y, step, n in board.RUNS
        for i in range(n)
    ]
    assert len(expected) == len(board.TRACK_PINS) * board.LEDS
    assert page.eval_on_selector_all(".hole", holes) == expected
    names = page.eval_on_selector_all("[data-key]", "all => all.map(key => key.dataset.key)")
    assert names == [name for row in board.KEYMAP for name in row]
    assert page.get_attribute("#panel", "viewBox") == "0 0 {} {}".format(*board.PANEL)


def test_keys_by_mouse_give_lights(panel):
    panel.click("10 2 P1")
    panel.shows(12, 0)
    panel.click("3 P2")
    panel.shows(12, 3)


def test_a_game_by_mouse_goes_on_after_a_reload_and_a_restart(panel):
    def after(n):
        if n == 5:
            panel.page.reload()
            panel.ready()
        elif n == 9:
            panel.sim.stop(signal.SIGKILL)
            panel.page.wait_for_selector("body.lost")
            panel.sim.start()
            panel.ready()
            panel.troubles.clear()  # the browser notes on its console that nobody answered
        if n in (5, 9):
            panel.shows(
                *(sum(score for who, score in GAME[: n + 1] if who == s) for s in (0, 1))
            )

    played(panel, lambda name: panel.key(name).click(), after)
    panel.click("2 P2")  # after a win points are refused
    panel.until("() => document.querySelector('#refuses').textContent")
    assert panel.fronts()[0] == 121


def test_a_game_by_keyboard(panel):
    typed = {"10": "0", "OK": "Enter", "P1": "Shift+Digit1", "P2": "Shift+Digit2"}
    typed |= {str(n): f"Digit{n}" for n in range(2, 10)} | {"10": "Digit0"}
    press = panel.page.keyboard.press
    played(panel, lambda name: press(typed.get(name, name.lower())), lambda n: None)


def test_a_hand_by_keyboard(panel):
    for key in ["Enter", "5", "c", "Enter", "Shift+2", "5", "h", "5", "d", "5", "s", "j", "c"]:
        panel.page.keyboard.press(key)
    panel.page.keyboard.press("Enter")
    panel.shows(0, 29)
    panel.page.keyboard.press("Backspace")
    panel.shows(0, 0)


def test_undo_held_gives_back(panel):
    panel.click("9 P1")
    panel.shows(9, 0)
    panel.click("UNDO")
    panel.shows(0, 0)
    panel.key("UNDO").hover()
    panel.page.mouse.down()
    panel.shows(9, 0)
    panel.page.mouse.up()
    panel.page.wait_for_selector("[data-key].held", state="detached")
    assert panel.fronts() == [9, 0]
    panel.page.keyboard.press("Backspace")
    panel.shows(0, 0)
    panel.page.keyboard.down("Backspace")
    panel.shows(9, 0)
    panel.page.keyboard.up("Backspace")


def test_touch_on_a_phone_and_holding(opened):
    panel = opened(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=3)
    for name in ["OK", "10", "2", "P1"]:
        panel.key(name).tap()
    panel.shows(12, 0)
    panel.key("UNDO").tap()
    panel.shows(0, 0)
    box = panel.key("UNDO").bounding_box()
    finger = panel.page.context.new_cdp_session(panel.page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    panel.shows(12, 0)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    panel.page.wait_for_selector("[data-key].held", state="detached")


@pytest.mark.parametrize(
    "size", [PHONE, {"width": 360, "height": 640}, {"width": 740, "height": 360}]
)
def test_it_fits_a_phone(opened, size):
    panel = opened(viewport=size)
    wide, high = panel.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert (wide, high) == (size["width"], size["height"])
    for row in board.KEYMAP:
        for name in row:
            box = panel.key(name).bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
            assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
            assert box["width"] >= (44 if size == PHONE else 30)


def test_nothing_moves_about_while_it_loads(opened):
    panel = opened(viewport=DESK)
    panel.page.reload()
    panel.ready()
    shifts = """() => new Promise(done => {
      new PerformanceObserver(list => done(list.getEntries().map(entry => entry.value)))
        .observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => done([])));
    })"""
    assert panel.page.evaluate(shifts) == []


def test_a_second_page_sees_the_same(panel, opened):
    panel.click("7 P1 4 P2")
    panel.shows(7, 4)
    other = opened(viewport=PHONE)
    other.shows(7, 4)
    assert other.rows() == panel.rows()
    panel.key("GO").hover()
    panel.page.mouse.down()
    other.page.wait_for_selector('[data-key="GO"].held')
    panel.page.mouse.up()
    other.page.wait_for_selector('[data-key="GO"].held', state="detached")
    other.click("2 P1")
    panel.shows(9, 4)


def test_a_key_is_let_go_when_its_page_closes(panel, opened):
    other = opened(viewport=DESK)
    other.key("P1").hover()
    other.page.mouse.down()
    panel.page.wait_for_selector('[data-key="P1"].held')
    other.page.close()
    panel.page.wait_for_selector('[data-key="P1"].held', state="detached")


def test_a_lost_board_is_said_and_found_again(panel):
    panel.click("8 P2")
    panel.shows(0, 8)
    panel.sim.stop()
    panel.page.wait_for_selector("body.lost")
    assert "does not answer" in panel.page.text_content("#status")
    panel.sim.start()
    panel.ready()
    panel.shows(0, 8)
    panel.click("2 P2")
    panel.shows(0, 10)
    panel.troubles.clear()  # the browser notes on its console that nobody answered


def test_a_light_follows_its_key_within_50_ms(panel):
    panel.page.evaluate("""() => {
      window.took = [];
      let pressed = null;
      addEventListener("pointerdown", event => {
        pressed = event.target.closest("[data-key=P1]") && performance.now();
      }, true);
      new MutationObserver(() => {
        if (pressed === null) return;
        const began = pressed;
        pressed = null;
        requestAnimationFrame(() => window.took.push(performance.now() - began));
      }).observe(document.querySelector(".lights"), { attributes: true, subtree: true });
    }""")
    for n in range(1, 16):
        panel.click("2 P1")
        panel.shows(2 * n, 0)
        panel.until(f"() => window.took.length === {n}")
    assert statistics.median(panel.page.evaluate("window.took")) < 50


def test_it_can_be_used_without_seeing_it(panel):
    page = panel.page
    for name, label in [("A", "ace"), ("H", "hearts"), ("P1", "player 1"), ("OK", "OK")]:
        assert (
            page.get_by_role("button", name=label, exact=True).get_attribute("data-key") == name
        )
    panel.until("said => document.querySelector('#says').textContent === said", "OK: starter")
    assert panel.rows()[7] == "OK: starter"
    panel.key("9").focus()
    page.keyboard.press("Enter")  # with a key in focus that key is meant, not OK
    panel.key("P2").focus()
    page.keyboard.press("Space")
    panel.shows(0, 9)


def test_a_refusal_is_read_out(panel):
    panel.click("P1 5 P1")
    panel.until("() => document.querySelector('#refuses').textContent")
    assert panel.page.text_content("#refuses").startswith("Refused. ")


def test_help_takes_the_keyboard_while_it_is_open(panel):
    page = panel.page
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    assert "Backspace" in page.text_content("#keyboard")
    page.keyboard.press("Digit7")
    page.keyboard.press("Shift+Digit1")
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()
    panel.click("2 P1")
    panel.shows(2, 0)


def test_mute_is_kept(panel):
    sound = panel.page.locator("#sound")
    assert sound.get_attribute("aria-pressed") == "true"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "false"
    panel.page.reload()
    panel.ready()
    assert sound.get_attribute("aria-pressed") == "false"


def test_nothing_glides_for_those_who_want_it_still(opened):
    panel = opened(viewport=DESK, reduced_motion="reduce")
    glide = "key => getComputedStyle(key.querySelector('.moving')).transitionDuration"
    assert panel.key("A").evaluate(glide) == "0s"


# How far two pictures are apart: the mean of all colours' differences, 0 to 255.
APART = """async files => {
  const pixels = await Promise.all(files.map(async file => {
    const picture = await createImageBitmap(await (await fetch(file)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height).data;
  }));
  const [a, b] = pixels;
  const apart = a.reduce((sum, n, i) => sum + Math.abs(n - b[i]), 0) / a.length;
  return a.length === b.length && apart;
}"""


def test_the_picture_in_the_readme_is_what_the_page_draws(browser, tmp_path):
    picture.draw(browser, tmp_path / "game", tmp_path / "now.png")
    files = [
        "data:image/png;base64," + base64.b64encode(file.read_bytes()).decode()
        for file in (picture.FILE, tmp_path / "now.png")
    ]
    page = browser.new_page()
    apart = page.evaluate(APART, files)
    page.close()
    assert apart is not False and apart < 0.5, "python3 -m tests.page.picture draws it anew"
