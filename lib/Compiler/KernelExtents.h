//===- KernelExtents.h - The text that a kernel is made of ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_KERNELEXTENTS_H
#define HEDDLE_LIB_COMPILER_KERNELEXTENTS_H

#include "Modules.h"
#include "heddle/Compiler/KernelJudge.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle {

/// The extents of the kernels called \p Names, in source order.
std::vector<KernelExtent> kernelExtents(const ModuleList &Modules,
                                        llvm::ArrayRef<std::string> Names,
                                        const llvm::SourceMgr &Sources);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_KERNELEXTENTS_H
