//===- OperationsIeeeCompare.cpp - setp, set, testp, slct of tx1 ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IeeeRules.h"

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;

bool isWrittenForFloats(unsigned C) {
  return C < unsigned(CompareOp::Lo) || C > unsigned(CompareOp::Hs);
}

bool holdsLane(const Operation &Op, uint64_t A, uint64_t B) {
  const FormatShape &S = shapeOf(Op.From);
  if (Op.Flushes) {
    A = S.flushed(A);
    B = S.flushed(B);
  }
  if (S.isNaN(A) || S.isNaN(B))
    return Op.Comparison == CompareOp::Nan ||
           (Op.Comparison >= CompareOp::Equ && Op.Comparison <= CompareOp::Geu);
  auto Rank = [&](uint64_t V) {
    int64_t M = int64_t(S.magnitude(V));
    return V & S.sign() ? -M : M;
  };
  return holdsOrdered(Op.Comparison,
                      Rank(A) < Rank(B) ? -1 : Rank(A) > Rank(B));
}

uint64_t compareFloats(const Operation &Op, const uint64_t *S) {
  unsigned Bits = shapeOf(Op.From).Bits;
  uint64_t Mask = ~uint64_t(0) >> (64 - Bits), R = 0;
  bool HasPredicates = Op.Results[0] == RegClass::Pred;
  unsigned Width = HasPredicates ? 1 : bitsOf(Op.Results[0]) / Op.Lanes;
  for (unsigned I = 0; I != Op.Lanes; ++I) {
    bool Holds =
        holdsLane(Op, S[0] >> I * Bits & Mask, S[1] >> I * Bits & Mask);
    uint64_t V = truthOf(Op, Holds, Op.Sources.size() > 2 ? S[2] : 0);
    if (Op.Truth == TruthKind::Ones)
      V &= ~uint64_t(0) >> (64 - Width);
    R |= V << I * Width;
  }
  return R;
}

struct ResultForm {
  const char *Name;
  TruthKind Truth;
  RegClass Class;
  NumberFormat Format;
};

/// A row for each comparison. \p Result is null for setp.
void addComparisons(Table &Out, NumberFormat From, unsigned Lanes,
                    const ResultForm *Result, bool MayFlush) {
  static const char *const Suffix[] = {"", ".and", ".or", ".xor"};
  for (unsigned C = 0; C <= unsigned(CompareOp::Nan); ++C)
    for (unsigned Bits = 0; Bits != 8; ++Bits) {
      auto Combination = CombineOp(Bits & 3);
      bool Flushes = Bits & 4;
      if (!isWrittenForFloats(C) || (Flushes && !MayFlush))
        continue;
      Operation Op = floatOperation(
          std::string(Result ? "set." : "setp.") + compareName(CompareOp(C)) +
              Suffix[Bits & 3] + (Flushes ? ".ftz" : "") +
              (Result ? Result->Name : "") + formatName(From, Lanes),
          Family::IeeeCompare, From, Lanes, 2, compareFloats);
      if (Combination != CombineOp::None)
        Op.Sources.push_back({RegClass::Pred, false});
      Op.Comparison = CompareOp(C);
      Op.Combination = Combination;
      Op.Flushes = Flushes;
      Op.Results = {RegClass::Pred};
      if (Result) {
        Op.Truth = Result->Truth;
        Op.To = Result->Format;
        Op.Results = {Result->Class};
      } else if (Lanes == 2) {
        Op.Results.push_back(RegClass::Pred);
      }
      Out.push_back(Op);
      if (Result || shapeOf(From).Bits == 16)
        continue;
      Op.Truth = TruthKind::BitAndComplement;
      Op.Results.push_back(RegClass::Pred);
      Out.push_back(std::move(Op));
    }
}

void addSets(Table &Out) {
  using F = NumberFormat;
  const TruthKind Ones = TruthKind::Ones, One = TruthKind::NumberOne;
  const ResultForm U16 = {".u16", Ones, RegClass::B16, F::None};
  const ResultForm S16 = {".s16", Ones, RegClass::B16, F::None};
  const ResultForm U32 = {".u32", Ones, RegClass::B32, F::None};
  const ResultForm S32 = {".s32", Ones, RegClass::B32, F::None};
  const ResultForm F32 = {".f32", One, RegClass::F32, F::F32};
  const ResultForm F16 = {".f16", One, RegClass::B16, F::F16};
  const ResultForm BF16 = {".bf16", One, RegClass::B16, F::BF16};
  const ResultForm F16x2 = {".f16x2", One, RegClass::B32, F::F16};
  const ResultForm BF16x2 = {".bf16x2", One, RegClass::B32, F::BF16};
  for (const ResultForm &R : {U32, S32, F32, F16, BF16})
    addComparisons(Out, F::F32, 1, &R, R.Format != F::BF16);
  for (const ResultForm &R : {U32, S32, F32, F16, BF16})
    addComparisons(Out, F::F64, 1, &R, false);
  for (const ResultForm &R : {U16, S16, U32, S32, F16, BF16})
    addComparisons(Out, F::F16, 1, &R, R.Format != F::BF16);
  for (const ResultForm &R : {U16, S16, U32, S32, BF16})
    addComparisons(Out, F::BF16, 1, &R, false);
  for (const ResultForm &R : {U32, S32, F16x2})
    addComparisons(Out, F::F16, 2, &R, true);
  for (const ResultForm &R : {U32, S32, BF16x2})
    addComparisons(Out, F::BF16, 2, &R, false);
}

uint64_t testProperty(const Operation &Op, const uint64_t *S) {
  const FormatShape &Shape = shapeOf(Op.From);
  uint64_t M = Shape.magnitude(S[0]);
  bool IsFinite = M < Shape.infinity();
  switch (Op.FromBits) {
  case 0:
    return IsFinite;
  case 1:
    return M == Shape.infinity();
  case 2:
    return !Shape.isNaN(M);
  case 3:
    return Shape.isNaN(M);
  case 4:
    return IsFinite && !Shape.isDenormal(M);
  default:
    return Shape.isDenormal(M);
  }
}

void addTests(Table &Out) {
  const char *const Names[] = {"finite",     "infinite", "number",
                               "notanumber", "normal",   "subnormal"};
  for (NumberFormat F : {NumberFormat::F32, NumberFormat::F64})
    for (unsigned I = 0; I != 6; ++I) {
      Operation Op =
          floatOperation(std::string("testp.") + Names[I] + formatName(F, 1),
                         Family::IeeeCompare, F, 1, 1, testProperty);
      Op.Results = {RegClass::Pred};
      Op.FromBits = I;
      Out.push_back(std::move(Op));
    }
}

void addSelects(Table &Out) {
  const std::pair<const char *, RegClass> Types[] = {{"b16", RegClass::B16},
                                                     {"s32", RegClass::B32},
                                                     {"f32", RegClass::F32},
                                                     {"u64", RegClass::B64}};
  for (auto [Name, Class] : Types)
    for (bool Flushes : {false, true}) {
      Operation Op = floatOperation(
          std::string("slct.") + (Flushes ? "ftz." : "") + Name + ".f32",
          Family::IeeeCompare, NumberFormat::F32, 1, 3,
          [](const Operation &O, const uint64_t *S) {
            const FormatShape &Shape = shapeOf(NumberFormat::F32);
            uint64_t C = O.Flushes ? Shape.flushed(S[2]) : S[2];
            bool IsLess =
                Shape.isNaN(C) || (C & Shape.sign() && Shape.magnitude(C) != 0);
            return IsLess ? S[1] : S[0];
          });
      Op.Results = {Class};
      Op.Sources[0] = {Class};
      Op.Sources[1] = {Class};
      Op.Flushes = Flushes;
      Out.push_back(std::move(Op));
    }
}

} // namespace

void addIeeeCompareOperations(Table &Out) {
  struct Type {
    NumberFormat Format;
    unsigned Lanes;
    bool MayFlush;
  };
  const Type Types[] = {
      {NumberFormat::F32, 1, true},   {NumberFormat::F64, 1, false},
      {NumberFormat::F16, 1, true},   {NumberFormat::F16, 2, true},
      {NumberFormat::BF16, 1, false}, {NumberFormat::BF16, 2, false}};
  for (const Type &T : Types)
    addComparisons(Out, T.Format, T.Lanes, nullptr, T.MayFlush);
  addSets(Out);
  addTests(Out);
  addSelects(Out);
}

} // namespace heddle::ptxrandom
