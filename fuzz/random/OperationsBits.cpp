//===- OperationsBits.cpp - Integers that only tx1 has --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;

constexpr SourceKind Word{RegClass::B32}, Plain{RegClass::B32, false};
constexpr SourceKind Count{RegClass::B32, true, true};

Operation &add(Table &Out, std::string Name, std::vector<SourceKind> Sources,
               Operation::Evaluator Evaluate) {
  Operation Op;
  Op.Name = std::move(Name);
  Op.Group = Family::Bits;
  Op.Use = Operation::Extended;
  Op.Results = {RegClass::B32};
  Op.Sources = std::move(Sources);
  Op.Evaluate = Evaluate;
  Out.push_back(std::move(Op));
  return Out.back();
}

int64_t fieldOf(uint64_t V, unsigned First, unsigned Bits, bool IsSigned) {
  int64_t Field = int64_t(V >> First & ((uint64_t(1) << Bits) - 1));
  return IsSigned && Field >> (Bits - 1) ? Field - (int64_t(1) << Bits) : Field;
}

void addLogic(Table &Out) {
  for (unsigned Truth :
       {0x00u, 0x1bu, 0x3cu, 0x80u, 0x96u, 0xcau, 0xe8u, 0xfeu, 0xffu}) {
    Operation &Op = add(Out, "lop3.b32", {Word, Word, Word},
                        [](const Operation &O, const uint64_t *S) {
                          uint64_t R = 0;
                          for (unsigned I = 0; I != 32; ++I) {
                            unsigned Case = unsigned((S[0] >> I & 1) << 2 |
                                                     (S[1] >> I & 1) << 1 |
                                                     (S[2] >> I & 1));
                            R |= uint64_t(O.FromBits >> Case & 1) << I;
                          }
                          return R;
                        });
    Op.FromBits = Truth;
    Op.Suffix = ", " + std::to_string(Truth);
  }
}

uint64_t permuted(const Operation &Op, const uint64_t *S) {
  uint8_t Bytes[8];
  for (unsigned I = 0; I != 8; ++I)
    Bytes[I] = uint8_t((I < 4 ? S[0] : S[1]) >> 8 * (I % 4));
  // The table of the PTX ISA: for each mode and selection the four bytes, the
  // highest first.
  static constexpr uint16_t Choices[6][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
      {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
      {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  uint16_t Choice = Choices[Op.FromBits][S[2] & 3];
  uint64_t R = 0;
  for (unsigned I = 0; I != 4; ++I)
    R |= uint64_t(Bytes[Choice >> 4 * I & 7]) << 8 * I;
  return R;
}

void addPermutes(Table &Out) {
  const char *const Modes[] = {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
  for (unsigned Mode = 0; Mode != 6; ++Mode)
    add(Out, std::string("prmt.b32.") + Modes[Mode], {Word, Word, Word},
        permuted)
        .FromBits = Mode;
}

/// FromBits: of a part of the first source; ToBits: where bytes of the second
/// begin.
uint64_t dotProduct(const Operation &Op, const uint64_t *S) {
  int64_t Sum = int64_t(S[2]);
  for (unsigned I = 0; I != 32 / Op.FromBits; ++I)
    Sum += fieldOf(S[0], I * Op.FromBits, Op.FromBits, Op.FromSigned) *
           fieldOf(S[1], Op.ToBits + 8 * I, 8, Op.ToSigned);
  return uint32_t(Sum);
}

void addDots(Table &Out) {
  for (unsigned Bits = 0; Bits != 4; ++Bits) {
    std::string Types =
        std::string(Bits & 1 ? ".s32" : ".u32") + (Bits & 2 ? ".s32" : ".u32");
    auto Add = [&](const char *Name, unsigned Part, unsigned First) {
      Operation &Op = add(Out, Name + Types, {Word, Word, Word}, dotProduct);
      Op.FromSigned = Bits & 1;
      Op.ToSigned = Bits & 2;
      Op.FromBits = Part;
      Op.ToBits = First;
    };
    Add("dp4a", 8, 0);
    Add("dp2a.lo", 16, 0);
    Add("dp2a.hi", 16, 16);
  }
}

uint64_t extend(const Operation &Op, const uint64_t *S) {
  uint64_t Bits = Op.Saturates ? (S[1] < 32 ? S[1] : 32) : S[1] & 31;
  if (Bits == 0)
    return 0;
  return uint32_t(fieldOf(S[0], 0, unsigned(Bits), Op.FromSigned));
}

uint64_t makeMask(const Operation &Op, const uint64_t *S) {
  uint64_t R = 0;
  for (unsigned I = 0; I != 32; ++I) {
    uint64_t From = Op.Saturates ? S[0] : S[0] & 31;
    uint64_t Length = Op.Saturates ? S[1] : S[1] & 31;
    R |= uint64_t(I >= From && I - From < Length) << I;
  }
  return R;
}

void addMasks(Table &Out) {
  // What Saturates stands for here: .clamp.
  for (bool Clamps : {false, true}) {
    std::string Mode = Clamps ? "clamp" : "wrap";
    add(Out, "bmsk." + Mode + ".b32", {Count, Count}, makeMask).Saturates =
        Clamps;
    for (bool IsSigned : {false, true}) {
      Operation &Op = add(Out, "szext." + Mode + (IsSigned ? ".s32" : ".u32"),
                          {Word, Count}, extend);
      Op.Saturates = Clamps;
      Op.FromSigned = IsSigned;
    }
  }
}

uint64_t findNth(const Operation &, const uint64_t *S) {
  auto Offset = int32_t(uint32_t(S[2]));
  if (Offset == 0)
    return S[1] < 32 && S[0] >> S[1] & 1 ? S[1] : 0xffffffff;
  uint32_t Left = Offset < 0 ? 0 - uint32_t(Offset) : uint32_t(Offset);
  if (S[1] > 31)
    return 0xffffffff;
  for (int I = int(S[1]); I >= 0 && I < 32; I += Offset < 0 ? -1 : 1)
    if (S[0] >> I & 1 && --Left == 0)
      return unsigned(I);
  return 0xffffffff;
}

enum HalvesOp : unsigned { SumOfHalves, LeastOfHalves, MostOfHalves };

uint64_t ofHalves(const Operation &Op, const uint64_t *S) {
  uint64_t R = 0;
  for (unsigned I : {0u, 16u}) {
    int64_t A = fieldOf(S[0], I, 16, Op.FromSigned);
    int64_t B = fieldOf(S[1], I, 16, Op.FromSigned);
    int64_t V = Op.FromBits == SumOfHalves     ? A + B
                : Op.FromBits == LeastOfHalves ? (A < B ? A : B)
                                               : (A > B ? A : B);
    if (Op.HasRelu && V < 0)
      V = 0;
    R |= (uint64_t(V) & 0xffff) << I;
  }
  return R;
}

void addHalves(Table &Out) {
  const char *const Names[] = {"add", "min", "max"};
  for (unsigned Which = SumOfHalves; Which <= MostOfHalves; ++Which)
    for (unsigned Bits = 0; Bits != 3; ++Bits) {
      bool IsSigned = Bits != 0, HasRelu = Bits == 2;
      if (HasRelu && Which == SumOfHalves)
        continue;
      Operation &Op = add(Out,
                          std::string(Names[Which]) + (HasRelu ? ".relu" : "") +
                              (IsSigned ? ".s16x2" : ".u16x2"),
                          {Plain, Plain}, ofHalves);
      Op.FromBits = Which;
      Op.FromSigned = IsSigned;
      Op.HasRelu = HasRelu;
    }
  for (bool IsMax : {false, true})
    add(Out, IsMax ? "max.relu.s32" : "min.relu.s32", {Word, Word},
        [](const Operation &Op, const uint64_t *S) -> uint64_t {
          auto A = int32_t(uint32_t(S[0])), B = int32_t(uint32_t(S[1]));
          int32_t V = Op.FromSigned ? (A > B ? A : B) : (A < B ? A : B);
          return V < 0 ? 0 : uint32_t(V);
        })
        .FromSigned = IsMax;
}

/// ToBits: of an element.
uint64_t packed(const Operation &Op, const uint64_t *S) {
  auto Clamped = [&](uint64_t V) {
    auto N = int64_t(int32_t(uint32_t(V)));
    int64_t Top = int64_t(1) << (Op.ToBits - Op.ToSigned);
    int64_t Low = Op.ToSigned ? -Top : 0;
    N = N < Low ? Low : N >= Top ? Top - 1 : N;
    return uint64_t(N) & ((uint64_t(1) << Op.ToBits) - 1);
  };
  uint64_t R = Clamped(S[0]) << Op.ToBits | Clamped(S[1]);
  if (Op.Sources.size() > 2)
    R |= S[2] << 2 * Op.ToBits;
  return uint32_t(R);
}

void addPacks(Table &Out) {
  for (unsigned Bits : {2, 4, 8, 16})
    for (bool IsSigned : {false, true}) {
      std::string Name = std::string("cvt.pack.sat.") + (IsSigned ? "s" : "u") +
                         std::to_string(Bits) + ".s32";
      std::vector<SourceKind> Sources = {Word, Word};
      if (Bits != 16) {
        Name += ".b32";
        Sources.push_back(Word);
      }
      Operation &Op = add(Out, Name, Sources, packed);
      Op.ToBits = Bits;
      Op.ToSigned = IsSigned;
    }
}

} // namespace

void addBitsOperations(Table &Out) {
  addLogic(Out);
  addPermutes(Out);
  addDots(Out);
  addMasks(Out);
  add(Out, "fns.b32", {Word, Count, Count}, findNth);
  addHalves(Out);
  addPacks(Out);
}

} // namespace heddle::ptxrandom
