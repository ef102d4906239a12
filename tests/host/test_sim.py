"""The server behind the page, spoken to without a browser."""

import asyncio
import json
import socket

import pytest

aiohttp = pytest.importorskip("aiohttp", reason="aiohttp is not installed")

from firmware.boards import continuous3  # noqa: E402
from host_tools import press, saved, sim  # noqa: E402
from host_tools.bootstrap import Missing  # noqa: E402

DARK = sim.State.dark(len(continuous3.TRACK_PINS), continuous3.LEDS)
WAIT_S = 5


class Machine:
    """Notes the edges that it gets; shows what it is told to."""

    def __init__(self):
        self.edges = []
        self.shows = DARK

    def down(self, key):
        self.edges.append(("down", key))

    def up(self, key):
        self.edges.append(("up", key))

    def turn(self):
        pass

    def state(self, held):
        return self.shows._replace(held=held)


def served(test):
    """Runs `await test(machine, session, url)` beside a server on a free port."""

    async def run():
        machine = Machine()
        url = asyncio.get_running_loop().create_future()
        server = sim.Server(continuous3, machine)
        going = asyncio.create_task(sim.serve(server, 0, url.set_result))
        async with aiohttp.ClientSession() as session:
            await asyncio.wait_for(test(machine, session, await url), 4 * WAIT_S)
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)

    asyncio.run(run())


def look(session, url):
    return session.ws_connect(url + "board", origin=url.rstrip("/"))


async def until(page, name):
    """The next message that has `name`."""
    while True:
        message = json.loads((await asyncio.wait_for(page.receive(), WAIT_S)).data)
        if name in message:
            return message


async def edges(machine, wanted):
    for _ in range(1000):
        if machine.edges == wanted:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"{machine.edges} instead of {wanted}")


def lit(**at):
    """DARK but for LEDs of the first track: lit(_3=0xFF0000)."""
    track = bytearray(DARK.lights[0])
    for led, rgb in at.items():
        track[3 * int(led[1:]) : 3 * int(led[1:]) + 3] = rgb.to_bytes(3, "big")
    return DARK._replace(lights=(bytes(track), *DARK.lights[1:]))


def test_a_page_first_gets_the_panel_and_all_that_it_shows():
    async def test(machine, session, url):
        machine.shows = lit(_1=0x010203)._replace(rows=("121  90", *[""] * 7), hz=440, buzzes=2)
        async with look(session, url) as page:
            message = await until(page, "board")
            if "lights" not in message:  # it came before the first turn of the loop
                message |= await until(page, "lights")
        board = message["board"]
        assert [key[0] for key in board["keys"]] == [
            k for row in continuous3.KEYMAP for k in row
        ]
        assert [len(track) for track in board["tracks"]] == [continuous3.LEDS] * 3
        assert board["tracks"][0][0] == list(continuous3.RUNS[0][:2])
        assert board["screen"] == list(continuous3.SCREEN_AT)
        assert message["lights"] == [1, 0x010203]
        assert message["rows"] == {"0": "121  90"}
        assert (message["hz"], message["buzzes"]) == (440, 2)

    served(test)


def test_only_what_changed_is_sent():
    async def test(machine, session, url):
        async with look(session, url) as page:
            await until(page, "board")
            machine.shows = lit(_5=0xFF0000, _6=7)
            assert await until(page, "lights") == {"lights": [5, 0xFF0000, 6, 7]}
            machine.shows = lit(_5=0xFF0000)
            assert await until(page, "lights") == {"lights": [6, 0]}
            machine.shows = machine.shows._replace(hz=880)
            assert await until(page, "hz") == {"hz": 880}

    served(test)


def test_every_page_sees_the_keys_that_are_held():
    async def test(machine, session, url):
        async with look(session, url) as one, look(session, url) as other:
            await one.send_json({"down": "P1"})
            assert (await until(other, "held"))["held"] == ["P1"]
            await one.send_json({"up": "P1"})
            assert (await until(other, "held"))["held"] == []
            await edges(machine, [("down", "P1"), ("up", "P1")])

    served(test)


def test_a_key_held_by_two_pages_is_one_key():
    async def test(machine, session, url):
        async with look(session, url) as one:
            await one.send_json({"down": "GO"})
            async with look(session, url) as other:
                await until(other, "held")
                await other.send_json({"down": "GO"})
                await other.send_json({"down": "A"})
                await edges(machine, [("down", "GO"), ("down", "A")])
            await edges(machine, [("down", "GO"), ("down", "A"), ("up", "A")])

    served(test)


def test_a_key_is_released_when_its_page_goes_away():
    async def test(machine, session, url):
        async with look(session, url) as page:
            await page.send_json({"down": "UNDO"})
            await until(page, "held")
        await edges(machine, [("down", "UNDO"), ("up", "UNDO")])

    served(test)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"down": 1}', '{"down": "P9"}', '{"hit": "A"}', '{"up": ["A"]}']
)
def test_what_is_no_key_ends_the_connection(text):
    async def test(machine, session, url):
        async with look(session, url) as page:
            await until(page, "board")
            await page.send_str(text)
            while (
                await asyncio.wait_for(page.receive(), WAIT_S)
            ).type == aiohttp.WSMsgType.TEXT:
                pass
            assert page.close_code == 1008
        assert machine.edges == []

    served(test)


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1"])
def test_another_site_may_not_press_keys(origin):
    async def test(machine, session, url):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(url + "board", origin=origin)
        assert refused.value.status == 403

    served(test)


def test_another_name_for_this_computer_gets_nothing():
    async def test(machine, session, url):
        port = url.split(":")[-1].rstrip("/")
        for host, status in [(f"evil.example:{port}", 403), (f"localhost:{port}", 200)]:
            async with session.get(url, headers={"Host": host}) as answer:
                assert answer.status == status

    served(test)


def test_it_listens_on_127_0_0_1_alone():
    async def test(machine, session, url):
        assert url.startswith("http://127.0.0.1:")
        port = int(url.split(":")[-1].rstrip("/"))
        with socket.socket() as other:
            other.bind(("127.0.0.2", port))  # taken if the server listened on all addresses

    served(test)


def test_the_page_is_served_whole_and_nothing_beside_it():
    async def test(machine, session, url):
        for name in ["", "main.js", "board.js", "style.css"]:
            async with session.get(url + name) as answer:
                assert answer.status == 200
                assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        for name in ["../sim.py", "%2e%2e/sim.py", "nothing"]:
            async with session.get(url + name) as answer:
                assert answer.status in (403, 404)

    served(test)


@pytest.mark.parametrize(
    "argv", [["--port", "x"], ["--board", "none"], ["--backend", "abacus"], ["--what"]]
)
def test_bad_arguments_get_one_line_and_exit_2(argv, capsys):
    with pytest.raises(SystemExit) as ended:
        sim.main(argv)
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_game_is_open_once_only(tmp_path, capsys):
    with sim.lock(tmp_path):
        assert sim.main(["--port", "0", "--save", str(tmp_path)]) == 2
    assert "open" in capsys.readouterr().err


def test_the_emulated_pico_shows_the_same_and_its_game_is_kept(tmp_path):
    def until(seen):
        for _ in range(400):  # of the chip's turns: 1.6 s of its time
            assert machine.pipe.poll(60)
            try:
                machine.turn()
            except Missing as missing:
                pytest.skip(str(missing))
            if seen(machine.state(())):
                return
        raise AssertionError(machine.state(()))

    machine = sim.Pico(continuous3, tmp_path)
    until(lambda state: state.rows[5] == "P1 deals?")
    machine.down("OK")
    machine.up("OK")
    until(lambda state: state.rows[7] == "OK: starter")
    until(lambda state: any(tmp_path.glob("new/[0-9]*")))
    assert machine.shows.chip > 0
    machine.pipe.close()


def test_press_is_kept_off_a_game_that_another_board_has_open(tmp_path, capsys):
    with saved.lock(tmp_path):
        assert press.main(["A", "P1", "--save", str(tmp_path)]) == 2
    assert "another board has the game" in capsys.readouterr().err
    assert press.main(["A", "P1", "--save", str(tmp_path)]) == 0
