"""python3 -m host_tools COMMAND: what runs on the computer."""

import importlib
import importlib.util
import itertools
import sys

if sys.version_info < (3, 10):  # noqa: UP036 - whoever has an older one is told so
    sys.exit("host_tools: needs Python 3.10 or newer, this is " + sys.version.split()[0])

from host_tools import bootstrap
from host_tools.arguments import refuse

# What each command does, and the groups of pyproject.toml it needs at any rate.
COMMANDS = {
    "sim": ("the board in a web page", ["page"]),
    "press": ("press keys, print what the panel shows", []),
    "score": ("the parts and the total of a hand", []),
    "bench": ("measure the figures on the emulated Pico", ["pico", "micropython"]),
    "deploy": ("compile and copy to a board", ["deploy"]),
    "test": ("the whole suite", ["test", "page", "micropython", "pico", "deploy", "browser"]),
}
BACKENDS = {"micropython": ["micropython"], "pico": ["pico", "micropython"]}


def needs(command, argv):
    """The groups a command line needs: those of the command and of its --backend."""
    names = list(COMMANDS[command][1])
    words = [part for word in argv for part in word.split("=", 1)]
    for option, value in itertools.pairwise(words):
        if option == "--backend":
            names += BACKENDS.get(value, [])
    return names


def main(argv):
    if not argv or argv[0] in ("-h", "--help"):
        print("python3 -m host_tools COMMAND [...]; COMMAND --help tells more\n")
        for name, (does, _) in COMMANDS.items():
            print(f"  {name:8}{does}")
        return 0
    command = argv[0]
    if command not in COMMANDS:
        return refuse("host_tools", f"no command {command!r}; there are {', '.join(COMMANDS)}")
    if importlib.util.find_spec(f"host_tools.{command}") is None:
        return refuse(command, "is not part of this copy: host_tools has no such file")
    try:
        bootstrap.need(needs(command, argv[1:]), argv)
        return importlib.import_module(f"host_tools.{command}").main(argv[1:])
    except bootstrap.Missing as missing:
        return refuse(command, missing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
