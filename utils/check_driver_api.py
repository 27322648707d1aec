#!/usr/bin/env python3
"""check_driver_api.py [--libraries FOLDER --nm NM] [ROOT]

Each function of driver_functions.def must be used by a program in
test/DriverAPI as its documentation says, and misused by one: called where an
error is expected. With --libraries, what libcuda and libcudart there export must
be what the tables say, and nothing else.
"""

import argparse
import pathlib
import re
import subprocess
import sys

TABLES = "include/heddle-cuda"
ROW = re.compile(r"^(HEDDLE_CU\w*)\((\w+), (\w*), \d+, (\w+)", re.M)
RUNTIME_ROW = re.compile(r"^HEDDLE_CUDART\w*\((\w+), (\w+)", re.M)
# What no row of the runtime's has: it returns no error, or nvcc's code calls it.
BESIDE = {
    "cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorName", "cudaGetErrorString", "cudaCreateChannelDesc",
    "__cudaRegisterFatBinary", "__cudaRegisterFatBinaryEnd",
    "__cudaUnregisterFatBinary", "__cudaRegisterFunction", "__cudaRegisterVar",
    "__cudaRegisterManagedVar", "__cudaRegisterHostVar", "__cudaInitModule",
    "__cudaPushCallConfiguration", "__cudaPopCallConfiguration",
    "__cudaGetKernel", "__cudaLaunchKernel", "__cudaLaunchKernel_ptsz",
}
# Always errors, since there is one device and nobody's private table.
ALWAYS_FAIL = {"cuGetExportTable", "cuCtxEnablePeerAccess",
               "cuCtxDisablePeerAccess"}


def rows(root, name):
    """Kind, base, suffix and variant of the rows of a table of the driver's."""
    text = (root / TABLES / name).read_text(encoding="utf-8")
    # A row may go over lines.
    text = re.sub(r",\n\s+", ", ", text)
    return ROW.findall(text)


def with_variant(name, variant):
    return {name} if variant == "Plain" else {name, f"{name}_{variant.lower()}"}


def driver_exports(root):
    found = set()
    for table in ("driver_functions.def", "unsupported_functions.def"):
        for _, base, suffix, variant in rows(root, table):
            found |= with_variant(f"cu{base}{suffix}", variant)
    return found


def runtime_exports(root):
    found = set(BESIDE)
    for table in ("runtime_functions.def", "unsupported_runtime.def"):
        text = (root / TABLES / table).read_text(encoding="utf-8")
        for base, variant in RUNTIME_ROW.findall(text):
            found |= with_variant(f"cuda{base}", variant)
    return found


def exports(nm, library):
    text = subprocess.run([nm, "-D", "--defined-only", library], check=True,
                          capture_output=True, text=True).stdout
    words = [line.split() for line in text.splitlines()]
    # The node of a version is a symbol, too.
    return {w[-1].split("@")[0] for w in words if w[-2] != "A"}


def check_exports(what, found, wanted):
    for name in sorted(wanted - found):
        print(f"{what}: error: {name} is not exported")
    for name in sorted(found - wanted):
        print(f"{what}: error: {name} is exported and in no table")
    return found == wanted


def calls(root):
    """Names that the test programs use, and those that they misuse."""
    used, misused = set(), set()
    for path in (root / "test" / "DriverAPI").glob("*.c"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"),
                      flags=re.S)
        for statement in text.split(";"):
            names = set(re.findall(r"\b((?:heddle_)?cu[A-Z]\w*)\(", statement))
            is_misuse = re.search(r"\b(FAILS|SPOILS)\(\s*CUDA_ERROR", statement)
            (misused if is_misuse else used).update(names)
    for path in (root / "test" / "DriverAPI" / "Inputs").glob("*.h"):
        used |= set(re.findall(r"OK\((cu[A-Z]\w*)\(", path.read_text()))
    return used, misused


def check_tests(root):
    used, misused = calls(root)
    good = True
    for kind, base, suffix, _ in rows(root, "driver_functions.def"):
        # What a program calls it: cuda.h says how.
        name = f"cu{base}" if kind == "HEDDLE_CU" else f"heddle_cu{base}{suffix}"
        for how, names in (("uses", used), ("misuses", misused)):
            if name not in names and not (how == "uses" and name in ALWAYS_FAIL):
                print(f"test/DriverAPI: error: no program {how} {name}")
                good = False
    return good


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--libraries", type=pathlib.Path)
    parser.add_argument("--nm")
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).parent.parent)
    options = parser.parse_args()
    good = check_tests(options.root)
    if options.libraries:
        for name, wanted in (("libcuda.so.1", driver_exports(options.root)),
                             ("libcudart.so.13", runtime_exports(options.root))):
            found = exports(options.nm, options.libraries / name)
            good &= check_exports(name, found, wanted)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
