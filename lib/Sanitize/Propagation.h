//===- Propagation.h - How what is undefined spreads ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the shadows of an operation's sources to that of its result, by the
/// rows of Operations.td. The operation itself is run to find its effect on
/// other values: one that moves bits moves their shadows, and a sum is run for
/// the least and for the largest values that the defined bits allow.
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_PROPAGATION_H
#define HEDDLE_LIB_SANITIZE_PROPAGATION_H

#include "Definedness.h"
#include "WarpShadow.h"
#include "heddle/Machine/Observer.h"

namespace heddle::sanitize {

class Propagation {
public:
  explicit Propagation(const sm::OperationRunner &With) : Runner(With) {}

  /// Sets in \p W what \p E, which is about to be executed, makes undefined and
  /// defined, memory apart. Memory operands are rows of \p W.
  void run(const sm::Issue &E, WarpShadow &W);

  /// The active lanes in which it is open whether condition \p Code of
  /// $c[\p Register] holds.
  LaneFlags openCondition(const sm::Issue &E, const WarpShadow &W, uint8_t Code,
                          unsigned Register) const;

private:
  struct Source {
    Extent Has;
    /// The value, and its undefined bits, from bit 0 on.
    Row Value[2], Bits[2];
    /// Lanes with undefined bits, and why.
    LaneFlags Lanes;

    uint64_t value(unsigned Lane) const {
      return uint64_t(Value[1][Lane]) << 32 | Value[0][Lane];
    }
    uint64_t bits(unsigned Lane) const {
      return uint64_t(Bits[1][Lane]) << 32 | Bits[0][Lane];
    }
  };

  void readSource(const sm::Issue &E, const WarpShadow &W, unsigned N);
  void readOperand(const sm::Issue &E, unsigned N, Row &Value) const;
  /// Result and flags are undefined in these lanes, for the reasons of source
  /// \p N.
  void spread(uint32_t Lanes, unsigned N);
  uint32_t anySource(uint32_t Mask) const;
  sm::DecodedInst prepare(const sm::DecodedInst &I);
  void setSource(unsigned N, unsigned Word, const Row &Words);
  void execute(const sm::Issue &E, uint32_t Mask);
  const Row &result(unsigned Word) const;

  void compute(const sm::Issue &E, const WarpShadow &W, uint32_t Mask);
  void moves(const sm::Issue &E, uint32_t Mask);
  void shuffle(const sm::Issue &E, uint32_t Mask);
  void bitwise(const sm::Issue &E, uint32_t Mask);
  void sum(const sm::Issue &E, const WarpShadow &W, uint32_t Mask);
  void product(const sm::Issue &E, const WarpShadow &W, uint32_t Mask);
  void compare(const sm::Issue &E, uint32_t Mask);
  void choose(const sm::Issue &E, uint32_t Mask);
  void whole(uint32_t Mask);
  void packed(const sm::Issue &E, uint32_t Mask);
  void packPair(const sm::Issue &E, uint32_t Mask);
  void team(uint32_t Mask);
  void quad(uint32_t Mask);
  void fromCondition(const sm::Issue &E, const WarpShadow &W, uint32_t Mask);
  void toCondition(const sm::Issue &E, WarpShadow &W, uint32_t Mask);
  void addresses(const sm::Issue &E, WarpShadow &W, uint32_t Mask);
  void vote(const sm::Issue &E, WarpShadow &W, uint32_t Mask);
  void ballot(const sm::Issue &E, const WarpShadow &W, uint32_t Mask);
  void setConditions(const sm::Issue &E, WarpShadow &W, uint32_t Mask);
  /// Handles instructions whose predicate is undefined.
  void openGuard(const sm::Issue &E, const WarpShadow &W,
                 const LaneFlags &Open);
  void write(const sm::Issue &E, WarpShadow &W, uint32_t Mask);

  const sm::OperationRunner &Runner;
  Source Sources[3];
  Extent Dst;
  std::array<Row, 4> Bits;
  /// The origin of each lane's undefined bits.
  Row Origins;
  /// Lanes in which the carry out, and other flags, are undefined anyway.
  uint32_t OpenCarry = 0, OpenFlags = 0;
  /// The operation on values of our own: each source, and then the result, has
  /// four rows.
  std::array<Row, 16> Scratch = {};
  sm::LaneContext Context = {};
  sm::DecodedInst Inst;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_PROPAGATION_H
