"""When the library's objects end."""

from __future__ import annotations

import weakref
from typing import Any, Callable


def finalize(owner: object, function: Callable[..., Any],
             *arguments: Any) -> weakref.finalize:
    """Has FUNCTION called when OWNER is gone, but not because Python exits: a
    daemon thread may be in a launch then, and the process takes all with it."""
    finalizer = weakref.finalize(owner, function, *arguments)
    finalizer.atexit = False
    return finalizer
