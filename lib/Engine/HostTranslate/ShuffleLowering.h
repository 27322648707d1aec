//===- ShuffleLowering.h - Exchanges between lanes in host code -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// shfl by numbers that the code has, as sums over a warp have it: which lane
/// takes whose value is known, and a shuffle of vectors does it.
///
/// \code
///   shfl bfly $c0 $r4 $r3 0x8 0x1f     %r4 = %r3.1   ; 8 lanes a vector
///                                      %r4.1 = %r3
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SHUFFLELOWERING_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SHUFFLELOWERING_H

#include "HandlerInliner.h"
#include "StateVariables.h"

namespace heddle::hosttranslate {

class ShuffleLowering {
public:
  ShuffleLowering(StateVariables &Vars, llvm::IRBuilder<> &Builder,
                  llvm::Function &Kernel, const sm::Program &Prog)
      : State(Vars), B(Builder), F(Kernel), P(Prog) {}

  /// Appends \p I for the lanes in \p Mask, a constant if these are all. False:
  /// it is no exchange whose lanes are known.
  bool append(const sm::DecodedInst &I, llvm::Value *Mask, Effects &E);

private:
  using Chunks = llvm::SmallVector<llvm::Value *, 8>;

  llvm::Value *load(Variable V, Effects &E);
  /// The vector whose lane n is lane From[n] of \p Row.
  llvm::Value *take(const Chunks &Row, llvm::ArrayRef<unsigned> From);
  /// Sets condition bits of \p Register, of the lanes in \p Mask.
  void setCondition(unsigned Register, uint32_t InRange, llvm::Value *Mask,
                    Effects &E);

  StateVariables &State;
  llvm::IRBuilder<> &B;
  llvm::Function &F;
  const sm::Program &P;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_SHUFFLELOWERING_H
