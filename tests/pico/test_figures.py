"""The figures of the design, as the bench measures them."""

import pytest

pytest.importorskip("rp2040py")

from host_tools import bench


@pytest.fixture(scope="module")
def found():
    """{name of a figure: its value}, each as the bench measures it."""
    return bench.measure({figure.name for figure in bench.FIGURES})


@pytest.mark.parametrize("figure", bench.FIGURES, ids=lambda figure: figure.name)
def test_figure(found, figure):
    value = found[figure]
    if isinstance(value, str):
        pytest.skip(value)
    assert bench.verdict(figure, value) == bench.MET, f"{value} {figure.unit}"
