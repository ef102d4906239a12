"""Golden games: whole games as text, keys and what must come of them.

A line `> …` presses keys; the lines below it are the actions that must have
been taken, as host_tools/lines.py writes them, then `= …`: each track's front
and rear peg, the match pegs and the dealer. The first line names the settings.

`python3 -m tests.golden_games NAME …` writes what comes of the keys anew, and
with `deal` before the names the keys too, from the seeds below. Read the
difference before believing it.
"""

import os
import sys

from host_tools import virtual
from host_tools.lines import to_text
from tests.dealing import Dealing, press
from tests.playing import Player, row

DIRECTORY = "tests/golden"
SEEDS = {
    "six-card": (20, "deals=ask game=six-card match=5"),
    "five-card": (36, "deals=ask game=five-card match=3"),
    "seven-card": (20, "deals=ask game=seven-card match=3"),
    "three-handed": (14, "deals=ask game=three-handed match=3"),
    "four-handed": (7, "deals=ask game=four-handed match=3"),
    "four-alone": (11, "board=club6 deals=ask game=four-alone match=3 target=61"),
    "exchange": (19, "deals=ask game=exchange match=3"),
    "five-handed": (46, "board=club6 deals=ask game=five-handed match=3 target=61"),
    "six-handed": (54, "board=club6 deals=ask game=six-handed match=3 target=61"),
    "six-two-teams": (30, "board=club6 deals=ask game=six-two-teams match=3"),
    "six-three-teams": (7, "board=club6 deals=ask game=six-three-teams match=3"),
    "counted": (58, "deals=ask game=six-card match=3 count=1"),
    "counted-five-card": (10, "deals=ask game=five-card match=3 count=1"),
    "muggins": (52, "deals=ask game=six-card match=3 claims=2"),
}


def names():
    return sorted(name[:-4] for name in os.listdir(DIRECTORY) if name.endswith(".txt"))


def read(name):
    """The lines of a golden game, one after another."""
    with open("%s/%s.txt" % (DIRECTORY, name)) as file:
        for line in file:
            yield line.strip()


def wanted(line):
    """What the first line names: settings, the board, and who deals (None: it is asked)."""
    named = {}
    for pair in line[1:].split():
        name, value = pair.split("=")
        if name == "board":
            named[name] = virtual.load_board(value)
        elif name == "game":
            named[name] = value
        else:
            named[name] = None if value == "ask" else int(value)
    return named


def deal(name):
    """The key lines of a golden game from cut to match, each with the pegs after it.

    The pegs are those that the table keeps by itself: (line, "front:rear …").
    """
    seed, first = SEEDS[name]
    given = wanted("# " + first)
    options = {n: given[n] for n in ("target", "count", "claims") if n in given}
    table = Dealing(row(given["game"]), seed, slips=True, **options)
    yield table.cut(), pegs(table.fronts, table.rears)
    while True:
        while not table.won():
            for line in table.deal():
                yield line, pegs(table.fronts, table.rears)
        if max(table.match) >= given["match"]:
            return
        yield table.next(), pegs(table.fronts, table.rears)


def keys_of(name):
    """The lines of a golden game that are given: the first, and the keys."""
    yield "# " + SEEDS[name][1]
    for line, _ in deal(name):
        yield "> " + line


def play(lines):
    """What comes of the keys in `lines`: the lines of the golden game, as they should be."""
    lines = (line for line in lines if line[0] in "#>")
    first = next(lines)
    player = Player(**wanted(first))
    taken = []
    add = player.board.app.table.journal.add
    player.board.app.table.journal.add = lambda action: (taken.append(action), add(action))
    yield first
    for line in lines:
        del taken[:]
        for word in line[1:].split():
            press(player.board, word)
        yield line
        for action in taken:
            yield to_text(action)
        yield "= " + state(player.game)


def pegs(fronts, rears):
    return " ".join("%d:%d" % (fronts[s], rears[s]) for s in range(len(fronts)))


def state(game):
    """The `=` line of a game without its mark."""
    tracks = pegs(game.front[: game.sides], game.rear[: game.sides])
    matches = [str(game.match[s]) for s in range(game.sides)]
    return "%s match %s dealer %d" % (tracks, " ".join(matches), game.dealer)


def main(words):
    anew = words[:1] == ["deal"]
    for name in words[anew:]:
        lines = list(play(keys_of(name) if anew else read(name)))
        with open("%s/%s.txt" % (DIRECTORY, name), "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
