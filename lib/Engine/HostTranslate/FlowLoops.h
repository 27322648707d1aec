//===- FlowLoops.h - The loops of a flow graph ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that a warp may come back to, on its own or behind what the
/// interpreter executes: strongly connected components, as in any textbook.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOWLOOPS_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOWLOOPS_H

#include "heddle/HostCode/FlowGraph.h"
#include "llvm/ADT/BitVector.h"

namespace heddle::hosttranslate {

/// The numbers of a loop's blocks.
using FlowLoop = llvm::SmallVector<uint32_t>;

/// Returns the blocks of \p G that are in loops.
llvm::BitVector blocksInLoops(const hostcode::FlowGraph &G);

/// Returns the loops of \p G that have no loop inside.
std::vector<FlowLoop> innermostLoops(const hostcode::FlowGraph &G);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_FLOWLOOPS_H
