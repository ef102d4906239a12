"""The set-up of a command on a machine that has nothing: for real, in a copy, offline."""

import importlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from host_tools import bootstrap

ROOT = Path(__file__).parent.parent.parent

# A command of the copy, with a requirement no machine has.
PROJECT = """
[project.optional-dependencies]
page = ["pegbox[wood]==1.5"]
other = ["no-such-peg==1.0"]

[tool.else]
page = ["wrong==1.0"]
"""
SIM = """
import sys
import pegbox

def main(argv):
    print(pegbox.HOLES, argv, sys.prefix)
    return 7
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the project with a wheel house of one package, and how to run it."""
    home = tmp_path / "copy"
    home.mkdir()
    shutil.copytree(ROOT / "firmware", home / "firmware")
    (home / "host_tools").mkdir()
    for name in ("__main__", "arguments", "bootstrap", "score"):
        shutil.copy(ROOT / "host_tools" / f"{name}.py", home / "host_tools")
    (home / "host_tools" / "sim.py").write_text(SIM)
    (home / "pyproject.toml").write_text(PROJECT)

    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(wheels / "pegbox-1.5-py3-none-any.whl", "w") as wheel:
        info = "pegbox-1.5.dist-info/"
        wheel.writestr("pegbox.py", "HOLES = 121\n")
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: pegbox\nVersion: 1.5\n")
        wheel.writestr(
            info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(
            info + "RECORD",
            "".join(f"{name},,\n" for name in [*wheel.namelist(), info + "RECORD"]),
        )

    def run(*words, **environment):
        env = {
            **os.environ,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(wheels),
            "PIP_CONFIG_FILE": os.devnull,
            **environment,
        }
        env.pop("PYTHONPATH", None)  # would lend the copy what it has not
        return subprocess.run(
            [sys.executable, "-m", "host_tools", *words],
            cwd=home,
            env=env,
            capture_output=True,
            text=True,
        )

    run.home = home
    return run


def one_line(done):
    assert (done.returncode, done.stdout) == (2, "")
    *said, line = done.stderr.splitlines()
    assert all(text.startswith("Installing ") for text in said), done.stderr
    return line


def test_the_groups_are_those_of_pyproject():
    # tomllib came with Python 3.11; pip brings its like.
    reader = "tomllib" if sys.version_info >= (3, 11) else "pip._vendor.tomli"
    whole = importlib.import_module(reader).loads(
        (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    )
    assert bootstrap.groups() == whole["project"]["optional-dependencies"]
    for name in bootstrap.groups():
        bootstrap.lacking([name])  # each is pinned


def test_installed_once_and_started_again(copy):
    line = one_line(copy("sim", PIP_FIND_LINKS=""))
    assert line.startswith("sim: pip could not install pegbox[wood]==1.5: ERROR"), line

    done = copy("sim", "--port", "a b")
    told = f"121 ['--port', 'a b'] {copy.home / '.venv'}\n"
    assert (done.returncode, done.stdout) == (7, told), done.stderr
    assert done.stderr.startswith("Installing into ") and "pegbox[wood]==1.5" in done.stderr

    again = copy("sim", PIP_FIND_LINKS="")
    assert (again.returncode, again.stderr) == (7, "")


def test_a_command_that_needs_nothing_makes_no_venv(copy):
    assert copy("score", "5H", "5D", "5S", "JC", "--starter", "5C").stdout.endswith(
        "total 29\n"
    )
    assert copy().returncode == 0
    assert not (copy.home / ".venv").exists()


def test_without_ensurepip_one_line(copy):
    (copy.home / "ensurepip.py").write_text("raise SystemExit('no pip here')\n")
    line = one_line(copy("sim"))
    assert "python3-venv" in line and line.endswith("no pip here"), line


def test_where_nothing_can_be_written_one_line(copy):
    (copy.home / ".venv").write_text("in the way")
    line = one_line(copy("sim"))
    assert line.startswith("sim: cannot make "), line


def test_a_part_that_is_not_there_one_line(copy):
    line = one_line(copy("bench"))
    assert line.startswith("bench: "), line
