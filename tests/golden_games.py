"""Golden games: whole games as text, keys and what must come of them.

A line `> …` presses keys; the lines below it are the actions that must have
been taken, as firmware/core/actions.py writes them, then `= …`: each track's
front and rear peg, the match pegs and the dealer. The first line names the
settings. `python3 -m tests.golden_games NAME …` writes what comes of the keys anew;
read the difference before believing it.
"""

import os
import sys

from host_tools.lines import to_text
from tests.playing import Player

DIRECTORY = "tests/golden"


def names():
    return sorted(name[:-4] for name in os.listdir(DIRECTORY) if name.endswith(".txt"))


def read(name):
    """The lines of a golden game, one after another."""
    with open("%s/%s.txt" % (DIRECTORY, name)) as file:
        for line in file:
            yield line.strip()


def wanted(line):
    """The settings that the first line names, and who deals."""
    pairs = [pair.split("=") for pair in line[1:].split()]
    return {name: value if name == "game" else int(value) for name, value in pairs}


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
        player.keys(line[1:])
        yield line
        for action in taken:
            yield to_text(action)
        yield "= " + state(player.game)


def state(game):
    tracks = ["%d:%d" % (game.front[s], game.rear[s]) for s in range(game.sides)]
    matches = [str(game.match[s]) for s in range(game.sides)]
    return "%s match %s dealer %d" % (" ".join(tracks), " ".join(matches), game.dealer)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        text = "\n".join(play(read(name))) + "\n"
        with open("%s/%s.txt" % (DIRECTORY, name), "w") as file:
            file.write(text)
