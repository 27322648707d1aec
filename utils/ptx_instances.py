"""Single PTX instructions and the modules around them.

A file of instances has a line for each: version TAB target TAB text, and in a
list of invalid ones TAB defect. What an instance may name is declared here:
registers %p0-3 .pred, %b0-7 .b8, %h0-7 .b16, %rs0-3 .u16, %r0-31 .b32, %rd0-7
.b64, %f0-31 .f32, %d0-7 .f64, %q0-3 .b128; variables g0 .global, s0 .shared,
c0 .const, l0 .local; the kernel parameter k0 (.u64); t0 .texref, sm0
.samplerref, su0 .surfref; the label L0 before it; the functions f0 to f2; the
kernel k0e.
"""

import re
from dataclasses import dataclass

REGISTERS = [
    ("%p", 4, ".pred"),
    ("%b", 8, ".b8"),
    ("%h", 8, ".b16"),
    ("%rs", 4, ".u16"),
    ("%r", 32, ".b32"),
    ("%rd", 8, ".b64"),
    ("%f", 32, ".f32"),
    ("%d", 8, ".f64"),
    ("%q", 4, ".b128"),
]

# Lists whose names begin so were written against variables of this shape.
VARIABLES = {
    "arithmetic": ".b32 {}[16]",
    "memory": ".align 16 .b8 {}[1024]",
    "matrix": ".align 128 .b8 {}[4096]",
}

FUNCTIONS = {
    "arithmetic": ["f0"],
    "memory": [
        "(.reg .b32 result) f0 (.reg .b32 a)",
        "f1",
        "(.param .b32 result) f2 (.param .b32 a)",
    ],
    "matrix": ["f0"],
}

NAME = re.compile(r"%?[A-Za-z_][A-Za-z0-9_$]*")


@dataclass
class Instance:
    family: str
    version: str
    target: str
    text: str
    defect: str = ""

    @property
    def number(self):
        """9.0 is 90."""
        major, minor = self.version.split(".")
        return int(major) * 10 + int(minor)

    @property
    def chip(self):
        return int(re.search(r"\d+", self.target)[0])


def read_instances(path, family):
    instances = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) >= 3:
                instances.append(Instance(family, *fields[:4]))
    return instances


def names_in(text):
    return set(NAME.findall(text))


def header(instance):
    """The lines before the first declaration."""
    target = instance.target
    names = names_in(instance.text)
    if "sm0" in names:
        target += ", texmode_independent"
    lines = [f".version {instance.version}", f".target {target}"]
    if instance.number >= 23 and (
        instance.family != "arithmetic" or instance.chip >= 20
    ):
        lines.append(".address_size 64")
    return lines


def module_variables(instance, used):
    lines = []
    shape = VARIABLES[instance.family]
    for name, space in (("g0", ".global"), ("s0", ".shared"), ("c0", ".const")):
        if name in used:
            lines.append(f"{space} {shape.format(name)};")
    opaque = ".global .{}ref {};" if instance.number >= 15 else ".tex .u64 {1};"
    for name, kind in (("t0", "tex"), ("sm0", "sampler"), ("su0", "surf")):
        if name in used:
            lines.append(opaque.format(kind, name))
    for function in FUNCTIONS[instance.family]:
        name = re.search(r"f\d", function)[0]
        if name in used:
            lines.append(f".func {function} {{ ret; }}")
    if "k0e" in used:
        lines.append(".entry k0e { exit; }")
    return lines


def registers(used):
    lines = []
    for stem, count, kind in REGISTERS:
        if any(name.startswith(stem) and name[len(stem) :].isdigit() for name in used):
            lines.append(f"  .reg {kind} {stem}<{count}>;")
    return lines


def kernel(instance, name, used):
    """A kernel with the instruction in its third line from the end."""
    in_body = instance.number < 14
    parameter = ".param .u64 k0"
    wants_parameter = "k0" in used
    head = f".entry {name}"
    if wants_parameter and not in_body:
        head += f" ({parameter})"
    lines = [head, "{"]
    if wants_parameter and in_body:
        lines.append(f"  {parameter};")
    lines += registers(used)
    if "l0" in used:
        lines.append(f"  .local {VARIABLES[instance.family].format('l0')};")
    if "L0" in used:
        lines.append("L0:")
    text = instance.text.rstrip()
    # A block holds several statements with their own semicolons.
    is_whole = text.endswith(';') or text.startswith('{')
    lines.append(f"  {text}{'' if is_whole else ';'}")
    lines += ["  exit;", "}"]
    return lines


def module(instances):
    """One module for instances of the same version, target and family.

    Returns its text and the line of each instance, from 1.
    """
    used = [names_in(i.text) for i in instances]
    everything = set().union(*used)
    merged = Instance(
        instances[0].family,
        instances[0].version,
        instances[0].target,
        " ".join(sorted(everything)),
    )
    lines = header(merged) + module_variables(merged, everything)
    places = []
    for index, (instance, names) in enumerate(zip(instances, used)):
        body = kernel(instance, f"k{index}_", names)
        places.append(len(lines) + len(body) - 2)
        lines += body
    return "\n".join(lines) + "\n", places
