//===- OperationsModern.cpp - Instructions after PTX 1.4 ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;

constexpr SourceKind Word{RegClass::B32}, Long{RegClass::B64};
constexpr SourceKind Count{RegClass::B32, true, true};
constexpr SourceKind Number{RegClass::F32};

Operation &add(Table &Out, std::string Name, RegClass Result,
               std::vector<SourceKind> Sources, Operation::Evaluator Evaluate) {
  Operation Op;
  Op.Name = std::move(Name);
  Op.Group = Family::Modern;
  Op.Use = Operation::Modern;
  Op.Results = {Result};
  Op.Sources = std::move(Sources);
  Op.Evaluate = Evaluate;
  Out.push_back(Op);
  return Out.back();
}

uint32_t finish(const Operation &Op, uint32_t Bits) {
  return Op.Saturates ? saturateFloat(Bits) : Bits;
}

void addRounded(Table &Out) {
  struct Form {
    const char *Stem;
    unsigned Sources;
    bool MaySaturate;
    Operation::Evaluator Evaluate;
  };
  auto Fused = [](const Operation &Op, const uint64_t *S) -> uint64_t {
    return finish(
        Op, fmaFloat(uint32_t(S[0]), uint32_t(S[1]), uint32_t(S[2]), Op.Round));
  };
  const Form Forms[] = {
      {"fma", 3, true, Fused},
      {"mad", 3, true, Fused},
      {"div", 2, false,
       [](const Operation &Op, const uint64_t *S) -> uint64_t {
         return divFloat(uint32_t(S[0]), uint32_t(S[1]), Op.Round);
       }},
      {"rcp", 1, false,
       [](const Operation &Op, const uint64_t *S) -> uint64_t {
         return divFloat(0x3f800000, uint32_t(S[0]), Op.Round);
       }},
      {"sqrt", 1, false,
       [](const Operation &Op, const uint64_t *S) -> uint64_t {
         return sqrtFloat(uint32_t(S[0]), Op.Round);
       }}};
  for (const Form &F : Forms)
    for (Rounding Mode : AllRoundings)
      for (bool Saturates : {false, true}) {
        if (Saturates && !F.MaySaturate)
          continue;
        std::string Name = std::string(F.Stem) + "." + roundingName(Mode) +
                           (Saturates ? ".sat.f32" : ".f32");
        Operation &Op =
            add(Out, Name, RegClass::F32,
                std::vector<SourceKind>(F.Sources, Number), F.Evaluate);
        Op.Round = Mode;
        Op.Saturates = Saturates;
      }
}

unsigned width(const Operation &Op) { return bitsOf(Op.Sources[0].Class); }

/// Index of the highest set bit; all ones if there is none.
uint32_t highest(uint64_t V) {
  uint32_t At = ~0u;
  for (; V; V >>= 1)
    ++At;
  return At;
}

void addCounts(Table &Out) {
  for (SourceKind Source : {Word, Long}) {
    std::string Suffix = Source.Class == RegClass::B32 ? "32" : "64";
    add(Out, "popc.b" + Suffix, RegClass::B32, {Source},
        [](const Operation &, const uint64_t *S) -> uint64_t {
          unsigned Sum = 0;
          for (uint64_t V = S[0]; V; V &= V - 1)
            ++Sum;
          return Sum;
        });
    add(Out, "clz.b" + Suffix, RegClass::B32, {Source},
        [](const Operation &Op, const uint64_t *S) -> uint64_t {
          return width(Op) - 1 - highest(S[0]);
        });
    add(Out, "brev.b" + Suffix, Source.Class, {Source},
        [](const Operation &Op, const uint64_t *S) -> uint64_t {
          uint64_t R = 0;
          for (unsigned I = 0; I != width(Op); ++I)
            R |= (S[0] >> I & 1) << (width(Op) - 1 - I);
          return R;
        });
    for (bool IsSigned : {false, true})
      for (bool IsShift : {false, true}) {
        Operation &Op =
            add(Out,
                std::string("bfind") + (IsShift ? ".shiftamt" : "") +
                    (IsSigned ? ".s" : ".u") + Suffix,
                RegClass::B32, {Source},
                [](const Operation &O, const uint64_t *S) -> uint64_t {
                  bool Negative = O.FromSigned && S[0] >> (width(O) - 1);
                  uint64_t Mask = ~uint64_t(0) >> (64 - width(O));
                  uint32_t At = highest(Negative ? ~S[0] & Mask : S[0]);
                  // What Saturates stands for here: .shiftamt.
                  return O.Saturates && At != ~0u ? width(O) - 1 - At : At;
                });
        Op.FromSigned = IsSigned;
        Op.Saturates = IsShift;
      }
  }
}

uint64_t extractField(const Operation &Op, const uint64_t *S) {
  unsigned Width = width(Op), Top = Width - 1;
  unsigned Position = S[1] & 0xff, Length = S[2] & 0xff;
  if (Length == 0)
    return 0;
  unsigned SignAt = Position + Length - 1 < Top ? Position + Length - 1 : Top;
  bool Fill = Op.FromSigned && (S[0] >> SignAt & 1);
  uint64_t R = 0;
  for (unsigned I = 0; I != Width; ++I) {
    bool Inside = I < Length && Position + I <= Top;
    R |= uint64_t(Inside ? S[0] >> (Position + I) & 1 : Fill) << I;
  }
  return R;
}

uint64_t insertField(const Operation &Op, const uint64_t *S) {
  unsigned Position = S[2] & 0xff, Length = S[3] & 0xff;
  uint64_t R = S[1];
  for (unsigned I = 0; I != Length && Position + I < width(Op); ++I) {
    uint64_t Bit = uint64_t(1) << (Position + I);
    R = (S[0] >> I & 1) ? R | Bit : R & ~Bit;
  }
  return R;
}

void addFields(Table &Out) {
  for (SourceKind Source : {Word, Long}) {
    std::string Suffix = Source.Class == RegClass::B32 ? "32" : "64";
    add(Out, "bfe.u" + Suffix, Source.Class, {Source, Count, Count},
        extractField);
    add(Out, "bfe.s" + Suffix, Source.Class, {Source, Count, Count},
        extractField)
        .FromSigned = true;
    add(Out, "bfi.b" + Suffix, Source.Class, {Source, Source, Count, Count},
        insertField);
  }
}

void addBytes(Table &Out) {
  add(Out, "prmt.b32", RegClass::B32, {Word, Word, Word},
      [](const Operation &, const uint64_t *S) -> uint64_t {
        uint64_t Bytes = S[0] | S[1] << 32, R = 0;
        for (unsigned I = 0; I != 4; ++I) {
          unsigned Select = unsigned(S[2] >> (4 * I)) & 15;
          uint64_t Byte = Bytes >> (8 * (Select & 7)) & 0xff;
          if (Select & 8)
            Byte = Byte & 0x80 ? 0xff : 0;
          R |= Byte << (8 * I);
        }
        return R;
      });
  struct Form {
    const char *Name;
    Operation::Evaluator Evaluate;
  };
  const Form Funnels[] = {
      {"shf.l.wrap.b32",
       [](const Operation &, const uint64_t *S) -> uint64_t {
         return ((S[0] | S[1] << 32) << (S[2] & 31)) >> 32;
       }},
      {"shf.r.wrap.b32",
       [](const Operation &, const uint64_t *S) -> uint64_t {
         return (S[0] | S[1] << 32) >> (S[2] & 31);
       }},
      {"shf.l.clamp.b32",
       [](const Operation &, const uint64_t *S) -> uint64_t {
         return ((S[0] | S[1] << 32) << (S[2] < 32 ? S[2] : 32)) >> 32;
       }},
      {"shf.r.clamp.b32", [](const Operation &, const uint64_t *S) -> uint64_t {
         return (S[0] | S[1] << 32) >> (S[2] < 32 ? S[2] : 32);
       }}};
  for (const Form &F : Funnels)
    add(Out, F.Name, RegClass::B32, {Word, Word, Count}, F.Evaluate);
}

} // namespace

void addModernOperations(Table &Out) {
  addRounded(Out);
  addCounts(Out);
  addFields(Out);
  addBytes(Out);
}

const Operation *operationOf(const AtomicForm &Form, bool IsShared) {
  static const llvm::StringMap<const Operation *> Rows = [] {
    llvm::StringMap<const Operation *> Map;
    for (const Operation &Op : operations())
      if (Op.Group == Family::Ieee)
        Map[Op.Name] = &Op;
    return Map;
  }();
  return Form.Apply ? nullptr
                    : Rows.at(IsShared ? Form.SharedRow : Form.GlobalRow);
}

const std::vector<Operation> &operations() {
  static const std::vector<Operation> All = [] {
    std::vector<Operation> Rows;
    addIntegerOperations(Rows);
    addCompareOperations(Rows);
    addFloatOperations(Rows);
    addConvertOperations(Rows);
    addModernOperations(Rows);
    addMappedOperations(Rows);
    addIeeeOperations(Rows);
    addIeeeConvertOperations(Rows);
    addIeeeCompareOperations(Rows);
    addNarrowOperations(Rows);
    addApproxOperations(Rows);
    addBitsOperations(Rows);
    return Rows;
  }();
  return All;
}

} // namespace heddle::ptxrandom
