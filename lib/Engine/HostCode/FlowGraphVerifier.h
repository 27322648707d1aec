//===- FlowGraphVerifier.h - What holds of a flow graph ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTCODE_FLOWGRAPHVERIFIER_H
#define HEDDLE_LIB_ENGINE_HOSTCODE_FLOWGRAPHVERIFIER_H

#include <string>

namespace heddle::sm {
class Program;
}

namespace heddle::hostcode {

class FlowGraph;

/// A sentence on the first thing that does not hold of \p G, which is of \p P:
/// indices, where nodes lead, how blocks are made of them. Empty for nothing.
std::string problemOf(const FlowGraph &G, const sm::Program &P);

} // namespace heddle::hostcode

#endif // HEDDLE_LIB_ENGINE_HOSTCODE_FLOWGRAPHVERIFIER_H
