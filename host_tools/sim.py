"""The board in a web page: the server behind it."""

# The board itself runs in this process, over virtual drivers or on an emulated
# Pico; pages only show its lights, screen and sound and send it keys. Any number
# of pages may look on. The server listens on 127.0.0.1 alone and answers only
# requests that name it so, so that no other web site can press a key.
#
# Messages are JSON. To the page, at first whole and afterwards what changed:
#   board    once: panel(), what there is to draw
#   lights   [led, colour, led, colour …], led = track * leds + place, 0xRRGGBB
#   rows     {row: text} of the screen; \x01 to \x04 are club diamond heart spade
#   hz       the buzzer's tone, 0 for silence
#   buzzes   refusals so far
#   held     the keys that are down, whoever holds them
#   chip     the emulated Pico's own time in s
# From the page: {"down": key} or {"up": key}.

import asyncio
import json
import multiprocessing
import os
import signal
import time
import webbrowser
from pathlib import Path
from typing import NamedTuple

from aiohttp import WSMsgType, web

from host_tools import virtual
from host_tools.arguments import BOARDS, Parser, refuse
from host_tools.bootstrap import Missing
from host_tools.saved import folder, in_use, lock

PAGE = Path(__file__).resolve().parent / "page"
LOCAL = ("127.0.0.1", "localhost")
PORT = 8121
TURN_S = 0.004  # between two turns of the board's loop
EDGE_MS = 25  # of the emulated chip, from one edge of a key to the next: no bounce is so long
GONE_S = 10  # a page that answers no ping for so long has gone
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws:;"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


def panel(board):
    """What there is to draw, in mm: each LED's place, each key's, the screen's."""
    tracks = [
        [
            [round(x + step * i, 2), y + track * board.TRACK_STEP]
            for x, y, step, n in board.RUNS
            for i in range(n)
        ]
        for track in range(len(board.TRACK_PINS))
    ]
    x, y = board.KEYS_AT
    keys = [
        [name, x + column * board.KEY_STEP, y + row * board.KEY_STEP]
        for row, names in enumerate(board.KEYMAP)
        for column, name in enumerate(names)
        if name
    ]
    plain = ("NAME", "LEDS", "CRIB", "START", "HOLES", "GAME", "MATCH", "MATCHES", "KEY_STEP")
    return {name.lower(): getattr(board, name) for name in plain} | {
        "size": board.PANEL,
        "tracks": tracks,
        "keys": keys,
        "screen": board.SCREEN_AT,
    }


class State(NamedTuple):
    """All that a page shows of the board at one moment."""

    lights: tuple  # bytes a track, three an LED
    rows: tuple
    hz: int
    buzzes: int
    held: tuple
    chip: float = 0  # s

    @classmethod
    def dark(cls, tracks, leds):
        return cls((bytes(3 * leds),) * tracks, ("",) * 8, 0, 0, ())

    def since(self, old):
        """The changes from an older state, as a message's dict."""
        whole = self._asdict()
        news = {name: value for name, value in whole.items() if value != getattr(old, name)}
        if "lights" in news:
            now, was = b"".join(self.lights), b"".join(old.lights)
            news["lights"] = lights = []
            for at in range(0, len(now), 3):
                if now[at : at + 3] != was[at : at + 3]:
                    lights += (at // 3, int.from_bytes(now[at : at + 3], "big"))
        if "rows" in news:
            news["rows"] = {n: row for n, row in enumerate(self.rows) if row != old.rows[n]}
        return news


class Cpython:
    """The virtual board, run in this process."""

    def __init__(self, board, journal):
        self.virtual = virtual.Board(board, str(journal))
        self.dark = State.dark(len(board.TRACK_PINS), board.LEDS).lights
        self.down, self.up = self.virtual.down, self.virtual.up

    def turn(self):
        self.virtual.tick(time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF)

    def state(self, held):
        v = self.virtual
        lights = tuple(v.leds.shown) if v.leds.powered else self.dark
        return State(lights, tuple(v.oled.rows), v.buzzer.hz, v.buzzes, held)


class Pico:
    """The emulated Pico, run in a process of its own: it is far slower than the page."""

    def __init__(self, board, journal):
        spawn = multiprocessing.get_context("spawn")
        self.pipe, other = spawn.Pipe()
        self.shows = State.dark(len(board.TRACK_PINS), board.LEDS)
        spawn.Process(target=emulate, args=(other, board.NAME, journal), daemon=True).start()
        other.close()

    def down(self, key):
        self.pipe.send(("down", key))

    def up(self, key):
        self.pipe.send(("up", key))

    def turn(self):
        while self.pipe.poll():
            shows = self.pipe.recv()
            if isinstance(shows, Missing):
                raise shows
            self.shows = State(*shows)

    def state(self, held):
        return self.shows._replace(held=held)


def emulate(pipe, name, journal):
    """Runs an emulated Pico: takes (edge, key) from the pipe and sends what it shows."""
    from host_tools.pico import image, rig, text

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's
    try:
        pico = rig.Pico(virtual.load_board(name), files=image.playing(name, journal))
        rows, edge, written = [""] * 8, 0, pico.flash.programs
        while True:
            while pipe.poll():
                what, key = pipe.recv()
                # A press on the page is shorter than the chip's turn, and must not be a bounce.
                edge = max(pico.now_ns, edge + EDGE_MS * rig.MS)
                getattr(pico, what)(key, at_ns=edge)
            pico.run(virtual.STEP_MS)
            if text.UNKNOWN not in "".join(now := pico.rows()):  # half of a band is new else
                rows = now
            hz = pico.buzzer.tones[-1][1] if pico.buzzer.tones else 0
            lights = tuple(map(bytes, pico.tracks()))
            chip = round(pico.now_ns / 1e9, 1)
            pipe.send((lights, tuple(rows), hz, pico.buzzes, (), chip))
            pico.frames.clear()
            if pico.flash.programs != written:
                written = pico.flash.programs
                image.keep(pico.flash_image(), journal)
    except Missing as missing:
        pipe.send(missing)
    except (EOFError, BrokenPipeError):
        return  # the server has gone


MACHINES = {"cpython": Cpython, "pico": Pico}


class Server:
    """One board and the pages that look at it."""

    def __init__(self, board, machine):
        self.machine = machine
        self.panel = panel(board)
        self.keys = [key[0] for key in self.panel["keys"]]
        self.dark = State.dark(len(self.panel["tracks"]), board.LEDS)
        self.state = self.dark
        self.pages = {}  # the event that wakes each page's sender: the keys it holds
        self.app = web.Application(middlewares=[local_only])
        self.app.on_response_prepare.append(add_headers)
        self.app.router.add_get("/", index)
        self.app.router.add_get("/board", self.page)
        self.app.router.add_static("/", PAGE)

    def turn(self):
        """One turn of the board's loop; pages are woken if it shows."""
        self.machine.turn()
        held = tuple(sorted(set().union(*self.pages.values())))
        state = self.machine.state(held)
        if state != self.state:
            self.state = state
            for wake in self.pages:
                wake.set()

    async def run(self):
        while True:
            self.turn()
            await asyncio.sleep(TURN_S)

    async def page(self, request):
        """A page's WebSocket, for as long as it looks."""
        if request.headers.get("Origin") not in {f"http://{name}" for name in names(request)}:
            raise web.HTTPForbidden(text="only this board's own page may press its keys\n")
        socket = web.WebSocketResponse(heartbeat=GONE_S, max_msg_size=1024)
        await socket.prepare(request)
        wake = asyncio.Event()
        mine = self.pages[wake] = set()
        sender = asyncio.create_task(self.send(socket, wake))
        try:
            async for message in socket:
                if message.type != WSMsgType.TEXT or not self.press(message.data, mine):
                    await socket.close(code=1008, message=b"not a key of this board")
        finally:
            sender.cancel()
            del self.pages[wake]
            for key in mine:  # a key must not stick because its page has gone
                self.release(key)
        return socket

    async def send(self, socket, wake):
        """Sends what changed since the last message; a slow page gets fewer, larger ones."""
        sent = self.dark
        news = {"board": self.panel}
        try:
            while True:
                wake.clear()
                state = self.state
                news.update(state.since(sent))
                if news:
                    await socket.send_str(json.dumps(news, separators=(",", ":")))
                sent, news = state, {}
                await wake.wait()
        except ConnectionResetError:
            return  # the page has gone; its reader tidies up

    def press(self, text, mine):
        """Takes a page's message; False if it is not one."""
        try:
            ((what, key),) = json.loads(text).items()
        except (ValueError, AttributeError):  # no JSON, not one pair; no dict
            return False
        if what not in ("down", "up") or key not in self.keys:
            return False
        if what == "down" and key not in mine:
            if not self.is_held(key):
                self.machine.down(key)
            mine.add(key)
        elif what == "up" and key in mine:
            mine.remove(key)
            self.release(key)
        self.turn()
        return True

    def is_held(self, key):
        return any(key in held for held in self.pages.values())

    def release(self, key):
        if not self.is_held(key):
            self.machine.up(key)


def names(request):
    """What this server may be called: the port is the one that the request came in by."""
    port = request.transport.get_extra_info("sockname")[1]
    return {f"{name}:{port}" for name in LOCAL}


@web.middleware
async def local_only(request, handler):
    """Another site's name that resolves to this computer gets nothing."""
    if request.host not in names(request):
        raise web.HTTPForbidden(text="this board answers on 127.0.0.1 only\n")
    return await handler(request)


async def add_headers(_request, response):
    response.headers.update(HEADERS)


async def index(_request):
    return web.FileResponse(PAGE / "index.html")


async def serve(server, port, ready):
    """Runs the board and its server until cancelled; `ready(url)` when it listens."""
    runner = web.AppRunner(server.app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        site = web.TCPSite(runner, LOCAL[0], port)
        await site.start()
        port = runner.addresses[0][1]
        going = asyncio.create_task(server.run())
        ready(f"http://{LOCAL[0]}:{port}/")
        await going
    finally:
        await runner.cleanup()


def kept(board):
    """The directory where this user's game on that board is kept."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "spilikin" / board


def port(text):
    """The number of a port. ValueError if there is none such."""
    if int(text) not in range(65536):
        raise ValueError(text)
    return int(text)


def main(argv):
    """`sim`: serves the board until interrupted. Returns the exit code."""
    parser = Parser("sim", description="The board in a web page on 127.0.0.1.")
    parser.add_argument("--port", type=port, default=PORT, help="0 takes any that is free")
    parser.add_argument("--save", type=folder, metavar="DIR", help="where the game is kept")
    parser.add_argument("--board", choices=BOARDS, default="continuous3")
    parser.add_argument("--backend", choices=MACHINES, default="cpython")
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    args = parser.parse_args(argv)
    board = virtual.load_board(args.board)
    journal = args.save or kept(args.board)

    def ready(url):
        print(f"{url}  (the game is kept in {journal}; Ctrl-C ends)", flush=True)
        if args.open:
            webbrowser.open(url)

    try:
        with lock(journal):
            server = Server(board, MACHINES[args.backend](board, journal))
            asyncio.run(serve(server, args.port, ready))
    except OSError as error:
        return refuse("sim", in_use(journal, error))
    except KeyboardInterrupt:
        return 0
