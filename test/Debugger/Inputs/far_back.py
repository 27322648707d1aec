"""Looks at what `info time` says of two steps back."""

import re
import sys

LONGEST = 2 * 2**21

text = sys.stdin.read()
times = [[int(number) for number in found] for found in re.findall(
    r"warp-instruction (\d+); (\d+) copies were set aside, the last at (\d+); "
    r"the last way back executed (\d+) again", text)]
assert len(times) == 3, text
steps = [step for step, _, _, _ in times]
assert steps[0] > LONGEST, times
assert steps[0] > steps[1] > steps[2], times
for step, copies, last, replayed in times:
    assert copies >= step // 2**21, times
    assert step - last <= 2**21, times
    assert replayed <= LONGEST, times
assert times[1][3] > 0 and times[2][3] > 0, times
