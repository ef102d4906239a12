"""A match that can walk back and forth: the state, and the log it is rebuilt from."""

from firmware.core import actions
from firmware.core.actions import MOST_REDONE, PLAY, REDO, UNDO
from firmware.core.cards import UNKNOWN, rank
from firmware.core.log import Log
from firmware.core.state import NO_ACTION, State

NOTHING_DONE = "nothing to undo"
NOTHING_UNDONE = "nothing to redo"


class Game(State):
    def __init__(self):
        super().__init__()
        self.log = Log(self.pack())

    def apply(self, action):
        """Do one action. None, or the reason it is refused, with nothing changed."""
        if not action:
            return NO_ACTION
        kind = action[0]
        if kind == UNDO:
            return self._undo()
        if kind == REDO and len(action) == 2:
            return self._redo(action[1])
        refusal = self._take(action)
        if refusal is None:
            self._write(action)
            self.log.mark(self.pack)
        return refusal

    def _take(self, action):
        """Do it; but the card played last, now with its suit, is not played again."""
        bare = _bare(action)
        if bare and self.played[-2:] == bare[1:]:
            # Where the log begins after that card, its place is in an earlier piece.
            return self.suit(action[2]) if self.log.at else NOTHING_DONE
        return self.do(action)

    def _write(self, action):
        log = self.log
        bare = _bare(action)
        if bare and log.at and log[log.at - 1] == bare:
            log.at -= 1  # the suit takes the place of the card without
        log.write(action, log.at < len(log) and _alike(log[log.at], action))

    def _undo(self):
        log = self.log
        if not log.at:
            return NOTHING_DONE
        goal = log.at - 1
        log.at = log.nearest(goal)
        self.unpack(log.marks[log.at])
        while log.at < goal and self._step() is None:
            pass
        return None

    def _redo(self, most):
        log = self.log
        left = len(log) - log.at
        if most == MOST_REDONE:
            most = min(left, MOST_REDONE - 1)
        if not left or most > left:
            return NOTHING_UNDONE
        goal = log.at + most
        refusal = self._step()
        if refusal is None:
            while log.at < goal and self._step() is None:
                pass
        return refusal

    def _step(self):
        """Do the next action of the log again."""
        log = self.log
        refusal = self._take(log[log.at])
        if refusal is None:
            log.at += 1
            log.mark(self.pack)
        return refusal

    def note(self, action):
        """Write a legal action. None, or why not: it refers to what is not in the log."""
        # For a start from a state further on: what lies before it is needed only to go
        # back, so the state is left as it is.
        log = self.log
        kind = action[0]
        if kind == UNDO:
            if not log.at:
                return NOTHING_DONE
            log.at -= 1
        elif kind == REDO:
            if log.at + action[1] > len(log):
                return NOTHING_UNDONE
            log.at += action[1]
        else:
            before = log.at
            self._write(action)
            if not before and _bare(action):
                return NOTHING_DONE  # it may be the suit of a card before
        return None


def _bare(action):
    """The same card played without its suit, or None where `action` plays none with one."""
    if action[0] != PLAY or len(action) != 3 or action[2] >= UNKNOWN:
        return None
    return bytes((PLAY, action[1], UNKNOWN + rank(action[2])))


def _alike(undone, action):
    """May `action` take the place of `undone`, what was done after it kept?"""
    # Points by others or on another track, a card by another: the same kind.
    was, now = undone[0], action[0]
    if was == now:
        return was not in (actions.NEW, actions.DEAL, actions.SET)
    return {was, now} == {PLAY, actions.GO}
