//===- KernelJudge.h - Which kernels errors are about -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One kernel that cannot be compiled says nothing about its neighbours. The
/// collector of errors judges kernels by where the errors are, and the compiler
/// goes on with those that have none.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COMPILER_KERNELJUDGE_H
#define HEDDLE_COMPILER_KERNELJUDGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <string>
#include <vector>

namespace heddle {

struct KernelExtent {
  std::string Name;
  /// The text, from the line of the name to the end of the body, of the kernel
  /// and of all functions that it calls or takes the address of, directly or
  /// not.
  std::vector<llvm::SMRange> Bodies;
};

class KernelJudge {
public:
  virtual ~KernelJudge() = default;

  /// Called once, with the kernels that are compiled.
  virtual void setKernels(std::vector<KernelExtent> Kernels) = 0;
  /// Whether no error so far is about \p Kernel.
  virtual bool isClean(llvm::StringRef Kernel) const = 0;
};

} // namespace heddle

#endif // HEDDLE_COMPILER_KERNELJUDGE_H
