"""Computes one point: a job runs, a file is compiled, a command is started.

This is what runs in workers' processes; the rest of the sweep does not load
libheddle. A result is a dict by the names of columns.COLUMNS.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import subprocess
import time
from typing import Any, Dict, List, Sequence, Tuple

DETAIL_CHARACTERS = 300

Result = Dict[str, Any]


def compute(asked: Dict[str, Any], counters: Sequence[str]) -> Result:
    """Does what points.spec asks for."""
    _reset_peak()
    wall, cpu = time.perf_counter(), _cpu()
    kinds = {"job": _job, "file": _file, "command": _command}
    result = kinds[asked["kind"]](asked, counters)
    result["wall"] = round(time.perf_counter() - wall, 6)
    result["cpu"] = round(_cpu() - cpu, 6)
    result.setdefault("memory", _peak())
    result["detail"] = one_line(result.get("detail", ""))
    return result


def one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= DETAIL_CHARACTERS else line[:DETAIL_CHARACTERS - 3] + "..."


def _cpu() -> float:
    of = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, of))


def _reset_peak() -> None:
    """Has the kernel measure this process's peak anew, where it can."""
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass


def _peak() -> "int | None":
    try:
        with open("/proc/self/status") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return None


def _job(asked: Dict[str, Any], counters: Sequence[str]) -> Result:
    import heddle
    try:
        ran = heddle.run_job(asked["path"], dict(asked["options"]))
    except heddle.Error as error:
        return {"verdict": "error", "detail": str(error)}
    launches = ran.launches
    result: Result = {"verdict": "pass"}
    bad = next((v for v in launches if not v["passed"]), None)
    if ran.refused:
        # The first line of the diagnostics has the place and the reason.
        result = {"verdict": "refused", "detail": ran.log.split("\n")[0]}
    elif bad:
        verdict = "fault" if ran.faulted else "found" if ran.found else "fail"
        if ran.faulted and bad.get("fault") == "timeout":
            verdict = "timeout"
        result = {"verdict": verdict, "detail": f"{bad['name']}: {bad['reason']}"}
    elif ran.found:
        result = {"verdict": "found", "detail": ran.reports}
    result["fault"] = next((v["fault"] for v in launches if "fault" in v), None)
    _sum_launches(launches, result)
    if ran.stats:
        _sum_stats(ran.stats["launches"], counters, result)
    return result


def _sum_launches(launches: List[Dict[str, Any]], result: Result) -> None:
    def column(name: str, of: str, over: Any) -> None:
        values = [v[of] for v in launches if of in v]
        if values:
            result[name] = over(values)

    column("registers", "registers", max)
    column("local_bytes", "local_bytes", max)
    column("ctas", "ctas_per_sm", min)
    column("warps", "warps_per_sm", min)
    column("microseconds", "microseconds", sum)
    column("warp_instructions", "warp_instructions", sum)
    # A kernel that is launched twice spills no more than once.
    spills = {v["kernel"]: v["spill_stores"] + v["spill_loads"]
              for v in launches if "spill_stores" in v}
    if spills:
        result["spills"] = sum(spills.values())
    shares = [v["warps_per_sm"] / v["max_warps_per_sm"] for v in launches
              if v.get("max_warps_per_sm")]
    if shares:
        result["occupancy"] = round(min(shares), 4)


def _sum_stats(launches: List[Dict[str, Any]], counters: Sequence[str],
               result: Result) -> None:
    cycles = [v["cycles"] for v in launches if "cycles" in v]
    if cycles:
        result["cycles"] = sum(cycles)
    if counters:
        counted = [v["counters"] for v in launches if "counters" in v]
        # A share has no sum.
        result["counters"] = {
            n: (min if n == "lane_efficiency" else sum)(c[n] for c in counted)
            for n in counters if counted}


def _file(asked: Dict[str, Any], _: Sequence[str]) -> Result:
    import heddle
    options = dict(asked["options"])
    threads = 1
    for size in asked["block"]:
        threads *= size
    try:
        with open(asked["path"], "rb") as file:
            text = file.read()
        device = heddle.Device("arena", geometry=options.get("geometry"))
        module = _compile(heddle, text, device, asked, options, threads)
        kernel = module.kernel(asked["entry"] or None)
    except heddle.CompileError as error:
        return {"verdict": "refused", "detail": str(error).split("\n")[0]}
    except (heddle.Error, OSError, ValueError) as error:
        return {"verdict": "error", "detail": str(error)}
    result = {"verdict": "pass", "registers": kernel.registers,
              "spills": kernel.spill_stores + kernel.spill_loads,
              "local_bytes": kernel.local_bytes, "shared_bytes": kernel.shared_bytes,
              "code_bytes": kernel.code_bytes}
    if asked["block"]:
        fits = kernel.occupancy(threads)
        result.update(ctas=fits.active_ctas, warps=fits.active_warps,
                      occupancy=round(fits.active_warps / fits.max_warps, 4))
    return result


def _compile(heddle: Any, text: bytes, device: Any, asked: Dict[str, Any],
             options: Dict[str, str], threads: int) -> Any:
    return heddle.compile(
        text, device, arch=options.get("arch"), geometry=options.get("geometry"),
        file_name=asked["path"], entries=[asked["entry"]] if asked["entry"] else (),
        opt_level=int(options.get("O", 3)),
        max_registers=int(options.get("maxrregcount", 0)),
        threads_per_block=threads if asked["block"] else 0,
        fmad=options.get("fmad") == "true",
        assume_global=options.get("assume-global") == "true", warnings=False)


_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Has the kernel end this process when the one that started it ends."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)


def _command(asked: Dict[str, Any], _: Sequence[str]) -> Result:
    try:
        process = subprocess.Popen(
            asked["argv"], cwd=asked["folder"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent)
    except (OSError, ValueError, IndexError) as error:
        return {"verdict": "error", "detail": str(error)}
    last = _last_bytes(process.stdout)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = code = os.waitstatus_to_exitcode(status)
    lines = last.decode("utf-8", "replace").strip().split("\n")
    result: Result = {"verdict": "pass" if code == 0 else "fail",
                      "memory": used.ru_maxrss << 10}
    if code < 0:
        result["verdict"] = "crash"
    if code:
        result["detail"] = f"exit {code}: {lines[-1]}"
    return result


def _last_bytes(stream: Any, count: int = 4096) -> bytes:
    kept = b""
    while data := stream.read1(65536):
        kept = (kept + data)[-count:]
    stream.close()
    return kept


def tool_identity() -> Tuple[str, str]:
    """The version of libheddle, and what tells two of one version apart."""
    import hashlib

    import heddle
    from heddle._library import library
    path = library._library._name
    digest = hashlib.blake2b(digest_size=8)
    try:
        with open(_loaded_path(path), "rb") as file:
            while data := file.read(1 << 20):
                digest.update(data)
    except OSError:
        digest.update(heddle.library_version.encode())
    return heddle.library_version, digest.hexdigest()


def _loaded_path(path: str) -> str:
    """The file that the loader found for PATH."""
    if os.path.sep in path:
        return path
    with open("/proc/self/maps") as maps:
        for line in maps:
            name = line.split(maxsplit=5)[-1].strip()
            if os.path.basename(name).startswith("libheddle.so"):
                return name
    return path


def check_options(options: Sequence[Tuple[str, str]]) -> List[str]:
    """For each option the error that it is refused with, or ""."""
    import heddle
    said = []
    for name, value in options:
        try:
            heddle.check_job_option(name, value)
            said.append("")
        except heddle.Error as error:
            said.append(str(error))
    return said


def main_check() -> None:
    """Answers what `run` asks before a sweep: a process of its own keeps the
    sweep's small, and alive."""
    import sys

    from heddle._library import library, text
    request = json.load(sys.stdin)
    counters = [text(library.GetCounterName(n))
                for n in range(library.GetNumCounters())]
    version, digest = tool_identity()
    json.dump({"version": version, "digest": digest,
               "counters": counters + ["lane_efficiency"],
               "errors": check_options([tuple(o) for o in request["options"]])},
              sys.stdout)
