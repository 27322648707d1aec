//===- LiftCall.h - What both sides of a call know --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTCALL_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTCALL_H

#include "LiftContext.h"
#include "heddle/ABI/HostServices.h"
#include <optional>

namespace heddle {

/// The type of a parameter or result that is passed by value; none for an array
/// in .param.
std::optional<ptx::ScalarType> valueType(const ptx::Decl &Formal);

/// The results and parameters of the calls of a function or a prototype.
struct CallFormals {
  llvm::ArrayRef<ptx::Decl *> Returns, Params;
};

/// The operands of one call, on the caller's side.
class CallSite {
public:
  /// Reads the arguments of \p I, a call of something with \p Formals. False:
  /// they do not fit, which has been reported.
  static bool fits(LiftContext &C, const ptx::Instruction &I,
                   const CallFormals &Formals);
  CallSite(LiftContext &C, const ptx::Instruction &I,
           const CallFormals &Formals);

  llvm::ArrayRef<llvm::Value *> arguments() const { return Args; }
  /// Calls \p F with them.
  llvm::CallInst *call(llvm::Function &F);
  /// Puts what \p Call returned where it belongs.
  void takeResults(llvm::CallInst &Call);
  /// Puts the only result, \p V, where it belongs; does nothing where none is
  /// wanted.
  void takeResult(llvm::Value *V);

private:
  void take(const ptx::Decl &Formal, const ptx::Operand &Actual,
            llvm::Value *V);

  LiftContext &C;
  CallFormals Formals;
  llvm::ArrayRef<ptx::Operand> Results;
  unsigned NumActuals;
  /// Arguments, then memory for results that are arrays.
  llvm::SmallVector<llvm::Value *, 8> Args;
};

/// The result of a service.
llvm::Value *callHost(LiftContext &C, abi::HostService Service, llvm::Value *A,
                      llvm::Value *B);

/// A function that the host provides: vprintf, malloc ... False: \p Callee is
/// none, or the chip has no such call.
bool liftHostFunction(LiftContext &C, const ptx::Instruction &I,
                      const ptx::Function &Callee);

/// A call through a register.
void liftIndirectCall(LiftContext &C, const ptx::Instruction &I);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTCALL_H
