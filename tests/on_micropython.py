"""Runs every tests/test_*.py on MicroPython, from the project's root:

micropython -X heapsize=237wK -m tests.on_micropython [NAME ...]

heapsize is the Pico's (in words of the chip: w); NAME, as in test_show, picks files.
What only runs on CPython lies in the directories of tests/, which are not read.
"""

import gc
import os
import sys


def run(name):
    """Runs the tests of one file: (passed, failed). One that cannot be read failed once."""
    passed = failed = 0
    try:
        module = __import__("tests." + name, None, None, ["*"])
    except Exception as error:  # noqa: BLE001 - as below
        return 0, tell(name, error)
    for test in sorted(dir(module)):
        if not test.startswith("test_"):
            continue
        gc.collect()
        try:
            getattr(module, test)()
            passed += 1
        except Exception as error:  # noqa: BLE001 - whatever a test raises is its failure
            failed += tell(f"{name}.{test}", error)
    return passed, failed


def tell(what, error):
    print(f"FAILED {what}")
    sys.print_exception(error)
    return 1


def main(names):
    passed = failed = 0
    kept = set(sys.modules)
    for name in names or sorted(
        [f[:-3] for f in os.listdir("tests") if f.startswith("test_") and f.endswith(".py")]
    ):
        good, bad = run(name)
        passed += good
        failed += bad
        # Each file starts with the heap of a board that has just been switched on: a
        # module goes when neither sys.modules nor its package holds it.
        for loaded in set(sys.modules) - kept:
            del sys.modules[loaded]
            package, _, leaf = loaded.rpartition(".")
            if package in kept:
                delattr(sys.modules[package], leaf)
        gc.collect()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
