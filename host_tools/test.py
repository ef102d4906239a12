"""test: the whole suite, on every runtime there is."""

# Ruff, CPython, MicroPython and the page run one after another; the emulated Pico,
# which takes longest, beside them. What a machine lacks is skipped and said; with
# SPILIKIN_REQUIRE=all it fails (tests/conftest.py sees to that). With the names of
# test files only these run, on each runtime they are for.

import argparse
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

from host_tools.arguments import Parser, refuse
from host_tools.bootstrap import ROOT
from host_tools.unix import HEAP, MICROPYTHON

PYTHON = sys.executable
FILES = sorted(ROOT.glob("tests/**/test_*.py"))
# Where the tests of each runtime are; the slowest is waited for last.
FOLDERS = {
    "CPython": ("tests", "tests/host"),
    "MicroPython": ("tests",),
    "page": ("tests/page",),
    "Pico": ("tests/pico",),
}


class Pytest:
    """pytest over test files of a runtime, started at once; its output goes to `out`."""

    def __init__(self, runtime, files, folder, out=None):
        self.report = Path(folder) / f"{runtime}.xml"
        command = [PYTHON, "-m", "pytest", "-q", "-rs", "--continue-on-collection-errors"]
        command += [f"--junitxml={self.report}", *files]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)

    def counts(self):
        """Waits: (passed, failed, skipped). What could not even be collected failed."""
        code = self.process.wait()
        if not self.report.exists():
            return 0, 1, 0
        total = failed = skipped = 0
        for suite in xml.etree.ElementTree.parse(self.report).iter("testsuite"):
            total += int(suite.get("tests"))
            failed += int(suite.get("failures")) + int(suite.get("errors"))
            skipped += int(suite.get("skipped"))
        if code and not failed:
            failed = total = total + 1
        return total - failed - skipped, failed, skipped


def ruff():
    """(passed, failed, skipped) of the linter: one check."""
    code = subprocess.call([PYTHON, "-m", "ruff", "check", "."], cwd=ROOT)
    return (0, 1, 0) if code else (1, 0, 0)


def micropython(files):
    """(passed, failed, skipped) of these, each on a MicroPython with a Pico's heap."""
    total = [0, 0, 0]
    for file in files:
        done = subprocess.run(
            [MICROPYTHON, "-X", HEAP, "-m", "tests.on_micropython", file.stem],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        last = re.search(r"^(\d+) passed, (\d+) failed\n\Z", done.stdout, re.MULTILINE)
        print(f"{file.stem}: {done.stdout}", end="", flush=True)
        passed, failed = map(int, last.groups()) if last else (0, 0)
        total[0] += passed
        # It can end without a word, as for want of memory.
        total[1] += failed or int(done.returncode != 0)
    return tuple(total)


def suite(runtimes):
    """Runs {runtime: its test files}; yields (what, (passed, failed, skipped))."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as said:
        pico = runtimes.get("Pico")
        beside = Pytest("Pico", pico, folder, said) if pico else None
        try:
            for runtime, files in runtimes.items():
                print(f"== {runtime}", flush=True)
                if runtime == "CPython":
                    yield "ruff", ruff()
                if runtime == "MicroPython":
                    counts = micropython(files)
                elif runtime == "Pico":
                    counts = beside.counts()
                    said.seek(0)
                    print(said.read(), end="")
                else:
                    counts = Pytest(runtime, files, folder).counts()
                yield runtime, counts
        finally:
            if beside:
                beside.process.terminate()


def summary(*counts):
    passed, failed, skipped = counts
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def test_file(name):
    """The path of one of the suite's files. ArgumentTypeError if it is none."""
    path = Path(name).resolve()
    if path not in FILES:
        raise argparse.ArgumentTypeError(f"{name} is no file of the suite")
    return path


def main(argv):
    parser = Parser("test", description="The whole suite, on every runtime there is.")
    names = [name.lower() for name in FOLDERS]
    parser.add_argument("--only", choices=names, help="one runtime of them")
    parser.add_argument("--full", action="store_true", help="the long forms of the tests too")
    parser.add_argument("files", nargs="*", type=test_file, metavar="FILE", help="only these")
    given = parser.parse_intermixed_args(argv)
    if given.full:
        os.environ["SPILIKIN_FULL"] = "1"
    runtimes = {}
    for name, folders in FOLDERS.items():
        files = [f for f in given.files or FILES if str(f.parent.relative_to(ROOT)) in folders]
        if files and given.only in (None, name.lower()):
            runtimes[name] = files
    if not runtimes:
        return refuse("test", f"these files are not for {given.only}")
    results = dict(suite(runtimes))
    print()
    for what, counts in results.items():
        print(f"{what:12}{summary(*counts)}")
    total = [sum(column) for column in zip(*results.values(), strict=True)]
    print(summary(*total))
    return 1 if total[1] else 0
