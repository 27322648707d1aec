"""threads.py LIBRARY: two threads at once, with one module and with modules of
their own. ctypes lets Python go on while a launch runs."""

import ctypes
import sys
import threading

sys.dont_write_bytecode = True
import ptx_run

COUNT = """.version 7.0
.target sm_75
.address_size 64
// %s
.visible .entry count(.param .u64 mine, .param .u64 everyones) {
  .reg .b64 %%a, %%b; .reg .b32 %%v;
  ld.param.u64 %%a, [mine];
  ld.param.u64 %%b, [everyones];
  red.global.add.u32 [%%a], 1;
  red.global.add.u32 [%%b], 1;
  ret;
}
"""
ROUNDS, BLOCK, GRID = 200, 96, 3

run = ptx_run.Library(sys.argv[1])
everyones = ctypes.c_uint32()
mine = [ctypes.c_uint32(), ctypes.c_uint32()]


def count(number):
    for n in range(ROUNDS):
        text = COUNT % ("shared" if n % 2 else f"{number} {n % 10}")
        run(text.encode(),
            [ctypes.addressof(mine[number]), ctypes.addressof(everyones)],
            [BLOCK, 1, 1], [GRID, 1, 1])


threads = [threading.Thread(target=count, args=[n]) for n in range(2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print([c.value == ROUNDS * BLOCK * GRID for c in mine],
      everyones.value == 2 * ROUNDS * BLOCK * GRID)
