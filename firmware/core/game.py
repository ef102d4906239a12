"""A match that can walk back and forth: the state, and the log it is rebuilt from."""

from firmware.core import actions
from firmware.core.actions import AMENDS, MOST_REDONE, PLAY, REDO, SUIT, UNDO
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
        if kind == SUIT and not self.log.at:
            return NOTHING_DONE  # the card's place is in an earlier piece
        refusal = self.do(action)
        if refusal is None:
            self._write(action)
        return refusal

    def _write(self, action):
        log = self.log
        if action[0] == SUIT and log[log.at - 1][0] == PLAY:
            log.at -= 1  # the whole card takes the place of the one without a suit
            action = log[log.at][:2] + action[1:]
        kept = len(log)
        if log.at < kept:
            if action[0] == AMENDS:
                kept = log.at
            elif _alike(log[log.at], action):
                kept = log.at + 1
        log.write(action, kept)

    def _undo(self):
        if not self.log.at:
            return NOTHING_DONE
        self.log.at -= 1
        self.restore()
        return None

    def restore(self):
        """Bring the state to where the log is. False if an action on the way is refused."""
        log = self.log
        goal = log.at
        log.at = log.nearest(goal)
        self.unpack(log.marks[log.at])
        while log.at < goal and self._step() is None:
            pass
        return log.at == goal

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
        refusal = self.do(log[log.at])
        if refusal is None:
            log.at += 1
            log.mark(self.pack)
        return refusal

    def note(self, action):
        """Write an action. None, or why not: it refers to what is not in the log."""
        # The state is left as it is: of what was undone at last, nothing need be done.
        log = self.log
        kind = action[0]
        if kind == UNDO:
            if not log.at:
                return NOTHING_DONE
            log.at -= 1
        elif kind == REDO and len(action) == 2:
            if log.at + action[1] > len(log):
                return NOTHING_UNDONE
            log.at += action[1]
        elif kind == SUIT and not log.at:
            return NOTHING_DONE
        else:
            self._write(action)
        return None


def _alike(undone, action):
    """May `action` take the place of `undone`, what was done after it kept?"""
    # Points by others or on another track, a card by another: the same kind.
    was, now = undone[0], action[0]
    if was == now:
        return was not in (actions.NEW, actions.DEAL, actions.SET)
    return {was, now} == {PLAY, actions.GO}
