//===- Tesla.h - Passes of the Tesla code generator -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Factories and pass names of the target's own passes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLA_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLA_H

#include "llvm/Support/CodeGen.h"

namespace llvm {
class FunctionPass;
class Instruction;
class Module;
class PassRegistry;
class TeslaTargetMachine;

/// The error of TeslaInstrInfo where a copy from $c to $c finds no general
/// register to go through.
inline constexpr char NoRegisterForCopy[] =
    "no register is left to copy a condition through";

/// Metadata of an instruction whose value differs between lanes although
/// uniformity analysis could not tell.
inline constexpr char TeslaDivergentMetadata[] = "heddle.divergent";
void markTeslaDivergent(Instruction &I);

/// Flag of an operand that is a variable's address: its upper word.
inline constexpr unsigned TeslaHighWord = 1;

/// Reports what cannot be selected, on \p M's context. Selection would abort.
void checkTeslaLegality(Module &M, TeslaTargetMachine &TM);

FunctionPass *createTeslaISelDag(TeslaTargetMachine &TM, CodeGenOptLevel Level);
void initializeTeslaDAGToDAGISelLegacyPass(PassRegistry &);

#define IR_PASS(NAME, CLASS)                                                   \
  FunctionPass *create##CLASS##Pass();                                         \
  void initialize##CLASS##Pass(PassRegistry &);
#define MACHINE_PASS(NAME, CLASS) IR_PASS(NAME, CLASS)
#include "TeslaPasses.def"

/// These passes run behind the register coalescer.
extern char &TeslaDefineLanesID;
extern char &TeslaStructureLoopsID;
} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLA_H
