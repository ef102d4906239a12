"""A fault in the loop: written down, recovered from once, then the board stops."""

from firmware import guard
from tests.playing import directory


class Faulty:
    """An app that fails once at each of the given times."""

    def __init__(self, times):
        self.times = times

    def tick(self, now):
        if now in self.times:
            self.times.remove(now)
            raise RuntimeError("at %d" % now)


def run(times, until):
    """Keep an app that fails at `times` (ms) until the clock is `until`; what happened."""
    guard.CRASH_FILE = directory() + "/crash.txt"
    starts = []
    now = [0]

    def start(fault):
        starts.append(fault)
        return Faulty(times)

    def rest():
        now[0] += 1000
        if now[0] > until:
            raise KeyboardInterrupt

    try:
        return guard.keep(start, lambda: now[0], rest), starts
    except KeyboardInterrupt:
        return None, starts


def test_one_fault_is_recovered_from_and_told():
    fault, starts = run([5000], 200000)
    assert fault is None
    assert [type(s) for s in starts] == [type(None), RuntimeError], starts


def test_a_second_fault_within_a_minute_stops():
    fault, starts = run([5000, 40000], 200000)
    assert type(fault) is RuntimeError and len(starts) == 2, starts


def test_two_faults_far_apart_are_both_recovered_from():
    fault, starts = run([5000, 90000], 200000)
    assert fault is None and len(starts) == 3, starts


def test_the_fault_is_written_down():
    run([5000], 10000)
    with open(guard.CRASH_FILE) as file:
        told = file.read()
    assert "RuntimeError: at 5000" in told and "tick" in told, told


def test_ctrl_c_goes_through():
    fault, starts = run([], 3000)
    assert fault is None and starts == [None]
