"""Lets pytest, started from anywhere, find firmware and host_tools."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
