//===- TeslaCalls.h - Device functions that are called ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The calling convention, and the facts on the functions at the other side of
/// a call that compiling it needs.
///
///  * Branch targets are absolute, so a function lives in the section of the
///    kernel that calls it. Each kernel has copies of its own,
///    "kernel.function", behind it in the module, callers in front of what they
///    call.
///  * $r0 holds the thread's indices, as in a kernel, for functions that read
///    them. Arguments and results go by words in $r1, $r2 ..., at most eight.
///    Those that do not fit lie in the caller's frame, the arguments in front
///    of the results, behind a pointer in the last register of the arguments.
///  * $r16 and above, as far as the kernel has them, keep their value across a
///    call. All other registers, $c and $a lose theirs.
///  * A frame is a static range of local memory. A function's starts where the
///    highest frame of its callers ends.
///  * Functions that call themselves, by whatever way, and all that they call
///    have their frames on a stack. $r9 holds where the frame starts. The
///    caller of such a function sets it: to the end of its own frame when that
///    is a static one, else by adding its own frame's size, which is taken off
///    again behind the call.
///
/// Source of the decisions: docs/rationale/CodeGeneration.md.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLACALLS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLACALLS_H

#include "Target/TeslaDeviceFunctions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class Function;
class Module;
class Type;

/// Gives each kernel of \p M its own copies of the functions that it calls.
/// Reports recursion on the context, and then leaves the calls alone.
void makeTeslaCalleesPrivate(Module &M);

/// The fewest registers of a kernel with a stack: those of the arguments, $r9,
/// and a few to work with.
inline constexpr unsigned TeslaRegistersForStack = 16;
/// Frames on the stack start at multiples of this.
inline constexpr unsigned TeslaStackAlign = 16;

/// Registers for arguments, and for results, of the functions of \p F's kernel.
unsigned teslaArgumentWords(const Function &F);

/// Words that a value of type \p T takes; a structure's members follow each
/// other.
unsigned teslaWordsOf(const Type *T);

/// The ends of the frames of a module's functions, as far as they are known:
/// functions are compiled in the module's order.
class TeslaFrames {
public:
  void setEnd(const Function &F, uint64_t Bytes) { Ends[&F] = Bytes; }

  /// The first local byte of \p F's frame, for variables aligned to \p A.
  uint64_t baseOf(const Function &F, Align A) const;

private:
  DenseMap<const Function *, uint64_t> Ends;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLACALLS_H
