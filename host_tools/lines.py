"""Actions as lines of text, as the golden games have them. Runs on both runtimes."""

# By kind, in the order of firmware/core/actions.py.
NAMES = "new dealer peg starter hand deal set undo redo play go claim".split()


def to_text(action):
    """One line of a golden game: the kind's name, then its arguments as numbers."""
    return " ".join([NAMES[action[0]]] + [str(n) for n in action[1:]])


def from_text(line):
    """The action of a line made by `to_text`. ValueError if it is none."""
    kind, *numbers = line.split()
    if kind not in NAMES:
        raise ValueError("no action %s" % kind)
    return bytes([NAMES.index(kind)] + [int(n) for n in numbers])
