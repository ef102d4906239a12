"""Command lines that are refused in one line."""

import argparse
import sys

from host_tools.bootstrap import ROOT

BOARDS = sorted(path.stem for path in ROOT.glob("firmware/boards/*.py"))


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line on stderr, exit code 2."""

    def __init__(self, command, **keywords):
        super().__init__(
            prog=f"python3 -m host_tools {command}", allow_abbrev=False, **keywords
        )
        self.command = command

    def error(self, message):
        sys.exit(refuse(self.command, message))


def refuse(command, message):
    """Says in one line on stderr what is wrong; returns the exit code, 2."""
    print(f"{command}: {' '.join(str(message).split())}", file=sys.stderr)
    return 2
