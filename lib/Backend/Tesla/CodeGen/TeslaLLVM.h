//===- TeslaLLVM.h - LLVM's headers beside our assertions -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Put in front of each file of this library by the compiler, when our
/// assertions are on and those of the LLVM library are off.
///
/// LLVM's TargetLowering has a virtual function, and ScheduleDAG a member, that
/// exist only where NDEBUG is not defined. Classes that derive from them must
/// see them as the library was built, or calls go to the neighbouring function.
/// All else of LLVM's, cast<> and MachineOperand's accessors above all, and our
/// own code assert.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLALLVM_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLALLVM_H

// The headers that both include, with assertions.
#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/DAGCombine.h"
#include "llvm/CodeGen/LowLevelTypeUtils.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RuntimeLibcallUtil.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/SelectionDAGNodes.h"
#include "llvm/CodeGen/TargetCallingConv.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

#define NDEBUG
#include "llvm/CodeGen/ScheduleDAG.h"
#include "llvm/CodeGen/TargetLowering.h"
#undef NDEBUG
#include <cassert>

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLALLVM_H
