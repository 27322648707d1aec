"""What is known of a point, as columns: one table for the database, for CSV and
for reports."""

from __future__ import annotations

from typing import Dict, NamedTuple, Tuple


class Column(NamedTuple):
    """`of` is the word of a plan's 'record' that asks for it; `type` is
    SQLite's."""

    name: str
    type: str
    of: str
    what: str


#: In the order of the table of results.
COLUMNS: Tuple[Column, ...] = (
    Column("verdict", "TEXT", "verdict",
           "pass, fail, found, fault, refused, error, crash, timeout or memory"),
    Column("detail", "TEXT", "verdict", "why it is no pass, in a line"),
    Column("fault", "TEXT", "fault", "the kind of the first fault, expected or not"),
    Column("registers", "INTEGER", "registers", "of a thread: the most of all launches"),
    Column("spills", "INTEGER", "spills", "instructions that spill"),
    Column("local_bytes", "INTEGER", "spills", "of a thread: variables and spills"),
    Column("shared_bytes", "INTEGER", "registers", "static, of a CTA"),
    Column("code_bytes", "INTEGER", "registers", "of machine code"),
    Column("ctas", "INTEGER", "occupancy", "that an SM holds: the fewest of all launches"),
    Column("warps", "INTEGER", "occupancy", "that an SM holds"),
    Column("occupancy", "REAL", "occupancy", "its warps by those that fit an SM"),
    Column("cycles", "INTEGER", "cycles", "of the board's SMs, all launches"),
    Column("microseconds", "REAL", "cycles", "on the board, all launches"),
    Column("warp_instructions", "INTEGER", "counters", "that were executed"),
    Column("wall", "REAL", "wall", "seconds of this host"),
    Column("cpu", "REAL", "cpu", "seconds of this host's processors"),
    Column("memory", "INTEGER", "memory", "the most bytes the process had"),
    Column("counters", "TEXT", "counters", "JSON: the plan's counters by name"),
)

RECORDABLE: Tuple[str, ...] = tuple(dict.fromkeys(c.of for c in COLUMNS))

#: Columns with numbers, which tables and charts can show.
VALUES: Tuple[str, ...] = tuple(c.name for c in COLUMNS if c.type != "TEXT")

#: Verdicts that a sweep is pleased with.
GOOD = ("pass",)
#: Verdicts on the process rather than on the point's program.
POISONED = ("crash", "timeout", "memory")

TYPES: Dict[str, str] = {"TEXT": "string", "INTEGER": "int64", "REAL": "double"}
