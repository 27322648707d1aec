"""Signals that end a sweep."""

from __future__ import annotations

import contextlib
import signal
from typing import Any, Callable, Iterator, List


def ending_signals() -> List[signal.Signals]:
    """Ctrl-C and its like. Under nohup a terminal that is closed ends nothing;
    SIGINT counts even where a shell's '&' or a runner of tests has it ignored."""
    signals = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signals.append(signal.SIGHUP)
    return signals


@contextlib.contextmanager
def handled(signals: List[signal.Signals],
            handler: Callable[[int, Any], Any]) -> Iterator[None]:
    """Has HANDLER take the signals meanwhile."""
    before = [(s, signal.signal(s, handler)) for s in signals]
    try:
        yield
    finally:
        for s, old in before:
            signal.signal(s, old)


def interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt
