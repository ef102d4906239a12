"""python3 -m host_tools score, as it is typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def host_tools(*words):
    return subprocess.run(
        [sys.executable, "-m", "host_tools", *words], cwd=ROOT, capture_output=True, text=True
    )


def test_counted_aloud():
    done = host_tools("score", "5H", "5D", "5S", "JC", "--starter", "5C")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line[:32].strip() for line in lines] == [
        *[f"fifteen {n}" for n in range(2, 17, 2)],
        "and a double pair royal is 28",
        "and one for his nob is 29",
        "total 29",
    ]
    assert lines[4].split()[2:] == ["5H", "JC"]


def test_options_anywhere_and_any_case():
    done = host_tools("score", "--crib", "2s", "4S", "--starter", "th", "6s", "8S")
    assert (done.returncode, done.stdout) == (0, "total 0\n")


def test_json():
    done = host_tools("score", "4S", "5H", "6D", "--starter", "6C", "--json")
    told = json.loads(done.stdout)
    assert told["hand"] == ["4S", "5H", "6D"]
    assert (told["starter"], told["crib"], told["total"]) == ("6C", False, 12)
    assert sum(part["points"] for part in told["parts"]) == 12
    assert {"kind": "pair", "cards": ["6D", "6C"], "points": 2} in told["parts"]
    kinds = [part["kind"] for part in told["parts"]]
    assert kinds == ["fifteen", "fifteen", "pair", "run", "run"]


@pytest.mark.parametrize(
    "words",
    [
        "score",
        "score 5H 5D 5S JC",
        "score 5H 5D 5S JC --starter",
        "score 5H 5D 5S JC --starter 1C",
        "score 5H 5D 5X JC --starter 2C",
        "score 5H 5D --starter 2C",
        "score AH 2H 3H 4H 5H 6H --starter 2C",
        "score AH 2H 3H --starter 2C --crib",
        "score 5H 5D 5S 5H --starter 2C",
        "score 5H 5D 5S JC --starter 5h",
        "score 5H 5D 5S JC --starter 5C --aloud",
        "scores",
        "test --only pocket-calculator",
    ],
)
def test_refused_in_one_line(words):
    done = host_tools(*words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.strip(), "no word of why"


def test_commands_are_listed():
    done = host_tools()
    assert done.returncode == 0
    for command in ("sim", "press", "score", "bench", "deploy", "test"):
        assert f"  {command} " in done.stdout
