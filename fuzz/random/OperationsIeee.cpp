//===- OperationsIeee.cpp - Floats of tx1 ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32, f64, f16 and bf16 by the PTX ISA, around what a FloatJudge makes of
// numbers: .ftz, .sat, .relu, and the NaN of a result, which is 0x7fffffff of
// f32 and 0x7fff of the halves. An f64 passes on the payload of the second,
// third or first source, in this order, and sub that of the second with the
// other sign; a NaN of its own is 0xfff8000000000000.
//
//===----------------------------------------------------------------------===//

#include "IeeeRules.h"
#include <string_view>

namespace heddle::ptxrandom {

static const FloatJudge *TheJudge = &apFloatJudge();

const FloatJudge &currentJudge() { return *TheJudge; }
void setJudge(const FloatJudge &Judge) { TheJudge = &Judge; }

uint64_t nanOf(NumberFormat F) {
  switch (F) {
  case NumberFormat::F64:
    return uint64_t(0xfff8) << 48;
  case NumberFormat::F32:
    return ChipNaN;
  case NumberFormat::TF32:
    return 0x7fffe000;
  case NumberFormat::F16:
  case NumberFormat::BF16:
  case NumberFormat::None:
    return 0x7fff;
  }
  return 0;
}

const char *formatName(NumberFormat F, unsigned Lanes) {
  switch (F) {
  case NumberFormat::F16:
    return Lanes == 2 ? ".f16x2" : ".f16";
  case NumberFormat::BF16:
    return Lanes == 2 ? ".bf16x2" : ".bf16";
  case NumberFormat::F32:
    return Lanes == 2 ? ".f32x2" : ".f32";
  case NumberFormat::F64:
    return ".f64";
  case NumberFormat::TF32:
    return ".tf32";
  case NumberFormat::None:
    break;
  }
  return "";
}

RegClass registerOf(NumberFormat F, unsigned Lanes) {
  if (F == NumberFormat::F64 || (F == NumberFormat::F32 && Lanes == 2))
    return RegClass::B64;
  if (F == NumberFormat::F32)
    return RegClass::F32;
  return shapeOf(F).Bits * Lanes == 16 ? RegClass::B16 : RegClass::B32;
}

SourceKind sourceOf(NumberFormat F, unsigned Lanes) {
  SourceKind Kind;
  Kind.Class = registerOf(F, Lanes);
  Kind.MayBeImmediate =
      Lanes == 1 && (F == NumberFormat::F32 || F == NumberFormat::F64);
  Kind.Format = F;
  return Kind;
}

Operation floatOperation(std::string Name, Family Group, NumberFormat F,
                         unsigned Lanes, unsigned Sources,
                         Operation::Evaluator Evaluate) {
  Operation Op;
  Op.Name = std::move(Name);
  Op.Group = Group;
  Op.Use = Operation::Extended;
  Op.From = Op.To = F;
  Op.Lanes = Lanes;
  Op.Results = {registerOf(F, Lanes)};
  Op.Sources.assign(Sources, sourceOf(F, Lanes));
  Op.Evaluate = Evaluate;
  return Op;
}

uint64_t finished(const Operation &Op, uint64_t V) {
  const FormatShape &S = shapeOf(Op.To);
  if (Op.Saturates && S.isNaN(V))
    return 0;
  if ((Op.Saturates || Op.HasRelu) && V & S.sign() && !S.isNaN(V))
    return 0;
  uint64_t One = S.one() << S.shift();
  return Op.Saturates && V > One ? One : V;
}

uint64_t eachLane(const Operation &Op, const uint64_t *S, LaneFn Lane) {
  unsigned FromBits = shapeOf(Op.From).Bits, ToBits = shapeOf(Op.To).Bits;
  uint64_t Mask = ~uint64_t(0) >> (64 - FromBits), R = 0;
  for (unsigned I = 0; I != Op.Lanes; ++I) {
    uint64_t Sources[3] = {};
    for (size_t N = 0; N != Op.Sources.size() && N != 3; ++N)
      Sources[N] = S[N] >> I * FromBits & Mask;
    R |= Lane(Op, Sources) << I * ToBits;
  }
  return R;
}

namespace {

using Table = std::vector<Operation>;

/// The NaN of an operation one of whose sources, or no source, is NaN. Of f64
/// a quotient takes the dividend's before that of the divisor.
uint64_t passedNaN(const Operation &Op, const uint64_t *S, size_t Count) {
  const FormatShape &Shape = shapeOf(Op.From);
  const bool IsQuotient = Op.Arithmetic == FloatOp::Div;
  const size_t Order[] = {IsQuotient ? size_t(0) : 1, 2,
                          IsQuotient ? size_t(1) : 0};
  if (Op.From == NumberFormat::F64)
    for (size_t I : Order)
      if (I < Count && Shape.isNaN(S[I])) {
        bool IsNegated = I == 1 && Op.Arithmetic == FloatOp::Sub;
        return (S[I] ^ (IsNegated ? Shape.sign() : 0)) | uint64_t(1) << 51;
      }
  return nanOf(Op.To);
}

uint64_t arithmeticLane(const Operation &Op, uint64_t *S) {
  const FormatShape &Shape = shapeOf(Op.From);
  size_t Count = Op.Arithmetic == FloatOp::Fma    ? 3
                 : Op.Arithmetic == FloatOp::Sqrt ? 1
                                                  : 2;
  bool HasNaN = false;
  for (size_t I = 0; I != Count; ++I) {
    if (Op.Flushes)
      S[I] = Shape.flushed(S[I]);
    HasNaN |= Shape.isNaN(S[I]);
  }
  if (HasNaN)
    return finished(Op, passedNaN(Op, S, Count));
  JudgedFloat R =
      currentJudge().Compute(Op.Arithmetic, Op.From, Op.To, Op.Round, S);
  if (R.IsNaN)
    return finished(Op, nanOf(Op.To));
  // By what it is with an unbounded exponent.
  if (Op.Flushes && R.IsTiny)
    R.Bits &= shapeOf(Op.To).sign();
  return finished(Op, R.Bits);
}

uint64_t arithmetic(const Operation &Op, const uint64_t *S) {
  return eachLane(Op, S, arithmeticLane);
}

uint64_t reciprocal(const Operation &Op, const uint64_t *S) {
  uint64_t Sources[2] = {shapeOf(Op.From).one(), S[0]};
  return arithmeticLane(Op, Sources);
}

/// One operand may be a half, which is the f32 of the same value.
uint64_t mixed(const Operation &Op, const uint64_t *S) {
  uint64_t Sources[3] = {};
  for (size_t I = 0; I != Op.Sources.size(); ++I) {
    Sources[I] = S[I];
    NumberFormat F = Op.Sources[I].Format;
    if (F == NumberFormat::F32)
      continue;
    Sources[I] = shapeOf(F).isNaN(S[I])
                     ? uint64_t(ChipNaN)
                     : currentJudge()
                           .Compute(FloatOp::Convert, F, NumberFormat::F32,
                                    Rounding::Nearest, &S[I])
                           .Bits;
  }
  return arithmeticLane(Op, Sources);
}

struct Form {
  const char *Stem;
  FloatOp Op;
  unsigned Sources;
  /// The rounding is always written.
  bool IsRounded;
};
const Form Forms[] = {
    {"add", FloatOp::Add, 2, false}, {"sub", FloatOp::Sub, 2, false},
    {"mul", FloatOp::Mul, 2, false}, {"fma", FloatOp::Fma, 3, true},
    {"mad", FloatOp::Fma, 3, true},  {"div", FloatOp::Div, 2, true},
    {"rcp", FloatOp::Div, 1, true},  {"sqrt", FloatOp::Sqrt, 1, true}};

/// Which modifiers a form has for a type.
bool exists(const Form &F, NumberFormat T, unsigned Lanes, bool Flushes,
            bool Saturates, bool HasRelu) {
  bool IsSum = F.Sources > 1 && F.Op != FloatOp::Div;
  bool IsHalf = shapeOf(T).Bits == 16;
  if (std::string_view(F.Stem) == "mad" && (IsHalf || Lanes == 2))
    return false;
  if (!IsSum)
    return !IsHalf && Lanes == 1 && !Saturates && !HasRelu &&
           (!Flushes || T == NumberFormat::F32);
  if (HasRelu && (!IsHalf || F.Op != FloatOp::Fma || Saturates))
    return false;
  if (T == NumberFormat::F64 || T == NumberFormat::BF16)
    return !Flushes && !Saturates;
  return !(T == NumberFormat::F32 && Lanes == 2 && Saturates);
}

void addForm(Table &Out, const Form &F, NumberFormat T, unsigned Lanes) {
  bool IsHalf = shapeOf(T).Bits == 16;
  for (Rounding Mode : AllRoundings)
    for (unsigned Bits = 0; Bits != 8; ++Bits) {
      bool Flushes = Bits & 1, Saturates = Bits & 2, HasRelu = Bits & 4;
      if ((IsHalf && Mode != Rounding::Nearest) ||
          !exists(F, T, Lanes, Flushes, Saturates, HasRelu))
        continue;
      Operation Op = floatOperation(
          std::string(F.Stem) + "." + roundingName(Mode) +
              (Flushes ? ".ftz" : "") + (Saturates ? ".sat" : "") +
              (HasRelu ? ".relu" : "") + formatName(T, Lanes),
          Family::Ieee, T, Lanes, F.Sources,
          F.Sources == 1 && F.Op == FloatOp::Div ? reciprocal : arithmetic);
      Op.Arithmetic = F.Op;
      Op.Round = Mode;
      Op.Flushes = Flushes;
      Op.Saturates = Saturates;
      Op.HasRelu = HasRelu;
      Out.push_back(std::move(Op));
    }
}

void addMixed(Table &Out) {
  for (NumberFormat Half : {NumberFormat::F16, NumberFormat::BF16})
    for (const Form &F : ArrayRef(Forms).take_front(4))
      for (Rounding Mode : AllRoundings)
        for (bool Saturates : {false, true}) {
          if (F.Op == FloatOp::Mul)
            continue;
          Operation Op = floatOperation(
              std::string(F.Stem) + "." + roundingName(Mode) +
                  (Saturates ? ".sat" : "") + ".f32" + formatName(Half, 1),
              Family::Ieee, NumberFormat::F32, 1, F.Sources, mixed);
          Op.Sources[0] = sourceOf(Half, 1);
          if (F.Op == FloatOp::Fma)
            Op.Sources[1] = Op.Sources[0];
          Op.Arithmetic = F.Op;
          Op.Round = Mode;
          Op.Saturates = Saturates;
          Out.push_back(std::move(Op));
        }
}

//===----------------------------------------------------------------------===//
// Minimum, maximum, signs
//===----------------------------------------------------------------------===//

/// Numbers as integers of the same order, -0 before 0.
int64_t orderOf(const FormatShape &S, uint64_t V) {
  int64_t M = int64_t(S.magnitude(V));
  return V & S.sign() ? -M - 1 : M;
}

/// FromSigned: the maximum.
uint64_t minMaxOfTwo(const Operation &Op, uint64_t A, uint64_t B) {
  const FormatShape &S = shapeOf(Op.From);
  if (Op.Flushes) {
    A = S.flushed(A);
    B = S.flushed(B);
  }
  bool NaNA = S.isNaN(A), NaNB = S.isNaN(B);
  if ((NaNA && NaNB) || (Op.WantsNaN && (NaNA || NaNB)))
    return Op.From == NumberFormat::F64 ? B | uint64_t(1) << 51 : nanOf(Op.To);
  uint64_t Sign = Op.HasXorSign ? (A ^ B) & S.sign() : 0;
  if (Op.HasXorSign || Op.HasAbs) {
    A = S.magnitude(A);
    B = S.magnitude(B);
  }
  if (NaNA || NaNB)
    return Sign | (NaNA ? B : A);
  bool FirstIsLess = orderOf(S, A) < orderOf(S, B);
  return Sign | (FirstIsLess != Op.FromSigned ? A : B);
}

uint64_t minMaxLane(const Operation &Op, uint64_t *S) {
  uint64_t R = minMaxOfTwo(Op, S[0], S[1]);
  return Op.Sources.size() == 3 ? minMaxOfTwo(Op, R, S[2]) : R;
}

void addMinMax(Table &Out, NumberFormat T, unsigned Lanes) {
  bool IsHalf = shapeOf(T).Bits == 16;
  for (unsigned Bits = 0; Bits != 64; ++Bits) {
    bool IsMax = Bits & 1, Flushes = Bits & 2, WantsNaN = Bits & 4,
         HasXorSign = Bits & 8, HasThree = Bits & 16, HasAbs = Bits & 32;
    if (T == NumberFormat::F64 && Bits > 1)
      continue;
    if (T == NumberFormat::BF16 && Flushes)
      continue;
    if ((HasThree && (IsHalf || HasXorSign)) || (HasAbs && !HasThree))
      continue;
    Operation Op = floatOperation(
        std::string(IsMax ? "max" : "min") + (Flushes ? ".ftz" : "") +
            (WantsNaN ? ".NaN" : "") + (HasXorSign ? ".xorsign.abs" : "") +
            (HasAbs ? ".abs" : "") + formatName(T, Lanes),
        Family::Ieee, T, Lanes, HasThree ? 3 : 2,
        [](const Operation &O, const uint64_t *S) {
          return eachLane(O, S, minMaxLane);
        });
    Op.FromSigned = IsMax;
    Op.Flushes = Flushes;
    Op.WantsNaN = WantsNaN;
    Op.HasXorSign = HasXorSign;
    Op.HasAbs = HasAbs;
    Out.push_back(std::move(Op));
  }
}

/// HasAbs or not: the other is neg. Only .ftz, which is arithmetic, looks at
/// what the bits are.
uint64_t signLane(const Operation &Op, uint64_t *S) {
  const FormatShape &Shape = shapeOf(Op.From);
  uint64_t V = S[0];
  if (Op.Flushes && Shape.isNaN(V))
    V = nanOf(Op.To);
  if (Op.Flushes)
    V = Shape.flushed(V);
  if (Op.Flushes && Shape.isNaN(V))
    return V;
  return Op.HasAbs ? Shape.magnitude(V) : V ^ Shape.sign();
}

void addSigns(Table &Out, NumberFormat T, unsigned Lanes) {
  for (bool HasAbs : {false, true})
    for (bool Flushes : {false, true}) {
      if (Flushes && (T == NumberFormat::F64 || T == NumberFormat::BF16))
        continue;
      Operation Op = floatOperation(
          std::string(HasAbs ? "abs" : "neg") + (Flushes ? ".ftz" : "") +
              formatName(T, Lanes),
          Family::Ieee, T, Lanes, 1, [](const Operation &O, const uint64_t *S) {
            return eachLane(O, S, signLane);
          });
      Op.HasAbs = HasAbs;
      Op.Flushes = Flushes;
      Out.push_back(std::move(Op));
    }
}

void addCopysign(Table &Out, NumberFormat T) {
  Out.push_back(
      floatOperation(std::string("copysign") + formatName(T, 1), Family::Ieee,
                     T, 1, 2, [](const Operation &Op, const uint64_t *S) {
                       const FormatShape &Shape = shapeOf(Op.From);
                       return (S[0] & Shape.sign()) | Shape.magnitude(S[1]);
                     }));
}

} // namespace

void addIeeeOperations(Table &Out) {
  struct Type {
    NumberFormat Format;
    unsigned Lanes;
  };
  const Type Types[] = {
      {NumberFormat::F32, 1},  {NumberFormat::F32, 2}, {NumberFormat::F64, 1},
      {NumberFormat::F16, 1},  {NumberFormat::F16, 2}, {NumberFormat::BF16, 1},
      {NumberFormat::BF16, 2},
  };
  for (const Type &T : Types) {
    for (const Form &F : Forms)
      addForm(Out, F, T.Format, T.Lanes);
    if (T.Format == NumberFormat::F32 && T.Lanes == 2)
      continue;
    addMinMax(Out, T.Format, T.Lanes);
    addSigns(Out, T.Format, T.Lanes);
  }
  addMixed(Out);
  addCopysign(Out, NumberFormat::F32);
  addCopysign(Out, NumberFormat::F64);
}

bool isFor(const Operation &Op, bool IsModern, bool IsSilicon) {
  if (IsSilicon)
    return Op.Use != Operation::Extended &&
           Op.Use != (IsModern ? Operation::Classic : Operation::Modern);
  if (Op.Use == Operation::Extended)
    return true;
  // The rest of f32 is the silicon's, but for what only moves it.
  bool IsMove = llvm::StringRef(Op.Name).starts_with("mov.") ||
                llvm::StringRef(Op.Name).starts_with("selp.");
  bool HasFloat =
      llvm::StringRef(Op.Name).contains(".f") && Op.Group != Family::Mapped;
  return Op.Use != Operation::Classic && Op.Group != Family::Mapped &&
         (IsMove || !HasFloat);
}

} // namespace heddle::ptxrandom
