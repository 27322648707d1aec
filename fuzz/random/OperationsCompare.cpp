//===- OperationsCompare.cpp - Comparing, selecting and moving ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

namespace heddle::ptxrandom {

const char *compareName(CompareOp C) {
  static const char *const Names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                      "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                      "ltu", "leu", "gtu", "geu", "num", "nan"};
  return Names[unsigned(C)];
}

bool holdsOrdered(CompareOp C, int Order) {
  switch (C) {
  case CompareOp::Eq:
  case CompareOp::Equ:
    return Order == 0;
  case CompareOp::Ne:
  case CompareOp::Neu:
    return Order != 0;
  case CompareOp::Lt:
  case CompareOp::Lo:
  case CompareOp::Ltu:
    return Order < 0;
  case CompareOp::Le:
  case CompareOp::Ls:
  case CompareOp::Leu:
    return Order <= 0;
  case CompareOp::Gt:
  case CompareOp::Hi:
  case CompareOp::Gtu:
    return Order > 0;
  case CompareOp::Ge:
  case CompareOp::Hs:
  case CompareOp::Geu:
    return Order >= 0;
  case CompareOp::Num:
    return true;
  case CompareOp::Nan:
    return false;
  }
  return false;
}

uint64_t truthOf(const Operation &Op, bool Holds, uint64_t Other) {
  auto Combine = [&](bool V) {
    bool O = Other & 1;
    switch (Op.Combination) {
    case CombineOp::None:
      return V;
    case CombineOp::And:
      return V && O;
    case CombineOp::Or:
      return V || O;
    case CombineOp::Xor:
      return V != O;
    }
    return V;
  };
  bool True = Combine(Holds);
  switch (Op.Truth) {
  case TruthKind::Bit:
    return True;
  case TruthKind::BitAndComplement:
    return uint64_t(True) | uint64_t(Combine(!Holds)) << 1;
  case TruthKind::Ones:
    return True ? 0xffffffff : 0;
  case TruthKind::FloatOne:
    return True ? 0x3f800000 : 0;
  case TruthKind::NumberOne:
    return True ? shapeOf(Op.To).one() : 0;
  }
  return 0;
}

namespace {

using Table = std::vector<Operation>;

uint64_t evaluateInteger(const Operation &Op, const uint64_t *S) {
  uint64_t A = S[0], B = S[1];
  if (Op.FromSigned) {
    // Ordered as unsigned when the sign bit is turned over.
    uint64_t Top = uint64_t(1) << (Op.FromBits - 1);
    A ^= Top;
    B ^= Top;
  }
  bool Holds = holdsOrdered(Op.Comparison, A < B ? -1 : A > B);
  return truthOf(Op, Holds, Op.Sources.size() > 2 ? S[2] : 0);
}

uint64_t evaluateFloat(const Operation &Op, const uint64_t *S) {
  uint32_t A = canonicalFloat(uint32_t(S[0])),
           B = canonicalFloat(uint32_t(S[1]));
  auto Rank = [](uint32_t Bits) {
    return Bits >> 31 ? -int64_t(Bits & 0x7fffffff) : int64_t(Bits);
  };
  bool Holds;
  if (A == ChipNaN || B == ChipNaN)
    Holds =
        Op.Comparison == CompareOp::Nan ||
        (Op.Comparison >= CompareOp::Equ && Op.Comparison <= CompareOp::Geu);
  else
    Holds =
        holdsOrdered(Op.Comparison, Rank(A) < Rank(B) ? -1 : Rank(A) > Rank(B));
  return truthOf(Op, Holds, Op.Sources.size() > 2 ? S[2] : 0);
}

/// The type of what is compared.
struct CompareType {
  const char *Name;
  RegClass Class;
  CompareOp First, Last;
  bool IsSigned, IsFloat;
};

const CompareType CompareTypes[] = {
    {"b16", RegClass::B16, CompareOp::Eq, CompareOp::Ne, false, false},
    {"b32", RegClass::B32, CompareOp::Eq, CompareOp::Ne, false, false},
    {"b64", RegClass::B64, CompareOp::Eq, CompareOp::Ne, false, false},
    {"u16", RegClass::B16, CompareOp::Eq, CompareOp::Hs, false, false},
    {"u32", RegClass::B32, CompareOp::Eq, CompareOp::Hs, false, false},
    {"u64", RegClass::B64, CompareOp::Eq, CompareOp::Hs, false, false},
    {"s16", RegClass::B16, CompareOp::Eq, CompareOp::Ge, true, false},
    {"s32", RegClass::B32, CompareOp::Eq, CompareOp::Ge, true, false},
    {"s64", RegClass::B64, CompareOp::Eq, CompareOp::Ge, true, false},
    {"f32", RegClass::F32, CompareOp::Eq, CompareOp::Nan, false, true},
};

/// How the result is written.
struct CompareForm {
  const char *Stem;
  const char *ResultType;
  TruthKind Truth;
  std::vector<RegClass> Results;
};

void addCompare(Table &Out, const CompareType &T, const CompareForm &F,
                CompareOp C, CombineOp Combination) {
  static const char *const Suffix[] = {"", ".and", ".or", ".xor"};
  Operation Op;
  Op.Name = std::string(F.Stem) + "." + compareName(C) +
            Suffix[unsigned(Combination)] + F.ResultType + "." + T.Name;
  Op.Group = Family::Compare;
  Op.Results = F.Results;
  Op.Sources = {{T.Class}, {T.Class}};
  if (Combination != CombineOp::None)
    Op.Sources.push_back({RegClass::Pred, false});
  Op.Evaluate = T.IsFloat ? evaluateFloat : evaluateInteger;
  Op.Comparison = C;
  Op.Combination = Combination;
  Op.Truth = F.Truth;
  Op.FromBits = bitsOf(T.Class);
  Op.FromSigned = T.IsSigned;
  Out.push_back(Op);
}

void addAllCompares(Table &Out) {
  const CompareForm Forms[] = {
      {"setp", "", TruthKind::Bit, {RegClass::Pred}},
      {"setp",
       "",
       TruthKind::BitAndComplement,
       {RegClass::Pred, RegClass::Pred}},
      {"set", ".u32", TruthKind::Ones, {RegClass::B32}},
      {"set", ".s32", TruthKind::Ones, {RegClass::B32}},
      {"set", ".f32", TruthKind::FloatOne, {RegClass::F32}},
  };
  for (const CompareType &T : CompareTypes)
    for (const CompareForm &F : Forms)
      for (unsigned C = unsigned(T.First); C <= unsigned(T.Last); ++C) {
        bool OnlyUnsigned = C >= unsigned(CompareOp::Lo) &&
                            C <= unsigned(CompareOp::Hs) && T.IsFloat;
        if (OnlyUnsigned)
          continue;
        for (CombineOp Combination :
             {CombineOp::None, CombineOp::And, CombineOp::Or, CombineOp::Xor})
          addCompare(Out, T, F, CompareOp(C), Combination);
      }
}

struct DataType {
  const char *Name;
  RegClass Class;
};

const DataType DataTypes[] = {{"b16", RegClass::B16}, {"u16", RegClass::B16},
                              {"s16", RegClass::B16}, {"b32", RegClass::B32},
                              {"u32", RegClass::B32}, {"s32", RegClass::B32},
                              {"b64", RegClass::B64}, {"u64", RegClass::B64},
                              {"s64", RegClass::B64}, {"f32", RegClass::F32}};

void addSelect(Table &Out) {
  for (const DataType &T : DataTypes) {
    Operation Op;
    Op.Group = Family::Select;
    Op.Name = std::string("selp.") + T.Name;
    Op.Results = {T.Class};
    Op.Sources = {{T.Class}, {T.Class}, {RegClass::Pred, false}};
    Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
      return S[2] & 1 ? S[0] : S[1];
    };
    Out.push_back(Op);
    Op.Name = std::string("slct.") + T.Name + ".s32";
    Op.Sources[2] = {RegClass::B32};
    Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
      return int32_t(S[2]) >= 0 ? S[0] : S[1];
    };
    Out.push_back(Op);
    Op.Name = std::string("slct.") + T.Name + ".f32";
    Op.Sources[2] = {RegClass::F32};
    Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
      uint32_t C = canonicalFloat(uint32_t(S[2]));
      return C != ChipNaN && (C >> 31 == 0 || C == 0x80000000) ? S[0] : S[1];
    };
    Out.push_back(Op);
  }
}

uint64_t first(const Operation &, const uint64_t *S) { return S[0]; }

void addMoves(Table &Out) {
  Operation Op;
  Op.Group = Family::Move;
  Op.Evaluate = first;
  for (const DataType &T : DataTypes) {
    Op.Name = std::string("mov.") + T.Name;
    Op.Results = {T.Class};
    Op.Sources = {{T.Class}};
    Out.push_back(Op);
  }
  // Between the classes, bit by bit.
  Op.Name = "mov.b32";
  Op.Results = {RegClass::F32};
  Op.Sources = {{RegClass::B32, false}};
  Out.push_back(Op);
  Op.Results = {RegClass::B32};
  Op.Sources = {{RegClass::F32, false}};
  Out.push_back(Op);

  Op.IsVector = true;
  Op.Sources = {{RegClass::B16, false}, {RegClass::B16, false}};
  Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] | S[1] << 16;
  };
  Out.push_back(Op);
  Op.Name = "mov.b64";
  Op.Results = {RegClass::B64};
  Op.Sources = {{RegClass::B32, false}, {RegClass::B32, false}};
  Op.Evaluate = [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] | S[1] << 32;
  };
  Out.push_back(Op);
  Op.Results = {RegClass::B32, RegClass::B32};
  Op.Sources = {{RegClass::B64, false}};
  Op.Evaluate = first;
  Out.push_back(Op);
  Op.Name = "mov.b32";
  Op.Results = {RegClass::B16, RegClass::B16};
  Op.Sources = {{RegClass::B32, false}};
  Out.push_back(Op);
}

void addPredicates(Table &Out) {
  auto Add = [&](const char *Name, unsigned Sources,
                 Operation::Evaluator Evaluate) {
    Operation Op;
    Op.Name = Name;
    Op.Group = Family::Predicate;
    Op.Results = {RegClass::Pred};
    Op.Sources.assign(Sources, {RegClass::Pred, false});
    Op.Evaluate = Evaluate;
    Out.push_back(Op);
  };
  Add("and.pred", 2, [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] & S[1];
  });
  Add("or.pred", 2, [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] | S[1];
  });
  Add("xor.pred", 2, [](const Operation &, const uint64_t *S) -> uint64_t {
    return S[0] ^ S[1];
  });
  Add("not.pred", 1,
      [](const Operation &, const uint64_t *S) -> uint64_t { return ~S[0]; });
  Add("mov.pred", 1, first);
}

} // namespace

void addCompareOperations(Table &Out) {
  addAllCompares(Out);
  addSelect(Out);
  addMoves(Out);
  addPredicates(Out);
}

} // namespace heddle::ptxrandom
