"""Reads the panel as an eye does: pegs off the lights, by brightness and rhythm."""

# A front peg is bright and steady, but for a wink of 64 ms for each lap behind
# it, all within half a second; a rear peg is dim and breathing, a ghost blinks.
# What is faint and steady is only a mark, and what does not stay passes along.

SUITS = "♣♦♥♠"
_FAINT = 10  # the sum of a LED's colours, 255 each: what is no brighter is a mark
_ROUND_MS = 512  # the rhythm of the winks
_WINK_MS = 64
_STAYS_MS = 50  # a light that goes along a track leaves each hole sooner


def read(board, frames, watched, rows, buzz, opposite=False):
    """The panel as `press` prints it.

    `frames` are (ms from the start of the watch, track, RGB bytes of the whole
    track) in order, with one of each track at the start; `watched` is in ms.
    `opposite`: the second track is pegged from the other end.
    """
    tracks = []
    for track in range(len(board.TRACK_PINS)):
        own = [(ms, rgb) for ms, t, rgb in frames if t == track]
        tracks.append(_track(board, own, watched, opposite and track == 1))
    return {
        "tracks": [track for track in tracks if track],
        "screen": [_with_suits(row) for row in rows],
        "buzz": buzz,
    }


def _with_suits(row):
    for code, suit in enumerate(SUITS):
        row = row.replace(chr(1 + code), suit)
    return row.rstrip()


def _track(board, frames, watched, turned):
    """One track's pegs as scores, or None where no front peg is lit."""
    ends = [ms for ms, _ in frames[1:]] + [watched]
    spans = [(ends[i] - ms, rgb) for i, (ms, rgb) in enumerate(frames)]
    leds = [_seen(spans, led) for led in range(board.LEDS)]
    holes = range(board.START, board.GAME + 1)
    bright = max(leds[led][0] for led in holes)
    if bright <= _FAINT:
        return None
    front, rear, ghost = None, 0, None
    for led in holes:
        most, least, lit = leds[led]
        hole = (board.GAME - led) if turned else led - board.START
        if most == bright and lit > watched * 0.55:
            dark = sum(ms for ms, rgb in _first(spans) if _level(rgb, led) != most)
            front = hole + round(dark / _WINK_MS) * board.HOLES
        elif most != least and most * 2 > bright and lit > watched * 0.3:
            ghost = hole
        elif most != least and most * 2 < bright and lit > watched * 0.9:
            rear = hole
    if front is not None:
        while 0 < rear <= front - board.HOLES:
            rear += board.HOLES
        while ghost is not None and ghost <= front:
            ghost += board.HOLES
    matches = leds[board.MATCH : board.MATCH + board.MATCHES]
    return {
        "front": front,
        "rear": rear,
        "ghost": ghost,
        "crib": leds[board.CRIB][1] > _FAINT,
        "match": sum(least > _FAINT for _, least, _ in matches),
    }


def _first(spans):
    """The spans of the first round of winks."""
    left = _ROUND_MS
    for ms, rgb in spans:
        if left > 0:
            yield min(ms, left), rgb
        left -= ms


def _level(rgb, led):
    return sum(rgb[3 * led : 3 * led + 3])


def _seen(spans, led):
    """(most, least, ms well lit) of one LED over (ms, RGB bytes of its track) spans."""
    most, least, was, since = 0, 765, -1, 0
    for ms, rgb in spans:
        level = _level(rgb, led)
        since = since + ms if level == was else ms
        was = level
        if since >= _STAYS_MS:
            most, least = max(most, level), min(least, level)
    return most, least, sum(ms for ms, rgb in spans if _level(rgb, led) * 5 >= most > 0)
