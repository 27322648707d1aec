"""ptx-sweep status and check."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import Any, Dict, Iterator, List

from .columns import GOOD
from .errors import SweepError
from .folder import Folder, check_options
from .plan import read_plan
from .points import combinations
from .progress import duration
from .store import merge, parts_of, reader, select


def load(folder: Folder) -> Iterator[Dict[str, Any]]:
    """All points with what there is so far, in memory: workers may go on."""
    folder.info()
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        source = reader(folder.at("sweep.sqlite"))
        source.backup(database)
        source.close()
        merge(database, parts_of(folder.path), remove=False)
        yield from select(database)
    except (sqlite3.Error, ValueError) as error:
        # A value that is no JSON is as broken as a page.
        raise SweepError(f"{folder.at('sweep.sqlite')}: {error}") from None


def status(folder: Folder) -> int:
    verdicts: "Counter[str]" = Counter()
    ended: List[float] = []
    for point in load(folder):
        verdicts[point["verdict"] or ""] += 1
        if point["ended"]:
            ended.append(point["ended"])
    all_points, left = sum(verdicts.values()), verdicts.pop("", 0)
    done = all_points - left
    print(f"{folder.info()['name']}: {done} of {all_points} points have results")
    for verdict, count in sorted(verdicts.items()):
        print(f"{count:>10}  {verdict}")
    if left and len(ended) > 1:
        # Of late: an interrupted sweep had pauses.
        ended = sorted(ended)[-1000:]
        spent = ended[-1] - ended[0]
        if spent > 0:
            rate = (len(ended) - 1) / spent
            print(f"{rate:.3g} a second lately; {duration(left / rate)} left at that "
                  "rate")
    return 0 if not left and set(verdicts) <= set(GOOD) else 1


def check(plan_path: str) -> int:
    plan = read_plan(plan_path)
    check_options(plan)
    sizes: Dict[str, set] = {name: set() for name in plan.names}
    count = 0
    for values in combinations(plan):
        count += 1
        for name, value in zip(plan.names, values):
            sizes[name].add(value)
    print(f"{plan.name}: {count} points")
    for name, values in sizes.items():
        print(f"{len(values):>10}  {name}")
    return 0
