"""rp2040py at four times its speed."""

# Its wheel is built for Python's limited API, so that one file fits every version, and pays for
# it at each emulated instruction. The C sources come in the wheel: compiled for this Python
# alone they take precedence over it. Twenty seconds, once; the results are the same.

import concurrent.futures
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig


def speed_up():
    """Compiles what is not compiled yet. To be called before rp2040py is imported.

    Without a C compiler, Python's headers or leave to write there it says so in one line and
    does nothing: the emulated Pico then works as well, slowly.
    """
    spec = importlib.util.find_spec("rp2040py")
    if spec is None or sys.implementation.name != "cpython":
        return
    folder = pathlib.Path(spec.submodule_search_locations[0], "native")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    missing = [c for c in sorted(folder.glob("*.c")) if _older(c.with_suffix(suffix), c)]
    if not missing:
        return
    compiler = shutil.which("cc")
    include = sysconfig.get_paths()["include"]
    headers = os.path.exists(include + "/Python.h")
    if not (compiler and headers and os.access(folder, os.W_OK)):
        lacking = "no C compiler, Python.h or leave to write"
        print(f"rp2040py runs at a quarter of its speed: {lacking}", file=sys.stderr)
        return
    print("compiling rp2040py for this Python (once, about 20 s)", file=sys.stderr)

    def build(source):
        part = source.with_suffix(f".{os.getpid()}.part")
        command = [compiler, "-O2", "-w", "-shared", "-fPIC", f"-I{include}"]
        subprocess.run([*command, source, "-o", part], check=True)
        part.replace(source.with_suffix(suffix))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(build, missing))


def _older(built, source):
    return not built.exists() or built.stat().st_mtime < source.stat().st_mtime
