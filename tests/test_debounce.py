"""Key events out of scans. A scan is 1.5 ms; '#' is a closed contact, '.' an open one."""

from firmware.drivers.debounce import MAX_KEYS, RELEASE, SCAN_US, Debounce

BOUNCE = 20000 // SCAN_US + 1  # scans that 20 ms can touch


def events(*contacts):
    """What a keypad reports whose keys read as these strings: a list of (scan, event)."""
    keys = Debounce()
    seen = []
    for n in range(max([len(contact) for contact in contacts])):
        scan = 0
        for key, contact in enumerate(contacts):
            if contact[n : n + 1] == "#":
                scan |= 1 << key
        if scan == keys.quiet:
            continue  # as the matrix does
        event = keys.feed(scan)
        if event >= 0:
            seen.append((n, event))
    return seen


def test_press_at_the_first_edge_release_after_sixteen_scans():
    assert events("..####" + 30 * ".") == [(2, 0), (6 + 15, RELEASE)]
    assert events(".#" + 30 * ".") == [(1, 0), (2 + 15, RELEASE)]


def test_bounce_of_20_ms_is_one_press():
    for gap in range(1, BOUNCE + 1):
        burst = "#" + gap * "."
        rough = burst * (BOUNCE // gap + 1)
        contact = "..." + rough + 20 * "#" + "." + rough + 40 * "."
        seen = [event for _, event in events(contact)]
        assert seen == [0, RELEASE], f"gaps of {gap} scans: {seen}"
    assert BOUNCE < 16 <= 24000 // SCAN_US


def test_chatter_while_held_is_no_second_press():
    contact = "#" * 20
    for gap in (1, 3, 7, BOUNCE, 2, 15):
        contact += gap * "." + "#"
    assert events(contact + 40 * ".") == [(0, 0), (len(contact) + 15, RELEASE)]


def test_two_keys_at_once_are_two_events():
    assert events(30 * "#", 30 * "#") == [(0, 0), (1, 1)]
    assert events(5 * "#" + 30 * ".", 5 * "#" + 30 * ".") == [
        (0, 0),
        (1, 1),
        (5 + 15, RELEASE),
        (5 + 16, 1 | RELEASE),
    ]


def test_a_chatter_of_one_key_does_not_hide_another():
    seen = events(15 * "#.." + 30 * ".", 14 * "." + "####" + 60 * ".")
    assert [event for _, event in seen] == [0, 1, 1 | RELEASE, RELEASE]
    assert seen[1] == (14, 1)


def test_fifteen_presses_a_second_are_all_kept():
    beat = 66667 // SCAN_US
    for held in (1, 10, beat - 16):
        contact = 30 * (held * "#" + (beat - held) * ".")
        presses = [n for n, event in events(contact) if event == 0]
        assert presses == [n * beat for n in range(30)], held


def test_every_key_up_to_the_last():
    contacts = ["." * key + 3 * "#" + 40 * "." for key in range(MAX_KEYS)]
    seen = [event for _, event in events(*contacts)]
    assert [event for event in seen if event < RELEASE] == list(range(MAX_KEYS))
    assert sorted([e & ~RELEASE for e in seen if e >= RELEASE]) == list(range(MAX_KEYS))


def test_quiet_scans_need_no_feeding():
    keys = Debounce()
    assert keys.quiet == 0
    assert keys.feed(0b100) == 2
    assert keys.quiet == 0b100
    assert keys.feed(0) == -1
    assert keys.quiet == -1  # counting
    assert keys.feed(0b100) == -1
    assert keys.quiet == 0b100
    assert keys.feed(0b111) == 0
    assert keys.quiet == -1  # one more event to come
    assert keys.feed(0b111) == 1
    assert keys.quiet == 0b111
