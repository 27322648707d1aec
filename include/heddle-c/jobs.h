//===- jobs.h - Run job files in this process -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * \file
 * What ptx-run --job does, without a process for each job: for programs that
 * run many.
 */

#ifndef HEDDLE_C_JOBS_H
#define HEDDLE_C_JOBS_H

#include "heddle-c/heddle.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Runs the launches of the job file \p Path, which docs/Jobs.md describes.
 *
 *  \p Options are those of ptx-run that compile and run, by their names without
 *  dashes: {"arch", "sm_13"}, {"O", "3"}, {"maxrregcount", "20"}, {"time",
 *  "gtx280"}, {"stats", "json"}. The environment sets none.
 *
 *  \p Out gets one JSON document, with these members:
 *
 *  - "verdicts": for each launch "name", "kernel", "passed", "skipped",
 *    "reason", "fault" (its kind, where there was one), "seconds",
 *    "warp_instructions", "thread_instructions"; of the kernel that was
 *    launched "registers", "spill_stores", "spill_loads", "local_bytes"; and
 *    "ctas_per_sm", "warps_per_sm", "max_warps_per_sm" where it started; with
 *    "time" also "microseconds"
 *  - "refused": the PTX was; "log" has the diagnostics
 *  - "faulted": a fault that was not expected ended the job
 *  - "found": a checker or an explored schedule found something
 *  - "reports": the text of what the options write where they name no file
 *  - "stats": the document of {"stats", "json"}
 *
 *  The call succeeds when the job ran, whatever the verdicts are.
 *  heddleErrorInvalidValue: there is no such option, or it has no such value.
 *  heddleErrorHost: the job file, or a file that it names, is wrong; the
 *  message has its place. May be called from several threads at once. */
HEDDLE_API heddleError_t heddleRunJob(const char *Path,
                                      const heddleSetting_t *Options,
                                      size_t NumOptions, heddleOutputFn Out,
                                      void *User) HEDDLE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_C_JOBS_H */
