"""Counts the instructions of a loop in a listing: count-loop.py LISTING TEXT [--inner].

The longest loop, or with --inner the shortest; those whose text holds TEXT, and the
others.
"""

import re
import sys

LINE = re.compile(r"\s+([0-9a-f]{4,}):\s+(?:[0-9a-f]{8} ?){1,2}\s+(.*\S)")


def main():
    listing, text = sys.argv[1:3]
    found = [LINE.match(line) for line in open(listing)]
    code = [(int(m[1], 16), m[2]) for m in found if m]
    loops = []
    for place, instruction in code:
        back = re.search(r"\bbra 0x([0-9a-f]+)", instruction)
        if back and int(back[1], 16) <= place:
            loops.append([i for at, i in code if int(back[1], 16) <= at <= place])
    body = (min if "--inner" in sys.argv else max)(loops, key=len)
    these = sum(text in instruction for instruction in body)
    print(f"{these} of these, {len(body) - these} others")


main()
