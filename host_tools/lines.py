"""Actions as lines of text, as the golden games have them. Runs on both runtimes."""

from firmware.core import settings

# By kind, in the order of firmware/core/actions.py.
NAMES = "new dealer peg starter hand deal set undo redo play go claim suit amends".split()


def to_text(action):
    """One line of a golden game: the kind's name, then its arguments as numbers."""
    return " ".join([NAMES[action[0]]] + [str(n) for n in action[1:]])


def from_text(line):
    """The action of a line made by `to_text`. ValueError if it is none."""
    kind, *numbers = line.split()
    if kind not in NAMES:
        raise ValueError("no action %s" % kind)
    return bytes([NAMES.index(kind)] + [int(n) for n in numbers])


def named(name):
    """The setting called `name`, as its number. ValueError if there is none."""
    for number, row in enumerate(settings.ROWS):
        if row[0] == name:
            return number
    names = ", ".join(row[0] for row in settings.ROWS)
    raise ValueError("no setting %s; there are %s" % (name, names))
