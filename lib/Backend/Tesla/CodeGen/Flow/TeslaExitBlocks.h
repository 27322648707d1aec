//===- TeslaExitBlocks.h - Blocks that only end the thread ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAEXITBLOCKS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAEXITBLOCKS_H

namespace llvm {
class MachineBasicBlock;

/// Returns whether \p MBB does nothing but end the thread or return.
bool isTeslaExitOnly(const MachineBasicBlock &MBB);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLAEXITBLOCKS_H
