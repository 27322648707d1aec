//===- TeslaDeadCode.h - Code that nothing needs any more -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes behind register allocation that take branches away leave what only
/// their conditions needed. It is erased here, and the registers that live at
/// the starts of blocks are found anew.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLADEADCODE_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLADEADCODE_H

namespace llvm {

class MachineFunction;

/// Erases instructions of \p MF, in physical registers, whose results nothing
/// reads, and recomputes what lives at the starts of blocks.
void eraseTeslaDeadCode(MachineFunction &MF);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLADEADCODE_H
