//===- LaneEffects.h - What nodes do to one lane ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads and results of nodes as one lane sees them, for liveness in masked
/// code. A masked result is a choice between what it gives and what was there,
/// and so reads the register for all lanes together; the lane that gets it
/// reads nothing.
///
/// \code
///   %r4 = select %lanes, %sum, %r4     ; reads $r4 for lanes that do without
/// \endcode
///
/// The code of a node of all lanes shows what one lane gets in the masked node
/// of the same instruction, however that is lowered: an instruction does the
/// same to a lane whoever else executes it, but for those that read lanes
/// (exchanges, matrices, quads of textures), which stay as they are.
///
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
