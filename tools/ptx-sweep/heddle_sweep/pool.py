"""Processes that compute points, watched over: limits of time and memory,
retries, and verdicts on points that take their process with them."""

from __future__ import annotations

import collections
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Deque, Dict, Iterator, List, Optional, Tuple

from .compute import one_line
from .plan import Plan
from .points import Keys, Point, spec
from .store import Writer, row

#: What a process says when it has no memory left.
_NO_MEMORY = ("out of memory", "bad_alloc", "cannot allocate", "MemoryError")

#: Beyond the limit of a point, so that its own is the one that is told.
GRACE_SECONDS = 2.0
#: Of a process, until it takes its first point.
START_SECONDS = 300

#: What a process has to do while points are quick.
DEPTH, QUICK_SECONDS = 3, 0.05


class Child:
    """One process."""

    def __init__(self, memory: int, subject: str) -> None:
        theirs, ours = os.pipe(), os.pipe()
        # What it says before it dies tells why.
        self.said = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heddle_sweep.child", str(theirs[0]), str(ours[1]),
             str(memory), str(os.getpid()), subject],
            pass_fds=(theirs[0], ours[1]), stdin=subprocess.DEVNULL,
            stdout=self.said, stderr=self.said, start_new_session=True)
        os.close(theirs[0])
        os.close(ours[1])
        self.requests, self.answers = theirs[1], ours[0]
        self.partial = b""
        #: What it was asked for, and which try it is; it works on the first.
        self.asked: Deque[Tuple[Point, int]] = collections.deque()
        self.deadline = 0.0
        self.is_ready = self.is_full = False

    def ask(self, point: Point, asked: Dict[str, Any], counters: Any,
            tries: int) -> None:
        self.asked.append((point, tries))
        data = (json.dumps({"asked": asked, "counters": counters}) + "\n").encode()
        try:
            while data:
                data = data[os.write(self.requests, data):]
        except BrokenPipeError:
            pass  # That it is gone is seen when its answer is waited for.

    def read(self) -> "Optional[List[Dict[str, Any]]]":
        """The answers that are there; None: it is gone."""
        data = os.read(self.answers, 1 << 20)
        if not data:
            return None
        *lines, self.partial = (self.partial + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def kill(self) -> int:
        """Ends it with all that it started, and returns its status."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status = self.process.wait()
        os.close(self.requests)
        os.close(self.answers)
        return status

    def last_words(self) -> str:
        size = self.said.seek(0, os.SEEK_END)
        self.said.seek(max(size - 2000, 0))
        text = self.said.read().decode("utf-8", "replace")
        self.said.close()
        return text


class Pool:
    """COUNT processes for the points of PLAN, whose results go to WRITER."""

    def __init__(self, plan: Plan, tool: str, count: int, writer: Writer,
                 on_result: Callable[[str], None] = lambda verdict: None) -> None:
        self.plan, self.count, self.writer = plan, count, writer
        self.on_result = on_result
        self.keys = Keys(plan, tool)
        self.wanted = set(plan.record)
        self.worker = f"{socket.gethostname()}:{os.getpid()}"
        self.selector = selectors.DefaultSelector()
        self.children: List[Child] = []
        self.retries: List[Tuple[Point, int]] = []
        #: How many, and what they took.
        self.answers, self.seconds = 0, 0.0
        self.stale = 0
        #: Set by the handlers of signals.
        self.is_stopping, self.signal = False, 0

    def run(self, points: Iterator[Point]) -> None:
        """Computes POINTS; all processes have ended when it comes back."""
        try:
            while not self.is_stopping:
                self.hand_out(points)
                busy = [c for c in self.children if c.asked]
                if not busy:
                    break
                self.wait(busy)
        finally:
            for child in list(self.children):
                self.drop(child)
            self.writer.flush()

    def hand_out(self, points: Iterator[Point]) -> None:
        while True:
            child = min(self.children, key=lambda c: len(c.asked), default=None)
            if child is None or child.asked and len(self.children) < self.count:
                child = None
            elif len(child.asked) >= (DEPTH if self.is_quick() else 1):
                return
            point, tries = self.next_point(points)
            if not point:
                return
            self.start(child or self.make_child(), point, tries)

    def is_quick(self) -> bool:
        """Whether a point takes less than what a process may have to wait for the
        next: it has that already then."""
        return self.answers >= 10 and self.seconds < QUICK_SECONDS * self.answers

    def next_point(self, points: Iterator[Point]) -> Tuple[Optional[Point], int]:
        if self.retries:
            return self.retries.pop()
        for point in points:
            # An input that has changed since the plan was read makes another
            # point of it.
            asked = spec(self.plan, point.values)
            if self.keys.of(point.values, asked) == point.key:
                return point, 0
            self.stale += 1
        return None, 0

    def make_child(self) -> Child:
        child = Child(self.plan.limits.memory, self.plan.subject)
        self.children.append(child)
        self.selector.register(child.answers, selectors.EVENT_READ, child)
        return child

    def start(self, child: Child, point: Point, tries: int) -> None:
        asked = spec(self.plan, point.values)
        if asked["kind"] == "job":
            # A launch that takes too long is a fault with a place. An option of
            # the plan's goes first.
            seconds = ["timeout", f"{self.plan.limits.seconds:g}"]
            asked["options"].insert(0, seconds)
        if not child.asked:
            self.set_deadline(child)
        child.ask(point, asked, self.plan.counters, tries + 1)

    def set_deadline(self, child: Child) -> None:
        seconds = self.plan.limits.seconds + GRACE_SECONDS
        child.deadline = time.monotonic() + (
            seconds if child.is_ready else START_SECONDS)

    def wait(self, busy: List[Child]) -> None:
        first = min(c.deadline for c in busy)
        events = self.selector.select(min(max(first - time.monotonic(), 0), 0.5))
        for key, _ in events:
            self.answered(key.data)
        now = time.monotonic()
        for child in [c for c in self.children if c.asked and c.deadline <= now]:
            self.forget(child)
            child.kill()
            self.blame(child, "timeout", "it took more than "
                       f"{self.plan.limits.seconds:g} s")
        self.writer.flush_if_due()

    def answered(self, child: Child) -> None:
        answers = child.read()
        if answers is None:
            self.died(child)
            return
        for answer in answers:
            if answer is None:
                child.is_ready = True
                self.set_deadline(child)
                continue
            point, tries = child.asked.popleft()
            self.set_deadline(child)
            child.is_full |= answer.pop("is_full")
            self.answers += 1
            self.seconds += answer.get("wall", 0)
            self.record(point, answer, tries)
        if child.is_full:
            self.give_back(child)
            self.drop(child)

    def died(self, child: Child) -> None:
        self.forget(child)
        status = child.kill()
        words = child.last_words()
        verdict, why = "crash", f"exit {status}"
        if status < 0:
            why = signal.Signals(-status).name if -status < 32 else f"signal {-status}"
        # A signal that nobody here sent is the kernel's, which needs the memory.
        if status == -signal.SIGKILL or any(t in words for t in _NO_MEMORY):
            verdict = "memory"
        last = [line for line in words.split("\n") if line.strip()]
        self.blame(child, verdict, f"{why}: {last[0] if last else ''}")

    def blame(self, child: Child, verdict: str, why: str) -> None:
        """Takes what CHILD worked on for the reason that it is no more."""
        if child.asked:
            point, tries = child.asked.popleft()
            if tries <= self.plan.limits.retries:
                self.retries.append((point, tries))
            else:
                self.record(point, {"verdict": verdict, "detail": one_line(why)}, tries)
        self.give_back(child)

    def give_back(self, child: Child) -> None:
        """Has others compute what CHILD has not begun."""
        self.retries += [(point, tries - 1) for point, tries in child.asked]
        child.asked.clear()

    def record(self, point: Point, result: Dict[str, Any], tries: int) -> None:
        self.writer.add(row(point.key, result, self.wanted, tries, self.worker))
        self.on_result(result["verdict"])

    def forget(self, child: Child) -> None:
        if child in self.children:
            self.children.remove(child)
            self.selector.unregister(child.answers)

    def drop(self, child: Child) -> None:
        self.forget(child)
        child.kill()
        child.said.close()
