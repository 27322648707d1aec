#!/usr/bin/env python3
"""Simulates ptx-sweep under Slurm on more nodes than anybody has at hand.

    utils/sweep_simulation.py [--points=N] [--nodes=N] [--cores=N] [--seconds=S]...

Tasks are chunks of points. A scheduler starts so many a second; a task that
starts on a node for the first time reads the library over the network, which all
share; its processes take points, whose times are log-normal, and results are
written every two seconds. Nodes fail at random, are noticed after a while, and
their tasks start again on others with what was not written. What one point costs
the sweep was measured on one machine (docs/sweeps.md).
"""

import argparse
import heapq
import math
import random

# Measured: seconds of a processor a point.
PREPARE = 57e-6 + 28e-6 + 5.5e-6  # its key, its row, its line for workers
MERGE = 13e-6
OVERHEAD = 0.9e-3  # of a worker, beside the point's own time
# Measured: of a task, and of a result.
START_SECONDS = 0.7
BYTES_A_RESULT, BYTES_A_LINE = 194, 74
# Measured with strace: calls that reach the file system.
OPERATIONS_A_START = 60
OPERATIONS_A_COMMIT = 25
COMMIT_SECONDS = 2.0
LIBRARY_BYTES = 60e6  # libheddle, Python and its modules

# Assumed of the site.
TASKS_A_SECOND = 50
FILE_SERVER = 1e9  # bytes a second
NOTICE_SECONDS = 300  # until Slurm takes a node for lost


def chunk_size(points, seconds, target, cores, most):
    """As heddle_sweep.chunks has it."""
    fitting = target * cores / seconds
    return max(1, math.ceil(points / most), min(points, round(fitting)))


class Simulation:
    def __init__(self, options, seconds):
        self.o, self.mean = options, seconds
        self.random = random.Random(options.seed)
        self.size = chunk_size(options.points, seconds, options.task_seconds,
                               options.cores, options.most_tasks)
        self.server_free = 0.0
        self.operations = {}
        self.twice = 0
        self.failures = 0
        self.busy = 0.0

    def count(self, time, operations):
        second = int(time)
        self.operations[second] = self.operations.get(second, 0) + operations

    def points_time(self, count):
        """How long COUNT points take the processes of a node: an even share, and
        the rest of the longest that was begun last."""
        sigma = 1.0
        mu = math.log(self.mean) - sigma * sigma / 2
        # The sum of many is as good as normal.
        total = self.random.gauss(
            count * self.mean,
            self.mean * math.sqrt((math.exp(sigma * sigma) - 1) * count))
        total = max(total, 0) + count * OVERHEAD
        tail = max(self.random.lognormvariate(mu, sigma) for _ in range(4)) / 2
        return total / self.o.cores + tail

    def start(self, now, is_cold):
        """When a task that starts now has its first process."""
        self.count(now, OPERATIONS_A_START)
        ready = now + START_SECONDS
        if is_cold:
            self.server_free = max(self.server_free, now) + LIBRARY_BYTES / FILE_SERVER
            ready = max(ready, self.server_free)
        return ready

    def run(self):
        o = self.o
        chunks = [min(self.size, o.points - first)
                  for first in range(0, o.points, self.size)]
        # Tasks that wait, by when they may start.
        waiting = [(0.0, n, count) for n, count in enumerate(chunks)]
        heapq.heapify(waiting)
        nodes = [(0.0, n) for n in range(o.nodes)]
        cold = set(range(o.nodes))
        free_slot, end = 0.0, 0.0
        while waiting:
            may, number, count = heapq.heappop(waiting)
            free, node = heapq.heappop(nodes)
            now = max(may, free, free_slot)
            free_slot = now + 1 / TASKS_A_SECOND
            ready = self.start(now, node in cold)
            cold.discard(node)
            spent = self.points_time(count)
            fails = self.random.expovariate(1 / (o.node_hours * 3600))
            if fails < ready - now + spent:
                self.fail(now, ready, fails, spent, count, number, waiting, nodes, node)
                continue
            done = ready + spent
            self.busy += spent
            for at in range(max(int(spent / COMMIT_SECONDS), 1)):
                self.count(ready + at * COMMIT_SECONDS, OPERATIONS_A_COMMIT)
            heapq.heappush(nodes, (done, node))
            end = max(end, done)
        return len(chunks), end

    def fail(self, now, ready, fails, spent, count, number, waiting, nodes, node):
        """The node is lost for an hour; what was written is not."""
        self.failures += 1
        worked = max(now + fails - ready, 0)
        written = int(count * max(worked - COMMIT_SECONDS, 0) / spent)
        self.twice += min(int(count * worked / spent) + self.o.cores, count) - written
        heapq.heappush(waiting, (now + fails + NOTICE_SECONDS, number, count - written))
        heapq.heappush(nodes, (now + fails + 3600, node))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--cores", type=int, default=16)
    parser.add_argument("--seconds", type=float, action="append",
                        help="of a point (default 0.05 0.5 5 50)")
    parser.add_argument("--task-seconds", type=float, default=300)
    parser.add_argument("--most-tasks", type=int, default=1000,
                        help="Slurm's MaxArraySize")
    parser.add_argument("--node-hours", type=float, default=10_000,
                        help="between failures of one node")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    head = ("s a point", "tasks", "points", "ideal s", "took s", "share", "ops/s",
            "failed", "twice")
    print(("{:>10}" * len(head)).format(*head))
    for seconds in options.seconds or (0.05, 0.5, 5, 50):
        s = Simulation(options, seconds)
        tasks, took = s.run()
        ideal = options.points * seconds / (options.nodes * options.cores)
        print(f"{seconds:>10}{tasks:>10}{s.size:>10}{ideal:>10.0f}{took:>10.0f}"
              f"{ideal / took:>10.0%}{max(s.operations.values()):>10}"
              f"{s.failures:>10}{s.twice:>10}")
    print(f"before: {options.points * PREPARE:.0f} s to prepare, "
          f"{options.points * BYTES_A_LINE / 1e6:.0f} MB of points; after: "
          f"{options.points * MERGE:.0f} s to merge "
          f"{options.points * BYTES_A_RESULT / 1e6:.0f} MB of results")


if __name__ == "__main__":
    main()
