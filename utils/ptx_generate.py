"""Instances of the forms of PTX.td, right and systematically wrong.

generate(table, form) gives (kind, Instance): kind "valid" for what the form
takes, else what was done to a valid one. Whether a wrong one is accepted after
all, as another form, is for the tools to say.
"""

import itertools
import re

from ptx_instances import Instance

# A register of each class and width.
BITS = {8: "%b{}", 16: "%h{}", 32: "%r{}", 64: "%rd{}", 128: "%q{}"}
SPECIAL = {"Pred": "%p{}", "F32": "%f{}", "F64": "%d{}"}
VARIABLE = {
    "ModGlobal": "g0",
    "ModShared": "s0",
    "ModSharedCta": "s0",
    "ModConst": "c0",
    "ModLocal": "l0",
    "ModParam": "k0",
    "ModParamEntry": "k0",
}
# Types tried where a form does not list them.
WRONG_TYPES = [
    "ModPred", "ModB8", "ModB16", "ModB32", "ModB64", "ModB128", "ModU8", "ModU16",
    "ModU32", "ModU64", "ModS8", "ModS16", "ModS32", "ModS64", "ModF16", "ModF16x2",
    "ModBF16", "ModBF16x2", "ModF32", "ModF32x2", "ModF64", "ModTF32", "ModU16x2",
    "ModS16x2", "ModE4M3x2",
]  # fmt: skip
WRONG_OPERANDS = [
    "%p1", "%b1", "%h1", "%rs1", "%r1", "%rd1", "%f1", "%d1", "5", "-1", "1.5",
    "0f3F800000", "_", "[%rd1]", "[g0]", "g0", "L0", "%tid.x", "%clock64",
    "{%r1, %r2}", "!%p1", "-%r1", "%r1|%p1", "(%r1)",
]  # fmt: skip
# Their operands are not told by a form alone.
BY_HAND = {"call", "brx.idx", "bra"}


def bit_width(name):
    if name in ("Pred", "None"):
        return 0
    if name == "B1":
        return 32
    match = re.fullmatch(r"(?:UE|[A-Z]+)(\d+)(?:M(\d+))?(?:x(\d+))?", name)
    exponent, mantissa, count = match.groups()
    if name.startswith("TF"):
        return 32
    if mantissa is None:
        return int(exponent) * int(count or 1)
    each = 4 if (exponent, mantissa) == ("2", "1") else 8
    return max(8, each * int(count or 1))


class Builder:
    """Operands for one choice of modifiers."""

    def __init__(self, table, form, chosen):
        self.table, self.form, self.chosen = table, form, chosen
        self.used = [m for _, m in chosen]
        self.types = [table.types.get(m, "None") for s, m in chosen if s.group == "GrpType"]
        self.next = 0

    def type_of(self, operand):
        if operand.rule == "Fixed":
            return operand.type
        if operand.rule == "None" or not self.types:
            return "None"
        if operand.rule == "First":
            return self.types[0]
        if operand.rule == "Second":
            return self.types[1] if len(self.types) > 1 else "None"
        last = self.types[-1]
        if operand.rule == "Wide":
            return last[0] + str(2 * int(last[1:])) if last[1:].isdigit() else "B64"
        return last

    def register(self, type_name):
        self.next += 1
        if type_name in SPECIAL:
            return SPECIAL[type_name].format(self.next % 4)
        return BITS.get(bit_width(type_name), "%rd{}").format(self.next % 4)

    def constant(self, operand, type_name):
        if type_name == "F32":
            return "0f3F800000"
        if type_name == "F64":
            return "0d3FF0000000000000"
        if "OFThreads" in operand.flags:
            return "64"
        if "OFPowerOf2" in operand.flags:
            return str(max(operand.least, 8 if operand.most >= 8 else 1))
        if operand.least or operand.most or "OFRange" in operand.flags:
            return str(operand.least)
        return "1"

    def count(self, operand):
        if operand.group == "GrpNone" and operand.count:
            return operand.count
        group = "GrpVector" if operand.group == "GrpNone" else operand.group
        for slot, mod in self.chosen:
            if slot.group == group:
                return self.table.numbers[mod] * max(operand.count, 1) // operand.divisor
        return 1

    def address(self, operand):
        if "OFTensor" in operand.flags:
            return "[%r7]"
        for flag, name in (("OFSurface", "su0"), ("OFSampler", "sm0"), ("OFTexture", "t0")):
            if flag in operand.flags:
                return f"[{name}]"
        if "OFAnySpace" not in operand.flags:
            group = "GrpSpace" if operand.group == "GrpNone" else operand.group
            for slot, mod in self.chosen:
                if slot.group == group and mod in VARIABLE:
                    return f"[{VARIABLE[mod]}]"
        return "[%rd7]"

    def element(self, operand, type_name):
        if "OFPack" in operand.flags:
            type_name = f"B{bit_width(type_name) // 2}"
        if operand.kinds & {"KReg"} or operand.flags & {"OFDest", "OFRegisters"}:
            return self.register(type_name)
        return self.register(type_name)

    def vector(self, operand, type_name, count):
        elements = [self.element(operand, type_name) for _ in range(count)]
        if "OFLayer" in operand.flags:
            elements[0] = self.element(operand, "U32")
        return "{" + ", ".join(elements) + "}"

    def operand(self, operand):
        type_name, kinds = self.type_of(operand), operand.kinds
        if "KCoords" in kinds:
            name = "su0" if "OFSurface" in operand.flags else "t0"
            if not operand.flags & {"OFSurface", "OFTexture"}:
                name = "%rd6"
            return f"[{name}, {self.vector(operand, type_name, self.count(operand))}]"
        if "KVector" in kinds:
            count = 2 if "OFPack" in operand.flags else self.count(operand)
            if count > 1 or kinds == {"KVector"}:
                return self.vector(operand, type_name, count)
        if "KReg" in kinds or "KPred" in kinds:
            text = self.register("Pred" if kinds == {"KPred"} else type_name)
            return text + "|%p3" if "OFPairNeeded" in operand.flags else text
        for kind, text in (
            ("KImm", None),
            ("KAddress", None),
            ("KSymbol", "g0"),
            ("KLabel", "L0"),
            ("KFunction", "f1"),
            ("KSink", "_"),
            ("KList", "()"),
            ("KTargets", "L0"),
        ):
            if kind in kinds:
                if kind == "KImm":
                    return self.constant(operand, type_name)
                return text or self.address(operand)
        raise ValueError(f"{self.form.place}: {kinds}")

    def operands(self):
        """(texts of all operands, how many must be there)"""
        wanted = [
            o for o in self.form.operands if o.only_with in ("ModNone", *self.used)
        ]
        least = len(wanted)
        while least and "OFOptional" in wanted[least - 1].flags:
            least -= 1
        return [self.operand(o) for o in wanted], least


def assignments(table, form):
    """Choices of a modifier per slot (None: left out), each at least once."""
    options = [
        ([None] if s.optional else []) + list(s.modifiers) for s in form.slots
    ]

    def is_allowed(choice):
        return table.allows(form, {m for m in choice if m})

    base = next(
        (c for c in itertools.islice(itertools.product(*options), 20000) if is_allowed(c)),
        None,
    )
    if base is None:
        return
    yield base
    for index, mods in enumerate(options):
        for mod in mods:
            if base[index] == mod:
                continue
            choice = (*base[:index], mod, *base[index + 1 :])
            if is_allowed(choice):
                yield choice
                continue
            # Another slot has to change with it.
            for other, others in enumerate(options):
                found = next(
                    (
                        c
                        for m in others
                        if other != index
                        and is_allowed(c := (*choice[:other], m, *choice[other + 1 :]))
                    ),
                    None,
                )
                if found:
                    yield found
                    break


def spell(table, form, mods, operands):
    name = form.opcode + "".join("." + table.modifiers[m] for m in mods)
    return name + (" " + ", ".join(operands) if operands else "") + ";"


def previous(values, value):
    lower = [v for v in values if v < value]
    return max(lower) if lower else None


VERSIONS = [
    *range(10, 15), 20, 21, 22, 23, 30, 31, 32, *range(40, 44), 50, *range(60, 66),
    *range(70, 79), *range(80, 89), 90,
]  # fmt: skip


class Generator:
    def __init__(self, table):
        self.table = table
        self.modifiers_of = {}
        for form in table.forms:
            known = self.modifiers_of.setdefault(form.opcode, [])
            for slot in form.slots:
                known += [m for m in slot.modifiers if m not in known]

    def instance(self, version, target, text):
        # A target has to be known to the version, and what the text declares.
        archs, chip = divmod(target, 1000)
        name = self.table.target_name(target)
        version = max(version, self.table.targets.get(int(re.search(r"\d+", name)[0]), 10))
        if name[-1] == "a":
            version = max(version, 80)
        return Instance("memory", f"{version // 10}.{version % 10}", name, text)

    def at_minimum(self, form, used, text, version=None, target=None):
        least = self.table.minimum(form, used)
        return self.instance(
            least[0] if version is None else version,
            least[1] if target is None else target,
            text,
        )

    def late(self, form, used, text):
        """Where wrong instances are tried: as late as the form exists."""
        version, target = self.table.minimum(form, used)
        if not form.last_version and not form.last_target:
            version = 90
        elif form.last_version:
            version = form.last_version
        if target < 90 and not form.last_target and version == 90:
            target = 90
        return self.instance(version, target, text)

    def valid(self, form):
        for choice in assignments(self.table, form):
            chosen = [(s, m) for s, m in zip(form.slots, choice) if m]
            yield chosen, *Builder(self.table, form, chosen).operands()

    def generate(self, form):
        if form.opcode in BY_HAND:
            return
        base = None
        for chosen, operands, least in self.valid(form):
            mods = [m for _, m in chosen]
            base = base or (chosen, operands, least)
            for count in range(least, len(operands) + 1):
                text = spell(self.table, form, mods, operands[:count])
                yield "valid", self.at_minimum(form, mods, text)
                yield "valid late", self.late(form, mods, text)
            yield from self.too_early(form, mods, operands[:least])
        if base:
            yield from self.wrong_types(form, base[0])
            yield from self.wrong_modifiers(form, base[0], base[1][: base[2]])
            yield from self.wrong_operands(form, base)

    def too_early(self, form, mods, operands):
        version, target = self.table.minimum(form, mods)
        text = spell(self.table, form, mods, operands)
        before = previous(VERSIONS, version)
        if before:
            yield "version", self.at_minimum(form, mods, text, version=before)
        chip = target % 1000
        if target != 10:
            lower = previous(self.table.targets, chip) if target < 1000 else chip
            if lower:
                yield "target", self.at_minimum(form, mods, text, target=lower)

    def wrong_types(self, form, chosen):
        for index, (slot, mod) in enumerate(chosen):
            if slot.group != "GrpType":
                continue
            for wrong in WRONG_TYPES:
                if wrong in slot.modifiers:
                    continue
                changed = [*chosen]
                changed[index] = (slot, wrong)
                operands, least = Builder(self.table, form, changed).operands()
                mods = [m for _, m in changed]
                text = spell(self.table, form, mods, operands[:least])
                yield "type", self.late(form, mods, text)

    def wrong_modifiers(self, form, chosen, operands):
        mods = [m for _, m in chosen]

        def late(changed):
            return self.late(form, mods, spell(self.table, form, changed, operands))

        for index in range(len(mods)):
            yield "missing modifier", late(mods[:index] + mods[index + 1 :])
            yield "doubled modifier", late(mods[: index + 1] + mods[index:])
        for index in range(len(mods) - 1):
            swapped = [*mods]
            swapped[index : index + 2] = reversed(mods[index : index + 2])
            yield "order", late(swapped)
        own = {m for s in form.slots for m in s.modifiers}
        for extra in self.modifiers_of[form.opcode]:
            if extra not in own and extra not in self.table.types:
                yield "extra modifier", late([extra, *mods])
        for extra in own - set(mods) - set(self.table.types):
            place = len([s for s in form.slots if extra in s.modifiers and s])
            yield "both of a slot", late([*mods[:place], extra, *mods[place:]])

    def wrong_operands(self, form, base):
        chosen, operands, least = base
        mods = [m for _, m in chosen]

        def late(changed):
            return self.late(form, mods, spell(self.table, form, mods, changed))

        needed = operands[:least]
        if needed:
            yield "operand count", late(needed[:-1])
        yield "operand count", late([*operands, "%r3"])
        yield "operand count", late([*operands, "1"])
        for index in range(least):
            for wrong in WRONG_OPERANDS:
                if wrong != needed[index]:
                    yield "operand", late([*needed[:index], wrong, *needed[index + 1 :]])
