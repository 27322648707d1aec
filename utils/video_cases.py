"""Video instructions of PTX, with a model of each, like integer_cases.py."""

from integer_cases import add, number, saturate

PARTS = {"": (0, 32)}
PARTS.update({f".b{i}": (8 * i, 8) for i in range(4)})
PARTS.update({f".h{i}": (16 * i, 16) for i in range(2)})


def part(value, selector, sign):
    place, width = PARTS[selector]
    return number(value >> place, f"{sign}{width}")


def video_op(op, x, y):
    if op == "vadd":
        return x + y
    if op == "vsub":
        return x - y
    if op == "vabsdiff":
        return abs(x - y)
    if op == "vmin":
        return min(x, y)
    if op == "vmax":
        return max(x, y)
    if op == "vavrg":
        return x + y + (x + y >= 0) >> 1
    if op == "vshl.clamp":
        return x << min(y, 32)
    if op == "vshl.wrap":
        return x << (y & 31)
    if op == "vshr.clamp":
        return x >> min(y, 32)
    if op == "vshr.wrap":
        return x >> (y & 31)
    compare = op.split(".")[1]
    return int({"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y,
                "gt": x > y, "ge": x >= y}[compare])


def video(op, d, x, y, sat, second, selectors):
    into, of_a, of_b = selectors

    def model(a, b, c):
        v = video_op(op, part(a, of_a, x), part(b, of_b, y))
        place, width = PARTS[into]
        if sat:
            # The intermediate result of a shift has 34 bits.
            v = saturate(number(v, "s34") if op.startswith("vshl") else v, f"{d}{width}")
        if into:
            mask = (1 << width) - 1 << place
            return c & ~mask | v << place & mask
        c = number(c, f"{d}32")
        if second:
            # The chip has 32 bits of sums and 64 of all else, with a sign if
            # the result has one.
            v = number(v, f"{d}32" if op in ("vadd", "vsub") else f"{d}64")
            return {"add": v + c, "min": min(v, c), "max": max(v, c)}[second]
        return v

    return model


def video_text(op, d, x, y, sat, second, selectors):
    into, of_a, of_b = selectors
    name, _, mode = op.partition(".")
    types = ([f".{d}32"] if name != "vset" else []) + [f".{x}32", f".{y}32"]
    text = name + "".join(types) + (".sat" if sat else "")
    text += f".{mode}" if mode else ""
    text += f".{second}" if second else ""
    third = ", {c}" if second or into else ""
    return f"{text} {{d}}{into}, {{a}}{of_a}, {{b}}{of_b}{third};"


VIDEO_OPS = ["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl.clamp", "vshl.wrap",
             "vshr.clamp", "vshr.wrap", "vset.eq", "vset.lt", "vset.ge"]


def add_video(rng):
    for op in VIDEO_OPS:
        shift = op.startswith("vsh")
        for signs in range(8):
            d, x, y = ("us"[signs >> i & 1] for i in range(3))
            if (shift and y == "s") or (op.startswith("vset") and d == "s"):
                continue
            for sat in (False, True):
                if sat and op.startswith("vset"):
                    continue
                for second in ("", "add", "min", "max", "merge"):
                    into = ""
                    if second == "merge":
                        second, into = "", rng.choice([p for p in PARTS if p])
                    selectors = (into, rng.choice(list(PARTS)), rng.choice(list(PARTS)))
                    arguments = (op, d, x, y, sat, second, selectors)
                    model = video(*arguments)
                    used = [32, "n" if shift else 32, 32]
                    if not second and not into:
                        model = lambda a, b, m=model: m(a, b, 0)
                        used = used[:2]
                    add(video_text(*arguments), 32, used, model)


def vmad(x, y, of_a, of_b, minus, po, sat, shift):
    def model(a, b, c):
        final = "s" in (x, y) or minus != ""
        v = part(a, of_a, x) * part(b, of_b, y)
        c = number(c, "s32" if final else "u32")
        v = -v + c if minus == "ab" else v - c if minus == "c" else v + c
        v = v + po >> shift
        return saturate(v, "s32" if final else "u32") if sat else v

    return model


def add_vmad(rng):
    for x in "us":
        for y in "us":
            for minus in ("", "ab", "c", "po"):
                for sat in ("", ".sat"):
                    for shift in (0, 7, 15):
                        of_a, of_b = rng.choice(list(PARTS)), rng.choice(list(PARTS))
                        if rng.random() < 0.5:
                            of_a = of_b = ""
                        scale = f".shr{shift}" if shift else ""
                        po = minus == "po"
                        text = f"vmad.{x}32.{x}32.{y}32{'.po' if po else ''}{sat}{scale} {{d}}, "
                        text += f"{'-' if minus == 'ab' else ''}{{a}}{of_a}, {{b}}{of_b}, "
                        text += f"{'-' if minus == 'c' else ''}{{c}};"
                        # A result has a sign where anything has.
                        final = "s" if "s" in (x, y) or minus in ("ab", "c") else "u"
                        text = text.replace(f"vmad.{x}32", f"vmad.{final}32", 1)
                        add(text, 32, [32] * 3,
                            vmad(x, y, of_a, of_b, "" if po else minus, po, bool(sat), shift))


def video_lanes(op, count, d, x, y, sat, accumulate, mask, selectors):
    width = 32 // count

    def model(a, b, c):
        both = b << 32 | a
        result = c
        for i in range(count):
            if i not in mask:
                continue
            v = [number(both >> s[count - 1 - i] * width, f"{sign}{width}")
                 for s, sign in zip(selectors, (x, y))]
            t = video_op(op, *v)
            if sat:
                t = saturate(t, f"{d}{width}")
            if accumulate:
                result += t
            else:
                field = (1 << width) - 1 << i * width
                result = result & ~field | t << i * width & field
        return result

    return model


def add_video_lanes(rng):
    for op in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset.ne", "vset.le"):
        for count in (2, 4):
            for signs in range(8):
                d, x, y = ("us"[signs >> i & 1] for i in range(3))
                is_set = op.startswith("vset")
                if is_set and d == "s":
                    continue
                for tail in ("", ".sat", ".add"):
                    if tail == ".sat" and is_set:
                        continue
                    name, _, compare = op.partition(".")
                    text = name + str(count) + ("" if is_set else f".{d}32") + f".{x}32.{y}32"
                    text += (f".{compare}" if compare else "") + tail
                    letter = "h" if count == 2 else "b"
                    mask, written = list(range(count)), ["", "", ""]
                    selectors = [list(range(count - 1, -1, -1)), list(range(2 * count - 1, count - 1, -1))]
                    if rng.random() < 0.7:
                        mask = sorted(rng.sample(mask, rng.randint(1, count)), reverse=True)
                        selectors = [[rng.randrange(2 * count) for _ in range(count)] for _ in "ab"]
                        written = ["." + letter + "".join(map(str, s)) for s in [mask] + selectors]
                    text += f" {{d}}{written[0]}, {{a}}{written[1]}, {{b}}{written[2]}, {{c}};"
                    add(text, 32, [32] * 3,
                        video_lanes(op, count, d, x, y, tail == ".sat", tail == ".add", mask, selectors))
