"""Runs first on the board. It starts nothing, so that USB always gets in."""
