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
/// for the chip of \p G, or for \p Asked where that is a variant of the chip:
/// what the file's code was asked for as. Of kernels \p Kernel only, if that is
/// not empty: the others may be what it refuses. Fails where there is no such
/// program, or it refuses the file or the chip.
llvm::Expected<tuning::KernelUses> askPeer(const OccupancyOptions &Options,
                                           const abi::Geometry &G,
                                           llvm::StringRef Asked,
                                           llvm::StringRef Kernel);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OCCUPANCY_PEER_H
