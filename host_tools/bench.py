"""bench: measures the figures of the design on the emulated Pico."""

# Each group of `GROUPS` gives {name of a figure: value}; `FIGURES` has their bounds. All but
# the sizes come out the same in every run of the same firmware.

import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import sys
import tempfile
from collections import namedtuple

from firmware.boards import continuous3
from firmware.core import actions, cards, settings, variants
from firmware.core.game import Game
from firmware.journal import Journal
from host_tools import virtual
from host_tools.arguments import Parser, refuse
from host_tools.bootstrap import ROOT
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico

FROZEN_VARIABLE = "SPILIKIN_FROZEN_UF2"
NOTE = (
    "Times are the emulated chip's, at 125 MHz. It has no XIP cache to miss: on a real chip\n"
    "the processor's part takes 1.2 to 1.8 times as long."
)
# 200 actions and some more: the last piece of the journal is all but full then, which is the
# slowest to start from, and the next one is soon begun.
LOGGED = 245
START_MS = 3000  # from power on to a board that waits for a key, at most
SWEEP_MS = 600  # the lights sweep up to the restored pegs, no longer
PEGS = 100  # that the figures of keys are taken from
LATE_MS = 600  # a peg not shown by then never is
BRIGHTEST = max(settings.ROWS[settings.BRIGHTNESS][1])
POINTS = {"A": 1, "2": 2, "3": 3}  # the rank keys pressed here

Figure = namedtuple("Figure", "name title unit bound at_least", defaults=(False,))
FIGURES = (
    Figure("latency90", "key pressed to new peg latched, 90 of 100", "ms", 12),
    Figure("latency_worst", "the same, worst", "ms", 200),
    Figure("lost45", "keys lost at 15 a second, erases of 45 ms", "", 0),
    Figure("lost400", "keys lost at 15 a second, erases of 400 ms", "", 0),
    Figure("erases", "erases per action, over a game", "", 0.15),
    Figure("boot", "power on to first lights, 200 actions logged", "ms", 400),
    Figure("boot_frozen", "the same, firmware frozen in", "ms", 250),
    Figure("heap", "free heap after start", "KB", 150, at_least=True),
    Figure("idle", "heap used by idle ticks", "B", 0),
    Figure("score", "show.score, mean over mixed hands", "us", 250),
    Figure("size", "all compiled files", "KB", 48),
    Figure("size_core", "core alone", "KB", 14),
    Figure("current", "current of any frame, of the board's limit", "%", 100),
)


MET, MISSED = "met", "NOT MET"


def verdict(figure, value):
    """MET, MISSED or, where `value` is the reason that there is none, that."""
    if isinstance(value, str):
        return "not measured: " + value
    kept = value >= figure.bound if figure.at_least else value <= figure.bound
    return MET if kept else MISSED


# What is played.


def played(length=LOGGED, seed=4):
    """So many actions of a three-handed match: pegs, undos, starters, hands, cribs."""
    rng = random.Random(seed)
    game, done = Game(), []

    def do(*action):
        if game.apply(bytes(action)) is None:
            done.append(bytes(action))

    three = [row[variants.NAME] for row in variants.GAMES].index("three-handed")
    do(actions.SET, settings.GAME, three)
    do(actions.SET, settings.BRIGHTNESS, BRIGHTEST)
    do(actions.DEALER, 0)
    while len(done) < length:
        if game.won:
            do(actions.NEW)
            do(actions.DEALER, rng.randrange(game.seats))
        for _ in range(rng.randint(7, 11)):
            do(actions.PEG, rng.randrange(game.sides), rng.choice((1, 1, 1, 2)))
        if rng.random() < 0.3:
            do(actions.UNDO)
        pack = rng.sample(range(52), 17)
        do(actions.STARTER, pack.pop(), 1)
        for turn in range(game.seats):
            do(actions.HAND, game.dealer_of(turn + 1), *[pack.pop() for _ in range(4)])
        do(actions.HAND, actions.CRIB, *pack)
    return done[:length]


def written(log):
    """({path: bytes} of the journal of these actions, the game they leave)."""
    with tempfile.TemporaryDirectory() as folder:
        game, journal = Game(), Journal(folder)
        journal.load(game)
        for action in log:
            journal.turn(game)
            game.apply(action)
            journal.add(action)
            journal.write()
        return image.saved(pathlib.Path(folder)), game


def restored(files):
    """The game that a board's files hold."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            if name.startswith("journal/"):
                path = pathlib.Path(folder, name.removeprefix("journal/"))
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data)
        game = Game()
        Journal(folder).load(game, whole=True)
        return game


def power_on(log, uf2=None):
    """(a Pico with these actions in its log, ms from power on to the first lights).

    `uf2`: one with the firmware frozen in; else the files are copied.
    """
    files = written(log)[0] | ({} if uf2 else image.firmware())
    pico = Pico(continuous3, uf2=uf2, files=files)
    if not pico.run_until(lambda pico: any(map(any, pico.tracks())), START_MS):
        raise RuntimeError("no lights: " + pico.output.decode().strip()[-300:])
    return pico, next(ns for ns, _, rgb in pico.frames if any(rgb)) / MS


# Keys.


def latencies(pico, log, pegs, seed):
    """(ms of each of `pegs` pegs, mA of the hungriest frame meanwhile).

    From the press of a player's key until its front peg is latched in its new place. Presses
    follow each other at random 20 to 200 ms, a rank key and a player's key in turn.
    """
    rng = random.Random(seed)
    board, game = pico.board, written(log)[1]

    def peg(side, rgb):
        led = board.START + game.front[side]
        return led, rgb[3 * led : 3 * led + 3]

    front = [peg(side, rgb)[1] for side, rgb in enumerate(pico.tracks())]
    at, first, wanted = pico.now_ns, len(pico.frames), []
    for _ in range(pegs):
        rank, side = rng.choice(list(POINTS)), rng.randrange(game.sides)
        for key in (rank, f"P{side + 1}"):
            at = pico.press(key, 15, at + round(rng.uniform(20, 200) * MS), bounce_ms=2)
        game.apply(bytes((actions.PEG, side, POINTS[rank])))
        wanted.append((at, side, board.START + game.front[side]))
    if max(game.front) > board.HOLES:
        raise ValueError("the game is over before the last press")
    pico.run_to(at + LATE_MS * MS)
    took = [
        min(
            (
                (ns - at) / MS
                for ns, track, rgb in pico.frames[first:]
                if track == side and ns > at and rgb[3 * led : 3 * led + 3] == front[side]
            ),
            default=LATE_MS,
        )
        for at, side, led in wanted
    ]
    return took, hungriest(board, pico.frames)


def keys_lost(pico, log, erase_ms, pegs):
    """(keys lost at 15 a second, erases meanwhile), by what the journal has of `pegs` pegs.

    A peg that is missing or another than was keyed is two keys lost.
    """
    pico.flash.erase_ms = erase_ms
    before, at, keyed = pico.flash.erases, pico.now_ns, list(log)
    for n in range(pegs):
        rank, side = list(POINTS)[n // 3 % 3], n % 3
        for key in (rank, f"P{side + 1}"):
            at = pico.press(key, 30, at + 1000 * MS // 15, bounce_ms=2)
        keyed.append(bytes((actions.PEG, side, POINTS[rank])))
    pico.run_to(at)
    quiet = (erase_ms + 200) * MS
    pico.run_until(lambda pico: pico.now_ns > quiet + max(at, pico.flash.log[-1][0]), START_MS)
    kept, wanted = restored(image.read(pico.flash_image())).log, written(keyed)[1].log
    pairs = itertools.zip_longest(
        *([log[i] for i in range(len(log))] for log in (kept, wanted))
    )
    return 2 * sum(a != b for a, b in pairs), pico.flash.erases - before


def times():
    """What one Pico with a game in its log shows, in forks of it."""
    log = played()
    pico, boot = power_on(log)
    pico.run_until(lambda pico: pico.rows()[7], START_MS, 20)
    pico.run(SWEEP_MS)
    runs = [lambda pico, seed=seed: latencies(pico, log, PEGS // 2, seed) for seed in (1, 2)]
    # So far that a piece is begun, and its directory split with two erases at once.
    runs += [lambda pico, ms=ms: keys_lost(pico, log, ms, PEGS // 2) for ms in (45, 400)]
    (some, mA), (others, mA2), (lost45, _), (lost400, _) = pico.cases(runs)
    took = sorted(some + others)
    return {
        "boot": boot,
        "latency90": took[-(-len(took) * 9 // 10) - 1],
        "latency_worst": took[-1],
        "lost45": lost45,
        "lost400": lost400,
        "current": 100 * max(mA, mA2) / pico.board.LIMIT_MA,
    }


def frozen():
    uf2 = os.environ.get(FROZEN_VARIABLE)
    if not uf2:
        return {"boot_frozen": f"{FROZEN_VARIABLE} names no UF2 (.ci/build_uf2 makes one)"}
    return {"boot_frozen": power_on(played(), uf2=uf2)[1]}


# Programs for the chip; each prints a line of numbers.

# The real main.py, its clock looked over: prints what is free once it runs, and what idle ticks
# use, with rear pegs breathing, the sweep done and the screen written.
_MEMORY = """
import gc
from time import ticks_ms
import board_main

calls = free = 0

def clock():
    global calls, free
    now = ticks_ms()
    if now > AT_MS:
        if not calls:
            gc.collect()
            gc.disable()
            free = gc.mem_free()
        calls += 1
        if calls == TICKS:
            print(free, free - gc.mem_free())
            gc.enable()
    return now

board_main.ticks_ms = clock
board_main.run()
"""

_SCORE = """
from time import ticks_diff, ticks_us
from firmware.core.show import score

start = ticks_us()
for hand, starter, crib in HANDS:
    score(hand, starter, crib)
print(ticks_diff(ticks_us(), start) / len(HANDS))
"""

_GAME = """
from firmware.core.game import Game
from firmware.journal import Journal

game, journal = Game(), Journal("journal")
journal.load(game)
for action in LOG:
    journal.turn(game)
    game.apply(action)
    journal.add(action)
    journal.write()
print(len(LOG))
"""


def _run(source, limit_ms, files=(), press=(), **names):
    """(the numbers it prints, the Pico): a program in the place of main.py.

    `press` are (ms, key); `names` are defined before the program begins.
    """
    head = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    pico = Pico(
        continuous3, files={**image.firmware(), **dict(files), "main.py": head + source}
    )
    for ms, key in press:
        pico.press(key, at_ns=ms * MS)
    pico.run_until(lambda pico: b"\n" in pico.output, limit_ms, 10)
    try:
        return [float(word) for word in pico.output.splitlines()[0].split()], pico
    except (IndexError, ValueError) as error:
        raise RuntimeError(pico.output.decode() or "the program prints nothing") from error


def heap(ticks=200):
    files = written(played(20))[0] | {"board_main.py": (ROOT / "main.py").read_bytes()}
    press = [(700, "5"), (760, "P1"), (820, "3"), (880, "P2")]
    (free, used), _ = _run(_MEMORY, START_MS, files, press, TICKS=ticks, AT_MS=1300)
    return {"heap": free / 1024, "idle": round(used)}


def show(hands=100, seed=1):
    """Hands of 3, 4 and 5 cards and cribs, some cards of no known suit; the call included."""
    rng = random.Random(seed)
    dealt = []
    for n in range(hands):
        *hand, starter = rng.sample(range(52), (4, 4, 4, 3, 5)[n % 5] + 1)
        if n % 3 == 0:
            hand[0] = cards.UNKNOWN + cards.rank(hand[0])
        dealt.append((bytes(hand), starter, n % 4 == 3))
    return {"score": _run(_SCORE, START_MS, HANDS=dealt)[0][0]}


def game():
    """The journal alone, so that a whole game takes seconds."""
    log = played()
    return {"erases": _run(_GAME, 200 * len(log), LOG=log)[1].flash.erases / len(log)}


# On the computer.


def files():
    built = image.firmware()
    size = {name: len(data) / 1024 for name, data in built.items() if name.endswith(".mpy")}
    core = sum(kb for name, kb in size.items() if name.startswith("firmware/core/"))
    return {"size": sum(size.values()), "size_core": core}


def hungriest(board, frames):
    """mA of the hungriest of these frames, (time, track, RGB bytes) as they were latched."""
    full, most = [0] * len(board.TRACK_PINS), 0
    for _, track, rgb in frames:
        full[track] = sum(rgb) / 255
        most = max(most, sum(full))
    dark = len(full) * board.LEDS * board.IDLE_UA
    return board.BASE_MA + (dark + most * board.CHANNEL_UA) / 1000


def current(keys=1500, seed=1):
    """A match on every board there is, at the brightest setting."""
    share = 0
    for path in sorted(ROOT.glob("firmware/boards/*.py")):
        board = virtual.load_board(path.stem)
        share = max(share, _match_current(board, keys, random.Random(seed)) / board.LIMIT_MA)
    return {"current": 100 * share}


def _match_current(board, keys, rng):
    """mA of the hungriest frame while so many keys are pressed."""
    rows = [row for row in variants.GAMES if row[variants.SIDES] <= len(board.TRACK_PINS)]
    row = max(rows, key=lambda row: row[variants.SIDES])
    wanted = [(settings.GAME, variants.GAMES.index(row)), (settings.BRIGHTNESS, BRIGHTEST)]
    points = [
        key for keys in board.KEYMAP for key in keys if key in ("10", "J", "Q", "K", "+5")
    ]
    players = [f"P{side + 1}" for side in range(row[variants.SIDES])]
    most = 0
    with tempfile.TemporaryDirectory() as folder:
        virtual.prepare(folder, wanted, deals=0)
        panel = virtual.Board(board, folder)
        while keys > 0:
            words = [rng.choice(points), rng.choice(points), rng.choice(players)]
            if panel.app.game.won:
                words = ["WAIT:2500", "OK", "OK", "OK"]
            elif rng.random() < 0.1:
                words = ["UNDO", rng.choice(players)]
            keys -= len(words)
            panel.leds.frames = [(0, *shown) for shown in enumerate(panel.leds.shown)]
            for word in words:
                panel.press(word)
            most = max(most, hungriest(board, panel.leds.frames))
    return most


# All of it.

GROUPS = {  # the longest first
    times: ("boot", "latency90", "latency_worst", "lost45", "lost400", "current"),
    game: ("erases",),
    heap: ("heap", "idle"),
    frozen: ("boot_frozen",),
    current: ("current",),
    show: ("score",),
    files: ("size", "size_core"),
}


def measure(names):
    """{name of a figure: its value, or why there is none}, a process a group."""
    found = {}
    with concurrent.futures.ProcessPoolExecutor() as pool:
        asked = [pool.submit(group) for group, gives in GROUPS.items() if names & set(gives)]
        for done in concurrent.futures.as_completed(asked):
            for name, value in done.result().items():
                found[name] = max(value, found.get(name, value))
                print(f"{name}: {value}", file=sys.stderr)
    return {figure: found[figure.name] for figure in FIGURES if figure.name in names}


def table(found):
    """The lines of the table, for what measure() gives."""
    yield f"{'figure':46}{'measured':>11}{'bound':>11}"
    for figure, value in found.items():
        bound = f"{'>=' if figure.at_least else '<='} {figure.bound} {figure.unit}"
        measured = "-" if isinstance(value, str) else f"{value:.4g} {figure.unit}"
        yield f"{figure.title:46}{measured:>11}{bound:>11}  {verdict(figure, value)}"
    yield ""
    yield NOTE


def main(argv):
    parser = Parser("bench", description="Measure the figures on the emulated Pico.")
    names = [figure.name for figure in FIGURES]
    parser.add_argument("--json", metavar="FILE", help="write them there too")
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", default=names)
    given = parser.parse_args(argv)
    try:
        if given.json:
            pathlib.Path(given.json).touch()  # before the minutes are spent
    except OSError as error:
        return refuse("bench", f"{given.json}: {error.strerror}")
    found = measure(set(given.only))
    print("\n".join(table(found)))
    rows = [
        {**figure._asdict(), "measured": value, "met": verdict(figure, value) == MET}
        for figure, value in found.items()
    ]
    if given.json:
        text = json.dumps({"note": NOTE, "figures": rows}, indent=1)
        pathlib.Path(given.json).write_text(text + "\n")
    return int(any(verdict(*item) == MISSED for item in found.items()))
