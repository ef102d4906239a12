"""Reads the panel as an eye does: pegs off the lights, by brightness and rhythm.

A front peg is bright and steady, a rear peg dim and breathing, a ghost blinks;
what is faint and steady is only a mark.
"""

SUITS = "♣♦♥♠"
_FAINT = 10  # the sum of a LED's colours, 255 each: what is no brighter is a mark


def read(board, frames, watched, rows, buzz):
    """The panel as `press` prints it.

    `frames` are (ms from the start of the watch, track, RGB bytes of the whole
    track) in order, with one of each track at the start; `watched` is in ms.
    """
    tracks = [
        _track(board, [(ms, rgb) for ms, t, rgb in frames if t == track], watched)
        for track in range(len(board.TRACK_PINS))
    ]
    return {
        "tracks": [track for track in tracks if track],
        "screen": [_with_suits(row) for row in rows],
        "buzz": buzz,
    }


def _with_suits(row):
    for code, suit in enumerate(SUITS):
        row = row.replace(chr(1 + code), suit)
    return row.rstrip()


def _track(board, frames, watched):
    """One track's pegs as scores, or None where nothing is lit."""
    ends = [ms for ms, _ in frames[1:]] + [watched]
    spans = [(ends[i] - ms, rgb) for i, (ms, rgb) in enumerate(frames)]
    leds = [_seen(spans, led) for led in range(board.LEDS)]
    holes = range(board.START, board.MATCH)
    bright = max(most for most, least, _ in leds if most == least)
    if bright < _FAINT:
        return None
    found = {"front": None, "rear": 0, "ghost": None}
    for led in holes:
        most, least, lit = leds[led]
        if most == least == bright:
            found["front"] = led - board.START
        elif most != least and most * 2 > bright and lit > watched * 0.3:
            found["ghost"] = led - board.START
        elif most != least and most * 2 < bright and lit > watched * 0.9:
            found["rear"] = led - board.START
    found["crib"] = leds[board.CRIB][1] > _FAINT
    matches = leds[board.MATCH : board.MATCH + board.MATCHES]
    found["match"] = sum(least > _FAINT for _, least, _ in matches)
    return found


def _seen(spans, led):
    """(most, least, ms well lit) of one LED over (ms, RGB bytes of its track) spans."""
    most, least, lit = 0, 1000, 0
    for ms, rgb in spans:
        if ms > 0:
            level = sum(rgb[3 * led : 3 * led + 3])
            most, least = max(most, level), min(least, level)
    for ms, rgb in spans:
        if sum(rgb[3 * led : 3 * led + 3]) * 3 > most:
            lit += ms
    return most, least, lit
