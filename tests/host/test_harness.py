"""What runs the tests on MicroPython does not overlook a failure."""

import shutil
import subprocess
import sys
from pathlib import Path

from host_tools import test as command

ROOT = Path(__file__).parent.parent.parent


def on_micropython(folder, *names):
    return subprocess.run(
        [command.MICROPYTHON, "-X", command.HEAP, "-m", "tests.on_micropython", *names],
        cwd=folder,
        capture_output=True,
        text=True,
    )


def project(tmp_path, **files):
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "on_micropython.py", tmp_path / "tests")
    for name, text in files.items():
        (tmp_path / "tests" / f"{name}.py").write_text(text)
    return tmp_path


def test_failures_are_counted_and_shown(tmp_path):
    folder = project(
        tmp_path,
        test_pegs="def test_front():\n    pass\ndef test_rear():\n    assert 0, 'no hole'\n",
        test_broken="import no_such_module\n",
        test_hungry="def test_much():\n    bytearray(10000000)\n",
        other="raise ValueError\n",
    )
    done = on_micropython(folder)
    assert done.returncode == 1
    assert done.stdout.endswith("\n1 passed, 3 failed\n"), done.stdout
    for told in ("FAILED test_pegs.test_rear", "line 4", "no hole", "FAILED test_broken"):
        assert told in done.stdout, done.stdout


def test_files_can_be_named(tmp_path):
    folder = project(tmp_path, test_a="def test_1():\n    pass\n", test_b="assert False\n")
    done = on_micropython(folder, "test_a")
    assert (done.returncode, done.stdout) == (0, "1 passed, 0 failed\n")


def test_each_file_has_the_heap_to_itself(tmp_path):
    much = "held = bytearray(300000)\ndef test_held():\n    assert held\n"
    done = on_micropython(project(tmp_path, test_a=much, test_b=much))
    assert done.stdout == "2 passed, 0 failed\n", done.stdout


def test_what_a_machine_lacks_fails_where_all_is_required(tmp_path):
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_pico.py").write_text(
        "import pytest\n\n\ndef test_a():\n    pytest.skip('no UF2')\n"
    )
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-p",
        "no:cacheprovider",
        str(tmp_path),
    ]
    for require, code, told in (("", 0, "1 skipped"), ("all", 1, "1 failed")):
        env = {"SPILIKIN_REQUIRE": require}
        done = subprocess.run(pytest, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == code and told in done.stdout, done.stdout
        assert "no UF2" in done.stdout
