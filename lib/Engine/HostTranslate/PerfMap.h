//===- PerfMap.h - Names of host code for perf ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lines "ADDRESS SIZE NAME", the numbers in hexadecimal, which `perf report`
/// reads from /tmp/perf-PID.map for code that no file has (Linux,
/// tools/perf/Documentation/jit-interface.txt).
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_PERFMAP_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_PERFMAP_H

#include "heddle/Machine/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::hosttranslate {

/// Writes a name for each run of bytes that are of one line, as "saxpy:12", for
/// \p Object: an object file with SourceLines, whose KernelName lies at
/// \p Address and was made of \p P. What is of no line, is "saxpy".
llvm::Error writePerfMap(llvm::raw_ostream &OS, llvm::MemoryBufferRef Object,
                         const sm::Program &P, uint64_t Address);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_PERFMAP_H
