"""deploy: compiles the firmware and copies to a board what differs there."""

# It arrives in a folder of its own and is checked before any of it is put in place: a board cut
# off meanwhile still has all that it had. main.py comes last. The journal is never looked at.

import contextlib
import errno
import hashlib
import io
import re
from binascii import b2a_base64

from host_tools.arguments import BOARDS, Parser, refuse
from host_tools.bootstrap import Missing
from host_tools.pico import image

ARRIVALS = "arriving"  # the folder that files are copied to
OLDEST = (1, 23)
PICO = (0x2E8A, 0x0005)  # USB vendor and product of MicroPython on an RP2040
CHUNK = 1024  # bytes of a file in one line of Python
CODE = 4096  # characters of Python sent at once, which the board has to hold
SILENT_S = 30  # a board at work says nothing for less than this
CRASH_S = 1  # a board that cannot start says so within this
FULL = re.compile(rb"OSError: (\[Errno )?28\b")
FOLDER = "folder"  # the kind of a path that is no file; a file's kind is its sha256
WHY = {
    errno.ENOENT: "there is no such port",
    errno.EACCES: "may not be opened by this user (on Debian: group dialout)",
} | dict.fromkeys((errno.EAGAIN, errno.EBUSY), "is in use by another program")

WHAT = """
import sys
print(sys.implementation.name, "%d.%d" % sys.implementation.version[:2], sys.platform)
"""
# Prints kind and path of what is there, the contents of a folder before the folder.
TELL = """
import os
from binascii import a2b_base64, hexlify
from hashlib import sha256
def tell(path):
    if os.stat(path)[0] & 0x4000:
        for name in os.listdir(path):
            tell(path + "/" + name)
        print("{folder}", path)
        return
    sha = sha256()
    with open(path, "rb") as file:
        while data := file.read(512):
            sha.update(data)
    print(hexlify(sha.digest()).decode(), path)
for name in set({names}).intersection(os.listdir()):
    tell(name)
"""


class Refused(Exception):
    """Why a board cannot be deployed to; the message is one line."""


def main(argv):
    parser = Parser("deploy", description="Compile the firmware and copy it to a board.")
    parser.add_argument("--port", help="the board's serial port, if there are several")
    parser.add_argument("--board", choices=BOARDS, help="what it is, if it has not been told")
    given = parser.parse_args(argv)
    try:
        wanted = image.firmware()
        if given.board:
            wanted |= image.chosen(given.board)
        with Board(given.port or only_port()) as board:
            print(deploy(board, wanted))
    except (Refused, Missing, SyntaxError) as error:
        return refuse("deploy", error)
    return 0


def only_port():
    """The serial port of the one board there is."""
    from serial.tools import list_ports

    ports = sorted(p.device for p in list_ports.comports() if (p.vid, p.pid) == PICO)
    if len(ports) == 1:
        return ports[0]
    what = f"several boards ({' '.join(ports)})" if ports else "no Pico with MicroPython on USB"
    raise Refused(f"{what}: a port can be named with --port")


def deploy(board, wanted):
    """Makes the board's files the `wanted` ones and restarts it; what was done, in a line."""
    unfit(*board.run(WHAT).split())
    # Only what is named here is looked at; all else on the board is its owner's.
    there = board.tell(*{path.split("/")[0] for path in wanted})
    copied, folders, removed = plan(wanted, there)
    board.remove_arrivals()  # of a deploy that was cut off
    if copied or removed:
        board.copy([wanted[path] for path in copied])
        board.place(copied, folders, removed)
        number = f"{len(copied)} file" + "s" * (len(copied) != 1)
        done = f"{number} copied, {len(wanted) - len(copied)} unchanged"
        done += f", {len(removed)} removed" if removed else ""
    else:
        done = f"nothing to change, {len(wanted)} files are as they should be"
    board.restart()
    return f"{done}, restarted"


def unfit(name, version, platform):
    """Refuses a board that this firmware does not run on."""
    if (name, platform) != ("micropython", "rp2"):
        raise Refused(f"the board runs {name} for {platform}, not MicroPython for a Pico")
    if tuple(map(int, version.split("."))) < OLDEST:
        raise Refused(f"MicroPython {version} is too old, {OLDEST[0]}.{OLDEST[1]} is needed")


def plan(wanted, there):
    """(paths to copy, main.py last; folders to make; {path: kind} to remove).

    wanted: {path: bytes}. there: {path: kind}, the contents of a folder before it.
    """
    copied = [path for path in wanted if there.get(path) != digest(wanted[path])]
    folders = {path[: slash.start()] for path in wanted for slash in re.finditer("/", path)}
    removed = {p: kind for p, kind in there.items() if p not in folders and p not in wanted}
    return sorted(copied, key="main.py".__eq__), sorted(folders - there.keys()), removed


def removal(there):
    """Lines of Python that remove these, {path: kind}."""
    return [f"os.{'rmdir' if k == FOLDER else 'remove'}({p!r})" for p, k in there.items()]


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Board:
    """The board at a port, stopped in what it ran and ready to be told what to run.

    As a context: left by an error it is restarted too. Every method may raise Refused.
    """

    def __init__(self, port):
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport
        from serial import Serial, SerialException

        self.errors = (TransportError, SerialException, OSError)
        try:
            Serial(port, exclusive=True).close()  # mpremote would not say why it cannot
        except SerialException as error:
            raise Refused(f"{port}: {WHY.get(error.errno, error)}") from error
        with self._talking(f"{port}: no answer like MicroPython's"):
            self.link = SerialTransport(port, timeout=SILENT_S)
            # With a soft reset: it stops the DMA of what ran, which else goes on writing into
            # memory that is free now.
            self.link.enter_raw_repl(timeout_overall=SILENT_S)

    @contextlib.contextmanager
    def _talking(self, trouble="the board went away"):
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it got
                yield
        except self.errors as error:
            raise Refused(f"{trouble} ({error})") from error

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind:
            with contextlib.suppress(Refused):  # what led here is to be told, not this
                self.restart()
        self.link.serial.close()

    def run(self, code):
        """Runs Python on the board; what it printed."""
        with self._talking():
            said, wrong = self.link.exec_raw(code, timeout=SILENT_S)
        if FULL.search(wrong):
            raise Refused("the board is full; it keeps what it had")
        if wrong:
            raise Refused(f"the board said: {wrong.decode().strip().splitlines()[-1]}")
        return said.decode()

    def tell(self, *names):
        """{path: kind} of these and all below, contents first."""
        lines = self.run(TELL.format(names=names, folder=FOLDER)).splitlines()
        return {path: kind for kind, _, path in (line.partition(" ") for line in lines)}

    def remove_arrivals(self):
        self.run("\n".join(removal(self.tell(ARRIVALS))))

    def copy(self, contents):
        """The contents of files to the folder of arrivals, as 0, 1, …; checked there."""
        lines = [f"os.mkdir({ARRIVALS!r})"]
        for n, data in enumerate(contents):
            lines.append(f"file = open('{ARRIVALS}/{n}', 'wb')")
            for at in range(0, len(data), CHUNK):
                text = b2a_base64(data[at : at + CHUNK], newline=False)
                lines.append(f"file.write(a2b_base64({text})) and None")
            lines.append("file.close()")
        try:
            while lines:
                code = lines.pop(0)
                while lines and len(code) + len(lines[0]) < CODE:
                    code += "\n" + lines.pop(0)
                self.run(code)
            arrived = self.tell(ARRIVALS)
            if any(arrived[f"{ARRIVALS}/{n}"] != digest(d) for n, d in enumerate(contents)):
                raise Refused("what arrived is not what was sent; the board keeps what it had")
        except Refused:
            with contextlib.suppress(Refused):
                self.remove_arrivals()
            raise

    def place(self, paths, folders, removed):
        """Puts what copy() brought in its place, quickly; the last of the paths comes last."""
        names = [f"os.rename('{ARRIVALS}/{n}', {path!r})" for n, path in enumerate(paths)]
        code = [f"os.mkdir({folder!r})" for folder in folders]
        code += [*names[:-1], *removal(removed), *names[-1:], f"os.rmdir({ARRIVALS!r})"]
        self.run("\n".join(code))

    def restart(self):
        """A soft reset: main.py starts. Refused if it ends at once, with what it said."""
        with self._talking():
            self.link.serial.write(b"\x03")
            self.link.exit_raw_repl()
            self.link.serial.write(b"\x04")
            self.link.read_until(1, b"soft reboot\r\n", timeout=SILENT_S)
            self.link.serial.timeout = CRASH_S
            said = self.link.read_until(1, b"\r\n>>> ", timeout_overall=CRASH_S)
        if said.endswith(b">>> "):
            last = said.decode().partition("MicroPython v")[0].strip().splitlines()[-1:]
            raise Refused(f"copied, but main.py ends: {''.join(last) or 'without a word'}")
