"""Lets pytest, started from anywhere, find firmware and host_tools.

SPILIKIN_REQUIRE=all: nothing may be skipped for what the machine lacks.
"""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))


def required(report):
    """Turns a skip into a failure where everything is required."""
    if (
        report.skipped
        and os.getenv("SPILIKIN_REQUIRE") == "all"
        and not hasattr(report, "wasxfail")
    ):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"SPILIKIN_REQUIRE=all, but {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return required((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return required((yield))
