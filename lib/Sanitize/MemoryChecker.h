//===- MemoryChecker.h - Accesses beside what is meant ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds mistakes that are no faults, since something is there: accesses of
/// shared and constant memory and of parameters outside of the variable that
/// their address is made of, reads of dynamic shared memory behind all that was
/// written, and blocks of the device heap that nobody frees.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_MEMORYCHECKER_H
#define HEDDLE_LIB_SANITIZE_MEMORYCHECKER_H

#include "heddle/ABI/HostServices.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Object/OperationMap.h"
#include "heddle/Sanitize/Findings.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <optional>

namespace heddle::sanitize {

/// Whether \p I asks the host for \p Service.
inline bool isService(const sm::DecodedInst &I, abi::HostService Service) {
  return I.isHostCall() && abi::HostService(I.Sub[0]) == Service;
}

class MemoryChecker final : public sm::Observer {
public:
  explicit MemoryChecker(Findings &Found);

  void startLaunch(const sm::LaunchView &L) override;
  void endLaunch() override;
  void startCta(const sm::Cta &C) override;
  void endCta(const sm::Cta &C) override;
  bool needs(uint32_t Index) const override { return Notes[Index].Matters; }
  unsigned takesIn() const override { return 0; }
  void issue(const sm::Issue &E) override;

private:
  /// Addresses.
  struct Place {
    uint64_t From = 0, End = 0;
  };
  /// The places of a variable.
  struct Range {
    sm::Space Where = sm::Space::None;
    Rule TheRule = Rule::MemoryShared;
    /// A variable of a function may have several places; an access may be in
    /// any.
    llvm::SmallVector<Place, 1> Places;
    /// "shared variable 'tile'"
    std::string Name;
  };
  /// The facts on an instruction that the checker needs.
  struct Note {
    bool Matters = false;
    std::optional<Range> Variable;
    /// It replaces the old value.
    bool IsExchange = false;
    /// For the first of several that do one access of the PTX: its bytes, and
    /// where it is.
    unsigned Whole = 0;
    sm::Space WholeIn = sm::Space::None;
  };
  struct CtaState {
    uint64_t Number = 0;
    /// The end of the bytes written so far in dynamic shared memory.
    uint64_t DynamicEnd = 0;
    /// By warp: lanes that called malloc, at an index.
    struct Call {
      uint32_t Index = 0, Lanes = 0;
    };
    std::vector<Call> Calls;
  };
  /// A block that a thread allocated with malloc.
  struct Block {
    uint32_t Index = 0;
    uint64_t Cta = 0;
    unsigned Thread = 0;
    /// When its launch has ended.
    std::optional<Finding> Description;
    uint32_t Line = 0;
  };

  Note noteOf(const sm::DecodedInst &I) const;
  const object::VariableAccess *accessOf(const sm::DecodedInst &I) const;
  void noteWholes();
  std::optional<Range> rangeOf(const sm::DecodedInst &I) const;
  std::optional<Range> paramRange(const object::VariableAccess &Access) const;
  std::optional<Range> localRange(const object::VariableAccess &Access) const;
  void checkRange(const sm::Issue &E, const sm::MemoryAccess &A,
                  const Range &R);
  void checkAlignment(const sm::Issue &E, const sm::MemoryAccess &A,
                      unsigned Whole);
  void reportRange(const sm::Issue &E, const sm::MemoryAccess &A,
                   const Range &R, unsigned Lane);
  std::string placeOf(const sm::MemoryAccess &A, uint64_t Address) const;
  void checkDynamic(const sm::Issue &E, const sm::MemoryAccess &A, CtaState &C);
  void noteBlocks(const sm::Warp &W, CtaState &C);
  void hostCall(const sm::Issue &E, CtaState &C);
  void reportLeaks();
  Finding describe(const sm::Issue &E, const sm::MemoryAccess &A,
                   unsigned Lane) const;

  Findings &To;
  std::optional<sm::LaunchView> Launch;
  /// The kernel, and the functions that may run.
  llvm::StringSet<> Functions;
  std::vector<Note> Notes;
  /// Places in l[] of variables that passes have changed: any access may be
  /// meant for them.
  llvm::SmallVector<Place, 0> Changed;
  /// Whether what a CTA has done so far matters.
  bool NeedsCtas = false;
  /// The dynamic shared memory; of size 0 without.
  uint64_t DynamicFrom = 0, DynamicEnd = 0;
  llvm::DenseMap<uint64_t, CtaState> Ctas;
  /// By address.
  std::map<uint64_t, Block> Blocks;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_MEMORYCHECKER_H
