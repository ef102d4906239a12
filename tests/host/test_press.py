"""press on the command line: the same panel by every backend, and refusals in one line."""

import importlib.util
import json
import os

import pytest

from host_tools import press, unix

SLIP = "10 2 P1 5 P2 UNDO P1"
HAND = "OK 5 C OK P1 5 H 5 D 5 S J C"


def shown(capsys, *words):
    assert press.main([*words]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("backend", ["cpython", "micropython", "pico"])
def test_a_slip_mended_and_the_best_hand_are_the_same_on_each_backend(backend, capsys):
    if backend != "cpython" and unix.MICROPYTHON is None:
        pytest.skip("micropython is not installed")
    if backend == "pico" and not (
        os.environ.get("SPILIKIN_UF2") and importlib.util.find_spec("rp2040py")
    ):
        pytest.skip("SPILIKIN_UF2 names no MicroPython for the emulated Pico")
    slip = shown(capsys, "--backend", backend, *SLIP.split())
    assert [(t["front"], t["rear"]) for t in slip["tracks"]] == [(17, 12), (0, 0)]
    assert slip["screen"] == [
        " 17   0",
        "",
        "",
        "P1 +5   P2",
        "P1 deals",
        "",
        "",
        "OK: starter",
    ]
    hand = shown(capsys, "--backend", backend, *HAND.split())
    assert (hand["tracks"][0]["ghost"], hand["tracks"][0]["front"]) == (29, 0)
    assert hand["screen"][5:] == ["P1 5♥ 5♦ 5♠ J♣", "15s16pr12J1=29", "OK: pegs 29"]


def test_a_setting_goes_by_its_word_or_its_number(capsys):
    asked = "OK 5 C OK P2 2 OK P1".split()
    for claims in ("muggins", "2"):
        panel = shown(capsys, "--set", f"claims={claims}", *asked)
        assert panel["screen"][6] == "P1: muggins", panel


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("P7", "no key 'P7'"),
        ("WAIT:long", "no key 'WAIT:long'"),
        ("--set claims=perhaps", "3 (strict)"),
        ("--set luck=1", "no setting luck"),
        ("--set count", "NAME=VALUE"),
        ("--save /proc/nope", "/proc/nope"),
        ("--seats 9", "for 9 players"),
        ("--game six-handed", "has not the tracks and keys"),
        ("--deals 0", "a player's number"),
        ("--deals 3", "player 3"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words, why, capsys):
    assert press.main(words.split()) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and why in said.err, said


def test_another_game_than_the_one_under_way_is_said_to_come_next(tmp_path, capsys):
    at = str(tmp_path / "game")
    kept = shown(capsys, "--save", at, *SLIP.split())
    for again, said in ((("--game", "six-card"), ""), (("--game", "five-card"), "next one")):
        assert press.main(["--save", at, *again]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["tracks"] == kept["tracks"]
        assert said in err and len(err.splitlines()) == bool(said), err


def test_a_damaged_journal_is_mended_and_it_is_said(tmp_path, capsys):
    kept = shown(capsys, "--save", str(tmp_path / "game"), *SLIP.split())
    piece = tmp_path / "game" / "new" / "1"
    piece.write_bytes(piece.read_bytes() + b"\x05\x02\x01")
    assert press.main(["--save", str(tmp_path / "game")]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["tracks"] == kept["tracks"]
    assert said.err == f"press: the journal in {tmp_path / 'game'} is mended\n"
