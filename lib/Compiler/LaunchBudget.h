//===- LaunchBudget.h - Registers that launches have room for ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel that uses more registers than an SM has for one of its CTAs cannot
/// be launched. Where the size of the CTAs is known, from .maxntid, .reqntid or
/// because the launch is what the code is made for, the allocator gets no more
/// than that.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_LAUNCHBUDGET_H
#define HEDDLE_LIB_COMPILER_LAUNCHBUDGET_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace heddle {

namespace abi {
struct Chip;
struct Geometry;
} // namespace abi
namespace object {
struct KernelInfo;
} // namespace object
class Diagnostics;
struct CompileOptions;

/// Whether a launch that says \p Entry means \p Kernel: by its mangled name, or
/// demangled, with or without the parameter list. Empty means every kernel.
bool meansKernel(llvm::StringRef Entry, llvm::StringRef Kernel);

/// The most threads that a CTA of kernel \p F has, as it declares or as the
/// launches planned in \p Options say; 0 where nothing is known.
uint64_t launchThreads(const llvm::Function &F, const CompileOptions &Options);

/// Lowers the register budget of the kernels in \p M to what one CTA of their
/// declared size and of the launches planned in \p Options leaves a thread, or
/// as many CTAs as .minnctapersm wants. Demands that cannot be met are warnings
/// on \p Diags.
void limitToLaunches(llvm::Module &M, const abi::Chip &Chip,
                     const CompileOptions &Options, Diagnostics &Diags);

/// .minnctapersm of \p F is about shared memory, too, which is known only when
/// the code is there: a warning when an SM has not enough of it.
void checkSharedMemory(const llvm::Function &F, const object::KernelInfo &Info,
                       const abi::Geometry &G, const CompileOptions &Options,
                       Diagnostics &Diags);

/// Warns of more local memory than CUDA has: that runs here, but nowhere else.
void checkLocalMemory(const llvm::Function &F, const object::KernelInfo &Info,
                      Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_LAUNCHBUDGET_H
