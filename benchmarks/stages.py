"""Where the time of an assembly goes, from ptxas-lite --time-passes."""

import re
import subprocess

# Those in front of the first pass are 0 where the tool has no table of them.
STAGES = ["parse", "lift", "optimize", "select", "allocate", "emit"]
# Of the passes of code generation those that are about registers, and those behind
# them; all others select.
ALLOCATE = {
    "Bundle Machine CFG Edges", "Debug Variable Analysis", "Detect Dead Lanes",
    "Eliminate PHI nodes for register allocation", "Greedy Register Allocator",
    "Init Undef Pass", "Live Interval Analysis", "Live Register Matrix",
    "Live Stack Slot Analysis", "Live Variable Analysis", "Machine Instruction Scheduler",
    "Process Implicit Definitions", "Register Allocation Pass Scoring",
    "Register Coalescer", "Rename Disconnected Subregister Components",
    "Slot index numbering", "Spill Code Placement Analysis", "Stack Slot Coloring",
    "Tesla debug value ends", "Tesla local spiller", "Tesla loop structure",
    "Tesla register budget", "Tesla register budget of the scheduler",
    "Tesla register pressure", "Tesla register price", "Two-Address instruction pass",
    "Virtual Register Map", "Virtual Register Rewriter"}
EMIT = {
    "Free MachineFunction", "Live DEBUG_VALUE analysis", "Machine Copy Propagation Pass",
    "Machine Late Instructions Cleanup Pass", "Post-RA pseudo instruction expansion pass",
    "PostRA Machine Sink", "Prologue/Epilogue Insertion & Frame Finalization",
    "Tesla assembly printer", "Tesla divergence stack verifier",
    "Tesla exit and join folding", "Tesla pseudo expansion", "Tesla reconvergence points",
    "Tesla short forms"}


def timed_tables(report):
    """Title, and names with seconds, of each table of a --time-passes report."""
    parts = re.split(r"^===-+===$", report, flags=re.M)
    for head, body in zip(parts[1::2], parts[2::2]):
        rows = []
        for line in body.splitlines():
            # User+system, wall clock, name; columns of nothing are left out.
            seconds = re.findall(r"(\d+\.\d+) \(\s*[\d.]+%\)", line)
            name = re.sub(r"^.*%\)\s+", "", line).strip()
            if seconds and name != "Total":
                rows.append((re.sub(r" #\d+$", "", name),
                             float(seconds[-2] if len(seconds) > 1 else seconds[-1])))
        yield head.strip(), rows


def stages(command):
    """Seconds of each stage of one run."""
    done = subprocess.run([*map(str, command), "--time-passes"], capture_output=True,
                          text=True)
    found = dict.fromkeys(STAGES, 0.0)
    for title, rows in timed_tables(done.stderr):
        is_codegen = any(name == "Tesla assembly printer" for name, _ in rows)
        for name, seconds in rows:
            if title == "Stages of compilation":
                if name in ("parse", "lift"):
                    found[name] += seconds
            elif title in ("Pass execution timing report",
                           "Analysis execution timing report") and not is_codegen:
                found["optimize"] += seconds
            elif is_codegen:
                found["allocate" if name in ALLOCATE else
                      "emit" if name in EMIT else "select"] += seconds
    return found
