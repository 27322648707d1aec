//===- LaneEffects.h - What nodes do to one lane ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LANEEFFECTS_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LANEEFFECTS_H

#include "HandlerInliner.h"
#include "heddle/HostCode/FlowGraph.h"

namespace heddle::hosttranslate {

/// Returns what each node of \p G does to a lane that executes it, where
/// \p Nodes says what its code does to all 32: a masked result keeps what the
/// others have, which is no reading of it for a lane that gets one. To be held
/// against what counts for lanes that wait (WaitingLanes).
std::vector<Effects> laneEffects(const hostcode::FlowGraph &G,
                                 const sm::Program &P,
                                 const StateVariables &State,
                                 llvm::ArrayRef<Effects> Nodes);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LANEEFFECTS_H
