//===- OriginAnalysis.h - Where integers come from --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The possible origins of an integer that is used as a generic address,
/// followed through arithmetic and known places in .local. A value has one role
/// for each path that it may have come on; where two cannot be told apart, it
/// has the one that is refused as an address, so that no wrong space comes out.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_ORIGINANALYSIS_H
#define HEDDLE_LIB_OPTIMIZER_ORIGINANALYSIS_H

#include "Origin.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include <map>

namespace heddle {

class OriginAnalysis {
public:
  explicit OriginAnalysis(llvm::Function &F);

  /// Empty for what no path computes.
  Origin of(const llvm::Value *V) const;

private:
  /// A place in a variable: offset and bytes.
  using Place = std::pair<int64_t, unsigned>;
  struct VariableContents {
    std::map<Place, Origin> Known;
    /// The origin of values that were stored at computed places.
    Origin Anywhere;
  };

  Origin compute(llvm::Instruction &I) const;
  Origin computeCall(const llvm::CallBase &Call) const;
  Origin recast(const llvm::Instruction &I) const;
  Origin extracted(const llvm::ExtractValueInst &I) const;
  Origin lane(const llvm::Value *Vector, unsigned Index) const;
  Origin lane(const llvm::Value *Vector, unsigned Index,
              llvm::SmallPtrSetImpl<const llvm::Value *> &Seen) const;
  Origin masked(const llvm::Instruction &I) const;
  Origin shifted(const llvm::Instruction &I) const;
  Origin joined(const llvm::Instruction &I) const;
  Origin mixed(const llvm::Instruction &I) const;
  Origin loaded(llvm::LoadInst &I) const;
  Origin fromSlot(const llvm::AllocaInst *Variable, int64_t Offset,
                  unsigned Bytes) const;
  Origin fromMemory(const llvm::Type *T) const;
  bool noteStore(llvm::StoreInst &I);
  bool storeAt(const llvm::AllocaInst *Variable, Place Where, Origin What);
  bool storeAnywhere(const llvm::AllocaInst *Variable, Origin What);
  bool noteCall(const llvm::CallBase &Call);

  /// Sizes of a word, which an address of the chip is.
  static constexpr unsigned WordBytes = 4;
  static constexpr unsigned WordBits = 32;

  /// An address in \p AddressSpace, as far as \p T has room for it.
  static Origin addressIn(unsigned AddressSpace, const llvm::Type *T);
  static unsigned bytesOf(const llvm::Type *T);

  /// In bytes, as the program has them.
  unsigned AddressBytes = 8;
  llvm::DenseMap<const llvm::Value *, Origin> Origins;
  llvm::DenseMap<const llvm::AllocaInst *, VariableContents> Contents;
  /// The origin of values that were stored at computed places of no one
  /// variable.
  Origin Elsewhere;
};

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_ORIGINANALYSIS_H
