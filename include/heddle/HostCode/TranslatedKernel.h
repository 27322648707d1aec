//===- TranslatedKernel.h - A kernel with host code -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes warps from the interpreter into the host code of a kernel and back,
/// with the exact state at both ends.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_TRANSLATEDKERNEL_H
#define HEDDLE_HOSTCODE_TRANSLATEDKERNEL_H

#include "heddle/HostCode/KernelInterface.h"
#include "heddle/SM/Translation.h"
#include <memory>
#include <optional>
#include <vector>

namespace heddle::hostcode {

/// The ways of lanes that host code follows; none where there are too many.
std::optional<FlowGraph> graphOf(const sm::Program &P, sm::Coverage Wanted);

/// Runs \p E, which must outlive it, by \p Function, which was written for
/// \p Graph, covers \p Covered and leaves at \p Exits. \p Holder keeps the
/// function where it is.
std::unique_ptr<sm::TranslatedProgram>
makeTranslatedKernel(const sm::Executable &E, FlowGraph Graph,
                     sm::Coverage Covered, llvm::ArrayRef<KernelExit> Exits,
                     KernelFunction Function,
                     std::shared_ptr<const void> Holder = nullptr);

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_TRANSLATEDKERNEL_H
