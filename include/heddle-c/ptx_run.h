//===- ptx_run.h - Compile and launch in one call ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * \file
 * What libgpuocelot.so exports: the one function that tensor compilers call to
 * run the PTX they wrote on the memory of their own process.
 */

#ifndef HEDDLE_C_PTX_RUN_H
#define HEDDLE_C_PTX_RUN_H

#include "heddle-c/heddle.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Launches the first kernel of \p source, PTX text that a zero byte ends, and
 *  returns when all its threads have ended.
 *
 *  \p args[i] is the value of parameter i, in its low bytes, and not a pointer
 *  to it. Pointers are those of the host; whatever the process has mapped may
 * be accessed, by its own rights.
 *
 *  Modules are kept by their text and have their .global variables as long as
 *  that: the 256 that were used last. Whatever goes wrong, a fault, PTX with
 *  errors, or a launch that cannot be, is reported on stderr and ends the
 * process by abort(): its caller would take what was in the buffers before for
 * results. With HEDDLE_PTX_RUN=continue in the environment the call returns,
 * and the next one works. May be called from several threads at once. */
HEDDLE_API void ptx_run(const char *source, int n_args, void *args[],
                        int block_x, int block_y, int block_z, int grid_x,
                        int grid_y, int grid_z,
                        int shared_bytes) HEDDLE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_C_PTX_RUN_H */
