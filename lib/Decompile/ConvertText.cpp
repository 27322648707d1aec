//===- ConvertText.cpp - Conversions as PTX -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine clamps what does not fit an integer; PTX does with .sat, and
// always where it comes from a float.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/ConvertOps.inc"

using namespace llvm;

namespace heddle::decompile {

using sm::CvtType;
using sm::WideType;

static constexpr StringLiteral TypeNames[] = {"u8",  "s8",  "u16", "s16",
                                              "u32", "s32", "f16", "f32"};
static constexpr StringLiteral WideNames[] = {"u32", "s32", "u64",
                                              "s64", "f32", "f64"};

static unsigned bitsOf(CvtType T) {
  static constexpr unsigned Bits[] = {8, 8, 16, 16, 32, 32, 16, 32};
  return Bits[unsigned(T)];
}
static bool isFloatType(CvtType T) {
  return T == CvtType::F16 || T == CvtType::F32;
}
static bool isSignedType(CvtType T) {
  return T == CvtType::S8 || T == CvtType::S16 || T == CvtType::S32;
}

/// The source, in a register that is at least as wide as its type.
std::string KernelWriter::convertSource(CvtType From) {
  switch (bitsOf(From)) {
  case 16:
    return half(0);
  case 8: {
    const unsigned Shift = inst().Src[0].Shift;
    std::string Value = source(0);
    if (!Shift)
      return Value;
    std::string High = temporary('t');
    always("shr.u32 " + High + ", " + Value + ", " + Twine(Shift));
    return High;
  }
  default:
    return source(0, isFloatType(From) ? As::Float : As::Word);
  }
}

/// Between integers.
void KernelWriter::convertIntegers(CvtType From, CvtType To) {
  const sm::DecodedInst &I = inst();
  const StringRef FromName = TypeNames[unsigned(From)],
                  ToName = TypeNames[unsigned(To)];
  std::string Value = convertSource(From);
  std::string Text = ("cvt." + ToName + "." + FromName).str();
  if (I.has(sm::Negate) || I.has(sm::Abs1)) {
    // In 64 bits nothing overflows.
    std::string Wide = temporary('d');
    always("cvt.s64." + FromName + " " + Wide + ", " + Value);
    if (I.has(sm::Abs1))
      always("abs.s64 " + Wide + ", " + Wide);
    if (I.has(sm::Negate))
      always("neg.s64 " + Wide + ", " + Wide);
    Value = Wide;
    Text = ("cvt.sat." + ToName + ".s64").str();
  } else if (bitsOf(To) < bitsOf(From) ||
             (bitsOf(To) == bitsOf(From) &&
              isSignedType(To) != isSignedType(From)) ||
             (isSignedType(From) && !isSignedType(To))) {
    Text = ("cvt.sat." + ToName + "." + FromName).str();
  } else if (From == To) {
    Text = bitsOf(To) == 16 ? "mov.b16" : "mov.b32";
    if (bitsOf(To) == 8)
      Text = ("cvt." + ToName + "." + FromName).str();
  }
  Flags Of;
  Of.IsHalf = I.has(sm::HalfDst);
  auto Write = [&](const std::string &Into) {
    emit(Text + " " + Into + ", " + Value);
  };
  if (I.has(sm::HalfDst))
    halfResult(Write, &Of);
  else
    result(As::Word, Write, &Of);
}

/// \p Result, and \p Otherwise where \p Value is a NaN: signs of NaNs are what
/// PTX leaves open.
std::string KernelWriter::unlessNaN(const std::string &Value,
                                    const std::string &Result,
                                    const std::string &Otherwise) {
  std::string IsNaN = temporary('q'), To = temporary('d');
  always("setp.nan.f64 " + IsNaN + ", " + Value + ", " + Value);
  always("selp.b64 " + To + ", " + Otherwise + ", " + Result + ", " + IsNaN);
  return To;
}

void KernelWriter::convertWide() {
  const sm::DecodedInst &I = inst();
  WideType From = WideType(I.Sub[0]);
  const WideType To = WideType(I.Sub[1]);
  auto IsPair = [](WideType T) {
    return T == WideType::U64 || T == WideType::S64 || T == WideType::F64;
  };
  auto IsFloat = [](WideType T) {
    return T == WideType::F32 || T == WideType::F64;
  };
  if (I.has(sm::Saturate) ||
      (!IsFloat(From) && I.Flags & (sm::Negate | sm::Abs1)))
    return refuse("PTX has no such conversion");
  const StringRef Round = Roundings[I.Sub[2] & 3];
  std::string Value =
      IsPair(From) ? pair(0) : source(0, IsFloat(From) ? As::Float : As::Word);
  auto Widen = [&] {
    std::string Into = temporary('d');
    always("cvt.f64.f32 " + Into + ", " + Value);
    Value = Into;
    From = WideType::F64;
  };
  // A NaN becomes the lowest integer, which PTX has of an f64 only. Denormals
  // are zeros in front of it.
  if (From == WideType::F32 && !IsFloat(To)) {
    std::string Flushed = temporary('t');
    always("add.rn.f32 " + Flushed + ", " + Value + ", 0f80000000");
    Value = Flushed;
    Widen();
  }
  // Signs of a NaN stay, which an f32 does not keep.
  if (From == WideType::F32 && I.Flags & (sm::Negate | sm::Abs1))
    Widen();
  for (StringRef Sign :
       {I.has(sm::Abs1) ? "abs" : "", I.has(sm::Negate) ? "neg" : ""}) {
    if (Sign.empty())
      continue;
    std::string Into = temporary(IsPair(From) ? 'd' : 't');
    always(Sign + "." + WideNames[unsigned(From)] + " " + Into + ", " + Value);
    if (From == WideType::F64 && IsFloat(To))
      Into = unlessNaN(Value, Into, Value);
    Value = Into;
  }
  std::string Text = "cvt.";
  if (From == WideType::F64 && To == WideType::F64 && !I.has(sm::RoundToInt)) {
    // Signalling NaNs are quiet behind it.
    std::string Quiet = temporary('d');
    always("or.b64 " + Quiet + ", " + Value + ", 0x8000000000000");
    Value = unlessNaN(Value, Value, Quiet);
    Text = "mov.b64";
  } else {
    if (IsFloat(From) && (!IsFloat(To) || I.has(sm::RoundToInt)))
      Text += (Round + "i.").str();
    else if (!(From == WideType::F32 && To == WideType::F64) &&
             !(To == WideType::F64 && !IsPair(From)))
      Text += (Round + ".").str();
    Text += (WideNames[unsigned(To)] + "." + WideNames[unsigned(From)]).str();
    // Integers of 32 bits are exact, and PTX wants a rounding all the same.
    if (To == WideType::F64 && !IsFloat(From) && !IsPair(From))
      Text = ("cvt." + Round + "." + WideNames[unsigned(To)] + "." +
              WideNames[unsigned(From)])
                 .str();
  }
  Flags Of;
  Of.Kind = !IsFloat(To) ? Flags::Integer
            : IsPair(To) ? Flags::Double
                         : Flags::KeptFloat;
  if (IsFloat(From) && !IsFloat(To) && hasFlags(&Of))
    for (unsigned Code = 0; Code != ConditionCodes; ++Code)
      if (looksAtOverflow(Code) && Tested.isTested(Node, I.CCDst, Code))
        return refuse("PTX does not tell which conversion overflows");
  auto Write = [&](const std::string &Into) {
    emit(Text + " " + Into + ", " + Value);
  };
  if (IsPair(To)) {
    if (!IsFloat(To) && hasFlags(&Of))
      return refuse("PTX has no flags of it");
    return pairResult(Write, &Of);
  }
  result(IsFloat(To) ? As::Float : As::Word, Write, &Of);
}

/// The machine makes zeros of all below 2^-33 when it makes an f16, however it
/// rounds.
std::string KernelWriter::withoutTiny(const std::string &Value) {
  std::string Size = temporary('t'), Zero = temporary('t'), To = temporary('t'),
              IsTiny = temporary('q');
  always("and.b32 " + Size + ", " + Value + ", 0x7fffffff");
  always("and.b32 " + Zero + ", " + Value + ", 0x80000000");
  always("setp.lt.u32 " + IsTiny + ", " + Size + ", 0x2f000000");
  always("selp.b32 " + To + ", " + Zero + ", " + Value + ", " + IsTiny);
  return To;
}

void KernelWriter::convert() {
  const sm::DecodedInst &I = inst();
  if (I.is(sm::ConvertOp::Wide))
    return convertWide();
  const CvtType From = CvtType(I.Sub[0]), To = CvtType(I.Sub[1]);
  if (!isFloatType(From) && !isFloatType(To))
    return convertIntegers(From, To);
  const std::string Round = Roundings[I.Sub[2] & 3].str();
  const std::string ToName = TypeNames[unsigned(To)].str();
  std::string Value, Text;
  Flags Of;
  Of.Kind = isFloatType(To) ? Flags::Float : Flags::Integer;
  Of.IsHalf = bitsOf(To) == 16 && !isFloatType(To);
  if (!isFloatType(From)) {
    if (I.Flags & (sm::Negate | sm::Abs1) || To == CvtType::F16)
      return refuse("PTX has no such conversion");
    Value = convertSource(From);
    Text =
        "cvt." + Round + "." + ToName + "." + TypeNames[unsigned(From)].str();
  } else {
    Value = From == CvtType::F16 ? half(0) : floatSource(0, 2);
    if (From == CvtType::F16) {
      // No number in a text is an f16.
      if (constant(0)) {
        std::string Bits = temporary('h');
        always("mov.b16 " + Bits + ", " + Value);
        Value = Bits;
      }
      std::string Wide = temporary('t');
      always("cvt.f32.f16 " + Wide + ", " + Value);
      Value = Wide;
      if (I.has(sm::Abs1)) {
        always("abs.f32 " + Wide + ", " + Wide);
      }
    }
    if (I.has(sm::Negate)) {
      std::string Into = temporary('t');
      always("neg.f32 " + Into + ", " + Value);
      Value = Into;
    }
    if (!isFloatType(To))
      Text = "cvt." + Round + "i." + ToName + ".f32";
    else if (I.has(sm::RoundToInt))
      Text = "cvt." + Round + "i.f32.f32";
    else if (To == CvtType::F16) {
      Text = "cvt." + Round + ".f16.f32";
      if (Round == "rm" || Round == "rp")
        Value = withoutTiny(Value);
    }
  }
  if (To == CvtType::F16 &&
      (hasFlags(&Of) || I.Flags & (sm::Saturate | sm::RoundToInt)))
    return refuse("PTX has no such conversion");
  auto Write = [&](const std::string &Into) {
    // Saturation comes before rounding.
    std::string Source = Value;
    if (I.has(sm::Saturate) && isFloatType(From) && isFloatType(To)) {
      Source = temporary('t');
      std::string Flushed = temporary('t');
      always("add.rn.f32 " + Flushed + ", " + Value + ", 0f80000000");
      std::string Kept = Guard;
      Guard.clear();
      saturate(Source, Flushed);
      Guard = Kept;
    }
    if (Text.empty())
      // Denormals become zero, and a NaN the one that there is.
      emit("add.rn.f32 " + Into + ", " + Source + ", 0f80000000");
    else
      emit(Text + " " + Into + ", " + Source);
  };
  if (I.has(sm::Saturate) && !isFloatType(From))
    return refuse("PTX has no such conversion");
  if (I.has(sm::HalfDst))
    halfResult(Write, &Of);
  else
    result(isFloatType(To) ? As::Float : As::Word, Write, &Of);
}

} // namespace heddle::decompile
