//===- Peer.h - What NVIDIA's assembler makes of a file ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OCCUPANCY_PEER_H
#define HEDDLE_TOOLS_PTX_OCCUPANCY_PEER_H

#include "Options.h"
#include "heddle/Tuning/KernelUse.h"

namespace heddle {

/// Runs the ptxas of Options.Peer on Options.Input, with its limits and effort,
/// for the chip of \p G, or for \p Asked, the architecture that the file's code
/// was asked for, where that is a variant of the chip. If \p Kernel is not
/// empty, only that kernel is compiled: ptxas may refuse the others. Fails
/// where there is no such program, or it refuses the file or the chip.
llvm::Expected<tuning::KernelUses> askPeer(const OccupancyOptions &Options,
                                           const abi::Geometry &G,
                                           llvm::StringRef Asked,
                                           llvm::StringRef Kernel);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OCCUPANCY_PEER_H
