"""PLAYING.md: every key sequence of the page is pressed, and gives what the page says.

In a line with an arrow each code span is pressed, a key in brackets held;
**bold** are the tracks' scores then, “quoted” is a row of the screen. A comment
`<!-- board … -->` or a table's row that begins with a game is a new board.
Elsewhere a code span names one key.
"""

import re

from firmware.boards import classic2, club6
from firmware.core import variants
from host_tools import panel
from host_tools.bootstrap import ROOT
from tests.playing import Player

PAGE = (ROOT / "PLAYING.md").read_text(encoding="utf-8")
GAMES = [game[variants.NAME] for game in variants.GAMES]
KEYS = {key for board in (club6, classic2) for row in board.KEYMAP for key in row if key}
TOKEN = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|“([^”]+)”")


def key(word):
    """The word for Board.press that the page's word means."""
    held = word[0] == "("
    name = word.strip("()")
    name = "CDHS"[panel.SUITS.index(name)] if name in panel.SUITS else name
    assert name in KEYS, f"no key {word!r}"
    return "HOLD:" + name if held else name


def board(line):
    """The new board that a line begins, or None."""
    found = re.match(r"<!-- board (.*?)-->|\| ([a-z-]+) \|", line)
    if not found or (found[2] and found[2] not in GAMES):
        return None
    words = [f"game={found[2]}"] if found[2] else found[1].split()
    wanted = dict(word.split("=") for word in words)
    file = classic2 if wanted.pop("on", "") == "classic2" else club6
    deals = int(wanted.pop("deals")) if "deals" in wanted else None
    numbers = {name: int(value) for name, value in wanted.items() if name != "game"}
    return Player(deals=deals, board=file, game=wanted.get("game", "six-card"), **numbers)


def pressed():
    """(the line, what it says, what the board shows) of every result on the page."""
    player = None
    for line in PAGE.splitlines():
        player = board(line) or player
        if "→" not in line:
            continue
        for keys, scores, row in TOKEN.findall(line):
            if keys:
                player.keys(" ".join(key(word) for word in keys.split()))
            elif scores:
                fronts = " ".join(str(front) for front in player.fronts())
                yield line, scores, fronts
            else:
                rows = player.panel()["screen"]
                yield line, row, row if row in rows else rows


def test_every_sequence_on_the_page_gives_what_the_page_says():
    results = list(pressed())
    assert len(results) > 40, "the page tells more than that"
    for line, told, found in results:
        assert told == found, line


def test_other_code_on_the_page_names_keys():
    for line in PAGE.splitlines():
        if "→" not in line and not line.startswith("<!--"):
            for keys, _, _ in TOKEN.findall(line):
                assert not keys or key(keys), line


def test_every_game_and_every_item_of_the_menu_is_on_the_page():
    cells = re.findall(r"^\| ([^|]*) \|", PAGE, re.MULTILINE)
    at = cells.index("item")
    assert [cell for cell in cells[:at] if cell in GAMES] == GAMES
    player = Player(board=club6)
    items = []
    while "new game?" not in items:
        items.append(player.keys("MENU").said()[0].partition(":")[0])
    assert cells[at + 2 :] == ["game"] + items[1:]
