"""How far a sweep is: counts, rate, time left."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Optional, TextIO

from .columns import GOOD


def duration(seconds: float) -> str:
    """1.5 s, 12 min, 3.4 h, 2.1 d"""
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 1.5 * unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.1f} s"


class Progress:
    """Says a line every SECONDS, where somebody looks on in place."""

    def __init__(self, done: int, all_points: int, seconds: float = 2,
                 out: Optional[TextIO] = None) -> None:
        self.first, self.done, self.all = done, done, all_points
        self.out = out or sys.stderr
        self.seconds = seconds if not self.out.isatty() else min(seconds, 0.5)
        self.started = self.said = time.monotonic()
        self.verdicts: "Counter[str]" = Counter()

    def add(self, verdict: str) -> None:
        self.verdicts[verdict] += 1
        self.set(self.done + 1)

    def set(self, done: int) -> None:
        self.done = done
        now = time.monotonic()
        if self.seconds and now - self.said >= self.seconds:
            self.said = now
            self.say()

    def line(self) -> str:
        new, spent = self.done - self.first, time.monotonic() - self.started
        text = f"{self.done} of {self.all} points"
        bad = {v: n for v, n in sorted(self.verdicts.items()) if v not in GOOD}
        if bad:
            text += " (" + ", ".join(f"{n} {v}" for v, n in bad.items()) + ")"
        if new and spent > 0:
            rate = new / spent
            text += f", {rate:.3g} a second"
            if self.done < self.all:
                text += f", {duration((self.all - self.done) / rate)} left"
        return text

    def say(self) -> None:
        if self.out.isatty():
            self.out.write("\r\033[K" + self.line())
        else:
            self.out.write(self.line() + "\n")
        self.out.flush()

    def end(self) -> None:
        if self.out.isatty():
            self.out.write("\r\033[K")
            self.out.flush()
