//===- InitChecker.h - Values that nobody wrote -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows what was never written from where it is read, through registers and
/// memory, to where it matters: a branch, a predicate, an address, an atomic
/// operation, a store to global memory, what the host is told. A warp without
/// undefined registers goes through its arithmetic unseen.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_INITCHECKER_H
#define HEDDLE_LIB_SANITIZE_INITCHECKER_H

#include "InitMemory.h"
#include "Propagation.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Object/OperationMap.h"
#include "heddle/Sanitize/Findings.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace heddle::sanitize {

class InitChecker final : public sm::Observer {
public:
  explicit InitChecker(Findings &Found) : To(Found) {}

  void startLaunch(const sm::LaunchView &L) override;
  void endLaunch() override;
  void startCta(const sm::Cta &C) override;
  void endCta(const sm::Cta &C) override;
  bool needsOfQuiet(uint32_t Index) const override {
    return Notes[Index].IsSource;
  }
  bool isQuiet(const sm::Warp &W) const override {
    return stateOf(W).Warps[W.number()].isQuiet();
  }
  unsigned takesIn() const override { return 0; }
  void issue(const sm::Issue &E) override;

private:
  /// The facts on an instruction that the checker needs.
  struct Note {
    /// It may make a value undefined, or change the meaning of memory.
    bool IsSource = false;
    /// The undefined value that it makes, where it makes one.
    const object::UndefinedValue *Undefined = nullptr;
  };
  /// The origin of an undefined value: addresses, or the start of a register.
  struct Origin {
    uint32_t Index = 0;
    uint8_t Warp = 0;
    /// Bytes of each lane; 0 without memory.
    uint8_t Bytes = 0;
    /// None without memory.
    sm::Space Where = sm::Space::None;
    std::array<uint64_t, sm::Lanes> Address = {};
    /// For each lane, bits of the bytes that nobody wrote.
    std::array<uint16_t, sm::Lanes> Open = {};
  };
  struct CtaState {
    uint64_t Number = 0;
    std::vector<WarpShadow> Warps;
    std::vector<LocalShadow> Local;
    SharedShadow Shared;
    /// By number; the first is none.
    std::vector<Origin> Origins;
    /// The last of each warp and instruction.
    llvm::DenseMap<uint64_t, uint32_t> LastOrigins;
  };
  /// The use by which an undefined value matters.
  enum class Use : uint8_t {
    Branch,
    Predicate,
    Address,
    Store,
    Atomic,
    Barrier,
    Members,
    Host,
  };

  static constexpr unsigned LaneBits = 5;
  static constexpr size_t MaxOrigins = 1 << 16;

  Note noteOf(const sm::DecodedInst &I) const;
  CtaState &stateOf(const sm::Warp &W) const;
  OriginRef originOf(const sm::Issue &E, CtaState &C, sm::Space Where,
                     const sm::MemoryAccess *A, unsigned Lane);
  /// The origin in memory, where \p Open tells the bytes that nobody wrote.
  OriginRef originOf(const sm::Issue &E, CtaState &C, const sm::MemoryAccess &A,
                     unsigned Lane, const OpenBytes &Open);

  void meetBuffers();
  void look(const sm::Issue &E, CtaState &C, WarpShadow &W);
  void begin(const sm::Issue &E, CtaState &C);
  void operands(const sm::Issue &E, CtaState &C);
  void checkPredicate(const sm::Issue &E, CtaState &C);
  void checkAddress(const sm::Issue &E, CtaState &C, unsigned Register);
  /// Reports what is undefined in \p Rows rows of source \p N.
  void checkSource(const sm::Issue &E, CtaState &C, unsigned N, unsigned Rows,
                   Use How, unsigned Bytes);
  /// As checkSource(), for registers from \p First on.
  void checkRows(const sm::Issue &E, CtaState &C, unsigned First, unsigned Rows,
                 Use How, unsigned Bytes);
  void memory(const sm::Issue &E, CtaState &C);
  // In InitImages.cpp.
  void image(const sm::Issue &E, CtaState &C);
  void checkImageSources(const sm::Issue &E, CtaState &C);
  void flow(const sm::Issue &E, CtaState &C);
  void hostCall(const sm::Issue &E, CtaState &C);
  void load(const sm::Issue &E, CtaState &C);
  void store(const sm::Issue &E, CtaState &C);
  void atomic(const sm::Issue &E, CtaState &C);
  /// Whether all bytes that \p A reads are defined, as far as that is found
  /// quickly.
  bool readsDefined(const CtaState &C, const sm::MemoryAccess &A,
                    uint32_t Mask) const;
  /// Makes all that \p A writes defined; false: it is not that simple.
  bool define(CtaState &C, const sm::MemoryAccess &A, uint32_t Mask);
  /// The bytes that \p Lane reads; nothing where that is a fault.
  OpenBytes readMemory(const sm::Issue &E, CtaState &C,
                       const sm::MemoryAccess &A, unsigned Lane);
  void writeMemory(const sm::Issue &E, CtaState &C, const sm::MemoryAccess &A,
                   unsigned Lane, const OpenBytes &Open);
  /// A block of the heap that has not been seen is new.
  void meetHeap(uint64_t Address);

  // In InitReport.cpp.
  void report(const sm::Issue &E, const CtaState &C, unsigned Lane, Use How,
              OriginRef From, unsigned Bytes);
  Rule ruleOf(const Origin &From) const;
  FindingSide originSide(const CtaState &C, const Origin &From,
                         unsigned Lane) const;
  std::string placeOf(const Origin &From, unsigned Lane) const;
  std::string missing(const Origin &From, unsigned Lane) const;

  Findings &To;
  std::optional<sm::LaunchView> Launch;
  std::optional<Propagation> Spread;
  std::vector<Note> Notes;
  GlobalShadow Global;
  bool HasHeap = false;
  llvm::DenseMap<uint64_t, std::unique_ptr<CtaState>> Ctas;
  mutable CtaState *LastCta = nullptr;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_INITCHECKER_H
