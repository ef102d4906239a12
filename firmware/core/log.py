"""The log of actions: a list of bytes that walks back and forth."""

# A match may take thousands of actions, so they are packed in pages of 32,
# a length before each. `marks` keeps the game's state (as bytes) at some places,
# so that going back replays a few actions and not the match.

from micropython import const

_PAGE = const(32)
_STEP = const(16)  # actions from one state kept to the next
_MARKS = const(64)  # states kept: a growing dict would want more memory in one piece


class Log:
    def __init__(self, start):
        """An empty log; `start` is the game's state before its first action."""
        self._pages = []
        self._length = 0
        self.at = 0  # actions in force; those from here on have been undone
        self.marks = {0: start}

    def __len__(self):
        return self._length

    def _find(self, i):
        """The page of an action, and where in it that begins."""
        page, p = self._pages[i // _PAGE], 0
        for _ in range(i % _PAGE):
            p += 1 + page[p]
        return page, p

    def __getitem__(self, i):
        page, p = self._find(i)
        return bytes(page[p + 1 : p + 1 + page[p]])

    def _cut(self, i):
        """Forget the actions from `i` on, of which there are some, and the states after."""
        page, p = self._find(i)
        page[p:] = b""
        del self._pages[-(-i // _PAGE) :]
        self._length = i
        for place in [m for m in self.marks if m > i]:
            del self.marks[place]

    def _append(self, action):
        if self._length % _PAGE == 0:
            self._pages.append(bytearray())
        page = self._pages[-1]
        page.append(len(action))
        page.extend(action)
        self._length += 1

    def write(self, action, kept):
        """Put `action` at `at` and step over it; what was undone stays from `kept` on."""
        rest = ()
        if self.at < self._length:
            rest = [self[i] for i in range(kept, self._length)]
            self._cut(self.at)
        self._append(action)
        for later in rest:
            self._append(later)
        self.at += 1

    def mark(self, state):
        """Keep what `state()` gives if this is a place for it."""
        if self.at % _STEP == 0 and self.at not in self.marks:
            self.keep(state())

    def keep(self, state):
        """Keep `state`, the one before the action at `at`."""
        places = sorted(self.marks)
        if len(places) >= _MARKS:  # the one that stands closest between others goes
            gaps = [places[i + 2] - places[i] for i in range(len(places) - 2)]
            del self.marks[places[gaps.index(min(gaps)) + 1]]
        self.marks[self.at] = state

    def nearest(self, i):
        """The last place at or before `i` with a state kept."""
        return max(m for m in self.marks if m <= i)
