//===- WordJudgeImpl.h - One lane of the scalar model -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MODEL_WORDJUDGEIMPL_H
#define HEDDLE_LIB_MODEL_WORDJUDGEIMPL_H

#include "heddle/Model/WordJudge.h"
#include <optional>

namespace heddle::model {

/// Flags of a $c.
enum : unsigned { FlagZ = 1, FlagS = 2, FlagC = 4, FlagO = 8 };

/// An instruction, executed for one lane after another.
class LaneJudge {
public:
  LaneJudge(uint32_t Word0, uint32_t Word1, JudgeWarp &Warp);

  Judgement run();

private:
  enum class Form : uint8_t { Short, Long, Immediate, Control };
  /// Where the second of two sources is.
  enum class Second : uint8_t { Src2, Src3 };

  /// Bits of the first and of the second word.
  unsigned a(unsigned Low, unsigned High) const {
    return W0 >> Low & unsigned((uint64_t(1) << (High - Low + 1)) - 1);
  }
  unsigned a(unsigned Bit) const { return W0 >> Bit & 1; }
  unsigned b(unsigned Low, unsigned High) const {
    return W1 >> Low & unsigned((uint64_t(1) << (High - Low + 1)) - 1);
  }
  unsigned b(unsigned Bit) const { return W1 >> Bit & 1; }
  bool isLong() const { return TheForm == Form::Long; }
  unsigned primary() const { return a(28, 31); }
  unsigned secondary() const { return b(29, 31); }

  // Operands of the lane.
  unsigned addressRegister() const;
  uint32_t readRegister(unsigned Field, bool Wide) const;
  uint32_t source1(bool Wide);
  uint32_t source2(bool Wide);
  uint32_t source3(bool Wide);
  uint64_t sourcePair(unsigned Field) const;
  uint32_t sharedOperand();
  uint32_t constOperand(unsigned Bank, unsigned Field, bool Wide);
  void write(uint32_t V, bool Wide);
  void writePair(uint64_t V);
  void flags(unsigned F);
  void flagsOf(uint32_t V, unsigned Bits);
  void flagsOfFloat(uint32_t V);

  // Memory of the lane.
  uint64_t load(const std::vector<uint8_t> &M, uint32_t Base, uint32_t Address,
                unsigned Bytes);
  void store(std::vector<uint8_t> &M, uint32_t Base, uint32_t Address,
             unsigned Bytes, uint64_t V);
  bool check(size_t Size, uint32_t Base, uint32_t Address, unsigned Bytes);

  // Units. Each returns false when it has no rule for the word.
  bool lane();
  bool shortOrImmediate();
  bool longForm();
  bool moves();
  bool integers();
  bool floats();
  bool doubles();
  bool convert();
  bool memory();
  uint32_t addressAt(uint32_t Offset);
  bool loadStoreShared();
  bool local();
  bool global();
  bool atomic();
  bool vote();
  bool quad();

  // Operations.
  void addFamily(unsigned Op, uint32_t X, uint32_t Y, unsigned Bits, bool Sat,
                 unsigned Carry);
  void multiply16(bool Signed1, bool Signed2);
  void multiply24(bool Signed, bool High);
  void multiplyAdd(unsigned Kind, bool Sat, unsigned Op, uint32_t Addend);
  void sad(bool Wide, bool Signed, uint32_t Addend);
  void logic(unsigned Op, uint32_t X, uint32_t Y, bool Wide);
  void shift(bool Left, bool Wide, bool Signed);
  void compareInt();
  void minMaxInt(bool Larger);
  void floatResult(uint32_t V, bool Sat);
  void select(bool Negate);
  std::optional<uint32_t> special();
  void convertNarrow();
  void convertWide();

  const uint32_t W0, W1;
  JudgeWarp &W;
  Form TheForm;
  unsigned L = 0;
  bool Faulted = false;
  /// The amount that the lane's access adds to its address register.
  uint32_t Step = 0;
};

/// \p V as a number of \p Bits bits.
int64_t extendJudge(uint32_t V, unsigned Bits, bool IsSigned);

} // namespace heddle::model

#endif // HEDDLE_LIB_MODEL_WORDJUDGEIMPL_H
