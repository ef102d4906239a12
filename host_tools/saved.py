"""Where a game is kept on the computer: one board at a time has it open."""

import fcntl
from pathlib import Path


def folder(text):
    """The path of a directory for a journal. ValueError if it names none."""
    if not text:
        raise ValueError("no directory")
    return Path(text)


def lock(directory):
    """Keeps other boards off the game in it, as long as the file given back is open.

    OSError if one is there already, or if there can be no such directory.
    """
    directory.mkdir(parents=True, exist_ok=True)
    file = open(f"{directory.resolve()}.lock", "w")  # noqa: SIM115 - the caller closes it
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return file


def in_use(directory, error):
    """One line for an OSError of `lock`, or of what followed."""
    if isinstance(error, BlockingIOError):
        return f"another board has the game in {directory} open"
    if isinstance(error, FileExistsError):
        return f"{directory} is no directory"
    return f"{directory}: {error.strerror or error}"
