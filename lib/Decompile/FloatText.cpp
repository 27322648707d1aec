//===- FloatText.cpp - Float instructions as PTX --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/SfuOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::decompile {

using sm::DoubleOp;
using sm::FloatOp;
using sm::SfuOp;

/// By the bits less, equal, greater and unordered.
static constexpr StringLiteral FloatComparisons[16] = {
    "",    "lt",  "eq",  "le",  "gt",  "ne",  "ge",  "num",
    "nan", "ltu", "equ", "leu", "gtu", "neu", "geu", ""};

/// PTX makes zero of a NaN that it saturates, and the chip leaves it.
void KernelWriter::saturate(const std::string &To, const std::string &From) {
  std::string Value = temporary('t'), IsNaN = temporary('q');
  always("cvt.sat.f32.f32 " + Value + ", " + From);
  always("setp.nan.f32 " + IsNaN + ", " + From + ", " + From);
  emit("selp.b32 " + To + ", " + From + ", " + Value + ", " + IsNaN);
}

void KernelWriter::floatSum(StringRef Name) {
  const sm::DecodedInst &I = inst();
  const bool IsSum = Name.starts_with("add");
  // One negated operand makes a difference.
  const bool Second = IsSum && I.Invert[1] && !I.Invert[0];
  const bool First = IsSum && I.Invert[0] && !I.Invert[1];
  std::string A = floatSource(0, First ? 2 : 0),
              B = floatSource(1, Second ? 2 : 1);
  if (First)
    std::swap(A, B);
  const std::string Text =
      First || Second ? ("sub" + Name.drop_front(3)).str() : Name.str();
  Flags Of;
  Of.Kind = Flags::Float;
  result(
      As::Float,
      [&](const std::string &To) {
        if (!I.has(sm::Saturate))
          return emit(Text + ".f32 " + To + ", " + A + ", " + B);
        std::string Value = temporary('t');
        always(Text + ".f32 " + Value + ", " + A + ", " + B);
        saturate(To, Value);
      },
      &Of);
}

void KernelWriter::floatMad() {
  const sm::DecodedInst &I = inst();
  const std::string A = floatSource(0, 0), B = floatSource(1, 2);
  // The second inversion is of the addend.
  std::string C = source(2, As::Float);
  if (I.Invert[1]) {
    std::string To = temporary('t');
    always("neg.f32 " + To + ", " + C);
    C = To;
  }
  Flags Of;
  Of.Kind = Flags::Float;
  result(
      As::Float,
      [&](const std::string &To) {
        const std::string Rest = ", " + A + ", " + B + ", " + C;
        if (!I.has(sm::Saturate))
          return emit("mad.f32 " + To + Rest);
        std::string Value = temporary('t');
        always("mad.f32 " + Value + Rest);
        saturate(To, Value);
      },
      &Of);
}

void KernelWriter::compareFloats() {
  const bool IsDouble = inst().unit() == sm::Unit::Double;
  const unsigned Set = inst().Sub[0] & 15;
  Flags Of;
  if (Set == 0 || Set == 15) {
    auto Write = [&](const std::string &To) {
      emit("mov.b32 " + To + ", " + (Set ? "-1" : "0"));
    };
    return result(As::Word, Write, &Of);
  }
  Of.Kind = Flags::Comparison;
  Of.A = IsDouble ? pairSource(0, 0) : floatSource(0, 0);
  Of.B = IsDouble ? pairSource(1, 1) : floatSource(1, 1);
  Of.Holds = FloatComparisons[Set];
  Of.Fails = FloatComparisons[~Set & 15];
  Of.Type = IsDouble ? "f64" : "f32";
  result(
      As::Word,
      [&](const std::string &To) {
        emit("set." + Of.Holds + ".u32." + Of.Type + " " + To + ", " + Of.A +
             ", " + Of.B);
      },
      &Of);
}

/// The functions of the SFU under the predicate of the reduction at hand that
/// read its result, where nothing else can: in the lanes that do not take part
/// the register may hold another value. None: something else may read it.
SmallVector<uint32_t, 2> KernelWriter::readersOfReduced() const {
  const sm::DecodedInst &I = inst();
  const bool IsSine = I.is(FloatOp::PreSin);
  SmallVector<uint32_t, 2> Readers;
  for (uint32_t N = Node; W.isReadBehind(F.Nodes[N], I.DstRow);) {
    const FlowNode &Last = F.Nodes[N];
    if (Last.Next != N + 1 || Last.Taken != NoNode || Labels.contains(++N))
      return {};
    const sm::DecodedInst &Now = P.Code[F.Nodes[N].PC];
    const bool IsSame = Now.Cond == I.Cond && Now.CondReg == I.CondReg;
    if (is_contained(W.access(F.Nodes[N].PC).Reads, I.DstRow)) {
      const bool IsReader = IsSine ? Now.is(SfuOp::Sin) || Now.is(SfuOp::Cos)
                                   : Now.is(SfuOp::Ex2);
      if (!IsReader || !IsSame)
        return {};
      Readers.push_back(N);
    }
    if (is_contained(W.access(F.Nodes[N].PC).Writes, I.DstRow))
      return IsSame || !Now.isPredicated() ? Readers
                                           : SmallVector<uint32_t, 2>();
    if (writesFlags(Now) && Now.CCDst == I.CondReg)
      return {};
  }
  return Readers;
}

/// sin, cos and ex2 of PTX are two instructions here. In PTX the first one's
/// value is its source, with signs, and the second one is the function. Nothing
/// else may look at that value.
void KernelWriter::preOperation() {
  const std::string A = floatSource(0, 0);
  if (!hasResult())
    return;
  if (const SmallVector<uint32_t, 2> Readers = readersOfReduced();
      !Readers.empty()) {
    std::string Value = temporary('t');
    always("mov.b32 " + Value + ", " + A);
    for (uint32_t Reader : Readers)
      Reduced[Reader] = Value;
    return;
  }
  const unsigned Web = W.behind(Node, inst().DstRow);
  Writers[Web] |= inst().is(FloatOp::PreSin) ? ForSine : ForPower;
  emit("mov.b32 " + nameOf(Web, As::Any) + ", " + A);
}

void KernelWriter::floats() {
  const sm::DecodedInst &I = inst();
  Flags Of;
  Of.Kind = Flags::Float;
  switch (FloatOp(sm::numberOf(I.Op))) {
  case FloatOp::AddRN:
    return floatSum("add.rn");
  case FloatOp::AddRZ:
    return floatSum("add.rz");
  case FloatOp::MulRN:
    return floatSum("mul.rn");
  case FloatOp::MulRZ:
    return floatSum("mul.rz");
  case FloatOp::Mad:
    return floatMad();
  case FloatOp::Min:
  case FloatOp::Max: {
    const std::string A = floatSource(0, 0), B = floatSource(1, 1);
    const StringRef Name = I.is(FloatOp::Min) ? "min" : "max";
    return result(
        As::Float,
        [&](const std::string &To) {
          emit(Name + ".f32 " + To + ", " + A + ", " + B);
        },
        &Of);
  }
  case FloatOp::Set:
    return compareFloats();
  case FloatOp::Select: {
    if (hasFlags(&Of))
      return refuse("PTX has no flags of it");
    const std::string A = source(0, As::Any), B = source(1, As::Any);
    std::string C = source(2, As::Float);
    if (I.Invert[0]) {
      std::string To = temporary('t');
      always("neg.f32 " + To + ", " + C);
      C = To;
    }
    return result(As::Any, [&](const std::string &To) {
      emit("slct.b32.f32 " + To + ", " + A + ", " + B + ", " + C);
    });
  }
  case FloatOp::PreSin:
  case FloatOp::PreEx2:
    return preOperation();
  case FloatOp::Quad:
    return quad();
  }
  llvm_unreachable("covered switch");
}

void KernelWriter::special() {
  const sm::DecodedInst &I = inst();
  StringRef Name;
  switch (SfuOp(sm::numberOf(I.Op))) {
  case SfuOp::Rcp:
    Name = "rcp";
    break;
  case SfuOp::Rsqrt:
    Name = "rsqrt";
    break;
  case SfuOp::Lg2:
    Name = "lg2";
    break;
  case SfuOp::Sin:
    Name = "sin";
    Wanted = ForSine;
    break;
  case SfuOp::Cos:
    Name = "cos";
    Wanted = ForSine;
    break;
  case SfuOp::Ex2:
    Name = "ex2";
    Wanted = ForPower;
    break;
  }
  auto Source = Reduced.find(Node);
  if (Wanted && Source == Reduced.end() && (constant(0) || memoryOf(0)))
    return refuse("its source is not reduced for it");
  const std::string A =
      Source == Reduced.end() ? floatSource(0, 0) : Source->second;
  result(As::Float, [&](const std::string &To) {
    if (!I.has(sm::Saturate))
      return emit(Name + ".approx.f32 " + To + ", " + A);
    std::string Value = temporary('t');
    always(Name + ".approx.f32 " + Value + ", " + A);
    saturate(To, Value);
  });
}

void KernelWriter::doubles() {
  const sm::DecodedInst &I = inst();
  Flags Of;
  Of.Kind = Flags::Double;
  StringRef Name;
  bool IsRounded = true;
  switch (DoubleOp(sm::numberOf(I.Op))) {
  case DoubleOp::Add:
    Name = "add";
    break;
  case DoubleOp::Mul:
    Name = "mul";
    break;
  case DoubleOp::Fma:
    Name = "fma";
    break;
  case DoubleOp::Min:
    Name = "min";
    IsRounded = false;
    break;
  case DoubleOp::Max:
    Name = "max";
    IsRounded = false;
    break;
  case DoubleOp::Set:
    return compareFloats();
  }
  const bool IsFma = I.is(DoubleOp::Fma);
  std::string Sources = pairSource(0, 0) + ", ";
  Sources += pairSource(1, IsFma ? 2 : 1);
  if (IsFma)
    Sources += ", " + pairSource(2, 1);
  pairResult(
      [&](const std::string &To) {
        emit(Name + (IsRounded ? "." + Roundings[I.Sub[0] & 3] : "") + ".f64 " +
             To + ", " + Sources);
      },
      &Of);
}

} // namespace heddle::decompile
