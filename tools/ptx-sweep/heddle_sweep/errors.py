"""What ends a command with a message."""

from __future__ import annotations


class SweepError(Exception):
    """Ends the command: the text is shown, and its status is 2."""


class PlanError(SweepError):
    """The plan is wrong; the text begins with its file and line."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: error: {message}")
