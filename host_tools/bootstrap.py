"""The set-up a command needs: packages of pyproject.toml's groups, in .venv."""

# A command is started by whatever Python there is. What it needs and that Python
# lacks is installed, once, into .venv beside the README, and the command starts
# again there. The names and versions stand in pyproject.toml alone.

import importlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


class Missing(Exception):
    """Something this machine lacks; the message is one line."""


def groups():
    """The optional dependencies of pyproject.toml: {group: [requirement]}.

    tomllib is not in Python 3.10; lists of plain strings are all that is read.
    """
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = text.split("[project.optional-dependencies]", 1)[1].split("\n[", 1)[0]
    lists = re.findall(r"^([\w-]+)\s*=\s*\[(.*?)\]\s*$", section, re.MULTILINE | re.DOTALL)
    return {name: re.findall(r'"([^"]+)"', body) for name, body in lists}


def lacking(names):
    """The requirements of these groups that this Python does not have as pinned."""
    known = groups()
    found = []
    for requirement in dict.fromkeys(pin for name in names for pin in known[name]):
        name, version = re.fullmatch(r"([\w.-]+)(?:\[.*\])?==(.+)", requirement).groups()
        try:
            if importlib.metadata.version(name) != version:
                found.append(requirement)
        except importlib.metadata.PackageNotFoundError:
            found.append(requirement)
    return found


def need(names, argv):
    """Sees to it that these groups are there: returns, or runs `argv` again in .venv.

    argv: the arguments of `python3 -m host_tools`. Raises Missing if it cannot be done.
    """
    pins = lacking(names)
    if not pins:
        return
    if Path(sys.prefix).resolve() != VENV.resolve():
        restart(argv)
    print(f"Installing into {VENV}, once: {' '.join(pins)}", file=sys.stderr)
    if importlib.util.find_spec("pip") is None:
        run(
            [sys.executable, "-m", "ensurepip"],
            "this Python cannot install pip (on Debian: apt install python3-venv)",
        )
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(pip + pins, f"pip could not install {' '.join(pins)}")
    importlib.invalidate_caches()


def restart(argv):
    """Runs the command again by the Python of .venv, which is made if need be."""
    if not (PYTHON.exists() and (VENV / "pyvenv.cfg").exists()):
        # Without pip, which is put in from inside: a creation cut short can be taken up.
        run(
            [sys.executable, "-m", "venv", "--without-pip", str(VENV)],
            f"cannot make {VENV} (on Debian: apt install python3-venv)",
        )
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(path)
    command = [str(PYTHON), "-m", "host_tools", *argv]
    sys.stdout.flush()
    os.execv(command[0], command)


def run(command, trouble):
    """Runs a command with its output kept back; Missing, of one line, if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Missing(f"{trouble}: {error}") from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        errors = [line for line in said if line.startswith("ERROR")] or said
        raise Missing(f"{trouble}: {errors[-1]}")
