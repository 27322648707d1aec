"""Says of each directive of kernels and functions what compiling makes of it.

    each-directive.py lib/PTXParser SCRATCH.ptx

The words are those of TuningDirectives.def and of the table of pragmas.
"""

import pathlib
import re
import subprocess
import sys

FOLDER, SCRATCH = map(pathlib.Path, sys.argv[1:])
HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n"
KERNEL = ".visible .entry k() {} {{ {} ret; }}\n"
CALLER = ".visible .entry k() {{ {} }}\n"
# What a directive takes or needs, where a 2 will not do.
WRITTEN = {
    "maxnreg": ".maxnreg 32",
    "explicitcluster": ".explicitcluster",
    "blocksareclusters": ".reqntid 32 .reqnctapercluster 2 .blocksareclusters",
    "maxntid": ".maxntid 64, 2, 1",
    "reqntid": ".reqntid 64, 2, 1",
}
OLD = {"maxnctapersm": ".version 1.4\n.target sm_13\n"}
CASES = {
    ".noreturn": HEADER
    + ".func f() .noreturn { exit; }\n"
    + CALLER.format("call f; ret;"),
    ".abi_preserve": HEADER
    + ".func f() .abi_preserve 3 { ret; }\n"
    + CALLER.format("call f; ret;"),
    ".abi_preserve_control": HEADER
    + ".func f() .abi_preserve_control 1 { ret; }\n"
    + CALLER.format("call f; ret;"),
    ".attribute(.unified) of a function": HEADER
    + ".func .attribute(.unified(1, 2)) f() { ret; }\n"
    + CALLER.format("call f; ret;"),
    ".attribute(.unified) of a variable": HEADER
    + ".global .attribute(.unified(1, 2)) .u32 v;\n"
    + CALLER.format(".reg .u32 r; ld.global.u32 r, [v]; ret;"),
}


def tuning():
    table = (FOLDER / "TuningDirectives.def").read_text()
    for word in re.findall(r"^TUNING_\w+\((\w+)", table, re.M):
        text = WRITTEN.get(word, f".{word} 2")
        if word in OLD:
            yield "." + word, OLD[word] + f".entry k\n{text}\n{{ exit; }}\n"
        else:
            yield "." + word, HEADER + KERNEL.format(text, "")


def pragmas():
    source = (FOLDER / "Sema/SemaModule.cpp").read_text()
    table = re.search(r"KnownPragmas\[\] = \{(.*?)\};", source, re.S)[1]
    for word, number in re.findall(r'\{"(\w+)", (true|false)', table):
        text = word + (" 3" if number == "true" else "")
        yield f".pragma {word}", HEADER + KERNEL.format("", f'.pragma "{text}";')


CASES.update(tuning())
CASES.update(pragmas())
for name, text in sorted(CASES.items()):
    SCRATCH.write_text(text)
    # What is wrong for every chip would be no answer.
    subprocess.run(["ptxas-lite", "--arch=compute_90", "-Werror=unknown-pragma", SCRATCH], check=True)
    command = ["ptxas-lite", "-w", SCRATCH, "-o", SCRATCH.with_suffix(".cubin")]
    result = subprocess.run(command, capture_output=True, text=True)
    errors = re.findall(r"error: (.*)", result.stderr)
    print(f"{name}: {errors[0] if errors else 'accepted'}")
