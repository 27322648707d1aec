//===- IntegerText.cpp - Integer instructions as PTX ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/IntegerOps.inc"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::decompile {

using sm::IntegerOp;
using sm::ProductKind;

/// By the bits less, equal and greater.
static constexpr StringLiteral Comparisons[8] = {"",   "lt", "eq", "le",
                                                 "gt", "ne", "ge", ""};

static StringRef signOf(const sm::DecodedInst &I) {
  return I.has(sm::Signed) ? "s" : "u";
}

/// Sources are inverted, and a one is added, for a difference.
void KernelWriter::integerSum(bool IsHalf) {
  const sm::DecodedInst &I = inst();
  const bool Second = I.Invert[1], First = I.Invert[0];
  Flags Of;
  Of.IsHalf = IsHalf;
  Of.Kind = First || Second ? Flags::Difference : Flags::Sum;
  auto Source = [&](unsigned N) { return IsHalf ? half(N) : source(N); };
  Of.A = Source(First ? 1 : 0);
  Of.B = Source(First ? 0 : 1);
  const std::string Type =
      (I.has(sm::Saturate) ? "s" : "u") + std::string(IsHalf ? "16" : "32");
  if (I.has(sm::Saturate) && (IsHalf || hasFlags(&Of)))
    return refuse("PTX saturates words only, and has no flags of it");
  auto Write = [&](const std::string &To) {
    emit(Twine(Of.Kind == Flags::Sum ? "add." : "sub.") +
         (I.has(sm::Saturate) ? "sat." : "") + Type + " " + To + ", " + Of.A +
         ", " + Of.B);
  };
  if (IsHalf)
    halfResult(Write, &Of);
  else
    result(As::Word, Write, &Of);
}

/// A + B and the carry of $c.
void KernelWriter::carrySum(const std::string &A, const std::string &B) {
  const sm::DecodedInst &I = inst();
  if (I.has(sm::Saturate))
    return refuse("PTX saturates no sum with a carry");
  Flags Of;
  Of.Kind = Flags::Sum;
  Of.A = A;
  Of.B = B;
  Of.Carry = predicate(I.CondReg, CodeCarry);
  if (hasFlags(&Of) && I.CCDst == I.CondReg) {
    std::string Copy = temporary('q');
    always("mov.pred " + Copy + ", " + Of.Carry);
    Of.Carry = Copy;
  }
  std::string One = temporary('t'), Sum = temporary('t');
  always("selp.u32 " + One + ", 1, 0, " + Of.Carry);
  always("add.u32 " + Sum + ", " + A + ", " + B);
  result(
      As::Word,
      [&](const std::string &To) {
        emit("add.u32 " + To + ", " + Sum + ", " + One);
      },
      &Of);
}

void KernelWriter::compareIntegers(bool IsHalf) {
  const sm::DecodedInst &I = inst();
  const unsigned Set = I.Sub[0] & 7;
  Flags Of;
  Of.Kind = Flags::Comparison;
  const std::string Type = (signOf(I) + (IsHalf ? "16" : "32")).str();
  if (Set == 0 || Set == 7) {
    // Flags as of the number that it always is.
    Of.Kind = Flags::Integer;
    auto Write = [&](const std::string &To) {
      emit("mov.b32 " + To + ", " + (Set ? "-1" : "0"));
    };
    return IsHalf ? refuse("a comparison of halves that is always the same")
                  : result(As::Word, Write, &Of);
  }
  Of.A = IsHalf ? half(0) : source(0);
  Of.B = IsHalf ? half(1) : source(1);
  Of.Holds = Comparisons[Set];
  Of.Fails = Comparisons[~Set & 7];
  Of.Type = Type;
  auto Write = [&](const std::string &To) {
    emit("set." + Of.Holds + ".u32." + Type + " " + To + ", " + Of.A + ", " +
         Of.B);
  };
  if (!I.has(sm::HalfDst))
    return result(As::Word, Write, &Of);
  halfResult(
      [&](const std::string &To) {
        std::string Word = temporary('t');
        always("set." + Of.Holds + ".u32." + Type + " " + Word + ", " + Of.A +
               ", " + Of.B);
        emit("cvt.u16.u32 " + To + ", " + Word);
      },
      &Of);
}

void KernelWriter::binaryInteger(StringRef Name, bool IsHalf) {
  const std::string Type = (signOf(inst()) + (IsHalf ? "16" : "32")).str();
  Flags Of;
  Of.IsHalf = IsHalf;
  const std::string A = IsHalf ? half(0) : source(0),
                    B = IsHalf ? half(1) : source(1);
  auto Write = [&](const std::string &To) {
    emit(Name + "." + Type + " " + To + ", " + A + ", " + B);
  };
  if (IsHalf)
    halfResult(Write, &Of);
  else
    result(As::Word, Write, &Of);
}

/// Counts are not masked, in PTX either.
void KernelWriter::shift(StringRef Name, bool IsHalf) {
  const sm::DecodedInst &I = inst();
  const bool IsLeft = Name == "shl";
  const std::string Type =
      ((IsLeft ? "b" : signOf(I)) + (IsHalf ? "16" : "32")).str();
  Flags Of;
  Of.IsHalf = IsHalf;
  if (hasFlags(&Of))
    for (unsigned Code : {CodeOverflow, CodeCarry, CodeAbove, CodeNotAbove,
                          CodeNotCarry, CodeNotOverflow})
      if (Tested.isTested(Node, I.CCDst, Code))
        return refuse("PTX does not have the bit that was shifted out");
  const std::string A = IsHalf ? half(0) : source(0);
  std::string Count = IsHalf ? half(1) : source(1);
  if (IsHalf && Count.front() == '%') {
    std::string Wide = temporary('t');
    always("cvt.u32.u16 " + Wide + ", " + Count);
    Count = Wide;
  }
  auto Write = [&](const std::string &To) {
    emit(Name + "." + Type + " " + To + ", " + A + ", " + Count);
  };
  if (IsHalf)
    halfResult(Write, &Of);
  else
    result(As::Word, Write, &Of);
}

void KernelWriter::logic(bool IsHalf) {
  static constexpr StringLiteral Names[] = {"and", "or", "xor", "mov"};
  const sm::DecodedInst &I = inst();
  Flags Of;
  Of.IsHalf = IsHalf;
  auto Source = [&](unsigned N) {
    if (!IsHalf)
      return I.Invert[N] ? inverted(N) : source(N);
    std::string Value = half(N);
    if (!I.Invert[N])
      return Value;
    std::string To = temporary('h');
    always("not.b16 " + To + ", " + Value);
    return To;
  };
  const bool IsMove = (I.Sub[0] & 3) == sm::LogicMov2;
  const StringRef Type = IsHalf ? "b16" : "b32";
  if (IsMove) {
    const std::string B = Source(1);
    auto Write = [&](const std::string &To) {
      emit("mov." + Type + " " + To + ", " + B);
    };
    return IsHalf ? halfResult(Write, &Of) : result(As::Word, Write, &Of);
  }
  const std::string A = Source(0), B = Source(1);
  auto Write = [&](const std::string &To) {
    emit(Names[I.Sub[0] & 3] + "." + Type + " " + To + ", " + A + ", " + B);
  };
  if (IsHalf)
    halfResult(Write, &Of);
  else
    result(As::Word, Write, &Of);
}

void KernelWriter::multiply() {
  const sm::DecodedInst &I = inst();
  Flags Of;
  if (I.is(IntegerOp::Mul24)) {
    const std::string A = source(0), B = source(1);
    return result(
        As::Word,
        [&](const std::string &To) {
          emit(Twine("mul24.") + (I.has(sm::High) ? "hi." : "lo.") + signOf(I) +
               "32 " + To + ", " + A + ", " + B);
        },
        &Of);
  }
  const std::string A = half(0), B = half(1);
  const bool Mixed = I.has(sm::Signed) != I.has(sm::Signed2);
  if (!Mixed)
    return result(
        As::Word,
        [&](const std::string &To) {
          emit("mul.wide." + signOf(I) + "16 " + To + ", " + A + ", " + B);
        },
        &Of);
  std::string X = temporary('t'), Y = temporary('t');
  always(Twine("cvt.") + (I.has(sm::Signed) ? "s32.s16 " : "u32.u16 ") + X +
         ", " + A);
  always(Twine("cvt.") + (I.has(sm::Signed2) ? "s32.s16 " : "u32.u16 ") + Y +
         ", " + B);
  result(
      As::Word,
      [&](const std::string &To) {
        emit("mul24.lo.s32 " + To + ", " + X + ", " + Y);
      },
      &Of);
}

/// The product of a sum, in a temporary.
std::string KernelWriter::product() {
  std::string To = temporary('t');
  switch (ProductKind(inst().Sub[0])) {
  case ProductKind::U16:
  case ProductKind::S16: {
    const std::string A = half(0), B = half(1);
    always(Twine("mul.wide.") +
           (ProductKind(inst().Sub[0]) == ProductKind::U16 ? "u16 " : "s16 ") +
           To + ", " + A + ", " + B);
    return To;
  }
  case ProductKind::U24:
  case ProductKind::S24:
  case ProductKind::U24High:
  case ProductKind::S24High:
    break;
  }
  const ProductKind Kind = ProductKind(inst().Sub[0]);
  const bool IsHigh =
      Kind == ProductKind::U24High || Kind == ProductKind::S24High;
  const bool IsSigned =
      Kind == ProductKind::S24 || Kind == ProductKind::S24High;
  const std::string A = source(0), B = source(1);
  always(Twine("mul24.") + (IsHigh ? "hi." : "lo.") +
         (IsSigned ? "s32 " : "u32 ") + To + ", " + A + ", " + B);
  return To;
}

void KernelWriter::multiplyAdd() {
  const sm::DecodedInst &I = inst();
  const bool First = I.Invert[0], Second = I.Invert[1];
  if (I.is(IntegerOp::MulAddCarry)) {
    const std::string A = product(), B = source(2);
    return carrySum(A, B);
  }
  Flags Of;
  Of.Kind = First || Second ? Flags::Difference : Flags::Sum;
  const ProductKind Kind = ProductKind(I.Sub[0]);
  const bool IsPlain =
      Of.Kind == Flags::Sum && !I.has(sm::Saturate) && !hasFlags(&Of);
  const bool IsHalf = Kind == ProductKind::U16 || Kind == ProductKind::S16;
  const bool IsSigned = Kind == ProductKind::S16 || Kind == ProductKind::S24 ||
                        Kind == ProductKind::S24High;
  if (IsPlain) {
    const bool IsHigh =
        Kind == ProductKind::U24High || Kind == ProductKind::S24High;
    const std::string A = IsHalf ? half(0) : source(0),
                      B = IsHalf ? half(1) : source(1), C = source(2);
    return result(As::Word, [&](const std::string &To) {
      emit(Twine(IsHalf   ? "mad.wide."
                 : IsHigh ? "mad24.hi."
                          : "mad24.lo.") +
           (IsSigned ? "s" : "u") + (IsHalf ? "16 " : "32 ") + To + ", " + A +
           ", " + B + ", " + C);
    });
  }
  if (I.has(sm::Saturate) && hasFlags(&Of))
    return refuse("PTX has no flags of a saturated sum");
  const std::string Product = product(), C = source(2);
  Of.A = First ? C : Product;
  Of.B = First ? Product : C;
  result(
      As::Word,
      [&](const std::string &To) {
        emit(Twine(Of.Kind == Flags::Sum ? "add." : "sub.") +
             (I.has(sm::Saturate) ? "sat.s32 " : "u32 ") + To + ", " + Of.A +
             ", " + Of.B);
      },
      &Of);
}

/// |A - B| + C. Differences of halves are those of words.
void KernelWriter::sad(bool IsHalf) {
  const sm::DecodedInst &I = inst();
  const std::string Type = (signOf(I) + "32").str();
  auto Source = [&](unsigned N) {
    if (!IsHalf)
      return source(N);
    std::string Value = half(N), To = temporary('t');
    always("cvt." + Type + "." + signOf(I) + "16 " + To + ", " + Value);
    return To;
  };
  Flags Of;
  if (hasFlags(&Of))
    return refuse("PTX has no flags of it");
  const std::string A = Source(0), B = Source(1), C = source(2);
  result(As::Word, [&](const std::string &To) {
    emit("sad." + Type + " " + To + ", " + A + ", " + B + ", " + C);
  });
}

void KernelWriter::integer() {
  const sm::DecodedInst &I = inst();
  switch (IntegerOp(sm::numberOf(I.Op))) {
  case IntegerOp::Add32:
    return integerSum(false);
  case IntegerOp::Add16:
    return integerSum(true);
  case IntegerOp::AddCarry32: {
    const std::string A = source(0), B = source(1);
    return carrySum(A, B);
  }
  case IntegerOp::AddCarry16:
    return refuse("PTX has no sum of halves with a carry");
  case IntegerOp::Set32:
    return compareIntegers(false);
  case IntegerOp::Set16:
    return compareIntegers(true);
  case IntegerOp::Min32:
    return binaryInteger("min", false);
  case IntegerOp::Min16:
    return binaryInteger("min", true);
  case IntegerOp::Max32:
    return binaryInteger("max", false);
  case IntegerOp::Max16:
    return binaryInteger("max", true);
  case IntegerOp::Shl32:
    return shift("shl", false);
  case IntegerOp::Shl16:
    return shift("shl", true);
  case IntegerOp::Shr32:
    return shift("shr", false);
  case IntegerOp::Shr16:
    return shift("shr", true);
  case IntegerOp::Logic32:
    return logic(false);
  case IntegerOp::Logic16:
    return logic(true);
  case IntegerOp::Mul16:
  case IntegerOp::Mul24:
    return multiply();
  case IntegerOp::Sad32:
    return sad(false);
  case IntegerOp::Sad16:
    return sad(true);
  case IntegerOp::MulAdd:
  case IntegerOp::MulAddCarry:
    return multiplyAdd();
  case IntegerOp::Product:
  case IntegerOp::ProductHigh:
    return refuse("no chip of compute capability 1 has it");
  }
  llvm_unreachable("covered switch");
}

} // namespace heddle::decompile
