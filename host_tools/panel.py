"""Reads the panel as an eye does: pegs off the lights, by brightness and rhythm.

A front peg is bright and steady, a rear peg dim and breathing, a ghost blinks;
what is faint and steady is only a mark.
"""

SUITS = str.maketrans({1: "♣", 2: "♦", 3: "♥", 4: "♠"})


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
        "screen": [row.translate(SUITS).rstrip() for row in rows],
        "buzz": buzz,
    }


def _track(board, frames, watched):
    """One track's pegs as scores, or None where nothing is lit."""
    seen = {}
    ends = [ms for ms, _ in frames[1:]] + [watched]
    spans = [(end - ms, rgb) for (ms, rgb), end in zip(frames, ends, strict=True)]
    for led in range(board.LEDS):
        levels = [(ms, sum(rgb[3 * led : 3 * led + 3])) for ms, rgb in spans if ms > 0]
        if any(level for _, level in levels):
            seen[led] = levels
    steady = {led: most for led, (most, least, _) in _span(seen).items() if most == least}
    holes = range(board.START, board.MATCH)
    bright = max((steady.get(led, 0) for led in holes), default=0)
    if bright < 12:
        return None
    found = {"front": None, "rear": 0, "ghost": None}
    for led, (most, least, lit) in _span(seen).items():
        if led not in holes:
            continue
        score = led - board.START
        if most == least == bright:
            found["front"] = score
        elif most != least and most * 2 > bright and lit > watched * 0.3:
            found["ghost"] = score
        elif most != least and most * 2 < bright and lit > watched * 0.9:
            found["rear"] = score
    found["crib"] = board.CRIB in steady
    found["match"] = sum(
        led in steady for led in range(board.MATCH, board.MATCH + board.MATCHES)
    )
    return found


def _span(seen):
    """(most, least, ms lit well above the least) of each LED seen."""
    spans = {}
    for led, levels in seen.items():
        most = max(level for _, level in levels)
        least = min(level for _, level in levels)
        lit = sum(ms for ms, level in levels if level * 3 > most)
        spans[led] = (most, least, lit)
    return spans
