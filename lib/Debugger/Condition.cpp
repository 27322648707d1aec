//===- Condition.cpp - In which lanes something holds ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conditions of breakpoints: comparisons of registers, special registers and
/// variables of the source with numbers, or with each other, all of which have
/// to hold in the same lane.
///
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Values.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::debugger {

namespace {

enum class Relation { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

/// Longer signs first.
constexpr std::pair<StringLiteral, Relation> Relations[] = {
    {"==", Relation::Equal},     {"!=", Relation::NotEqual},
    {"<=", Relation::LessEqual}, {">=", Relation::GreaterEqual},
    {"<", Relation::Less},       {">", Relation::Greater},
};

template <class T> bool holds(Relation How, T A, T B) {
  switch (How) {
  case Relation::Equal:
    return A == B;
  case Relation::NotEqual:
    return A != B;
  case Relation::Less:
    return A < B;
  case Relation::LessEqual:
    return A <= B;
  case Relation::Greater:
    return A > B;
  case Relation::GreaterEqual:
    return A >= B;
  }
  llvm_unreachable("unknown relation");
}

/// NAME == OPERAND, taken apart.
struct Comparison {
  StringRef Name;
  Relation How = Relation::Equal;
  /// A number, or another name.
  StringRef Operand;
  bool isOfNumber() const {
    double Real;
    return (!Operand.starts_with("%") && !isAlpha(Operand.front()) &&
            Operand.front() != '_') ||
           !Operand.getAsDouble(Real);
  }
};

Expected<Comparison> parseComparison(StringRef Condition) {
  // The first sign counts, so that what follows it is no part of the name.
  StringRef Rest = Condition.drop_until(
      [](char C) { return StringRef("=!<>").contains(C); });
  Comparison C;
  C.Name = Condition.drop_back(Rest.size()).trim();
  const auto *Found = find_if(
      Relations, [&](const auto &R) { return Rest.starts_with(R.first); });
  if (Found != std::end(Relations)) {
    C.How = Found->second;
    C.Operand = Rest.drop_front(Found->first.size()).trim();
  }
  if (C.Name.empty() || C.Operand.empty())
    return createStringError("'" + Condition +
                             "' is no condition: REGISTER == NUMBER, or !=, "
                             "<, <=, >, >=, several with && between them");
  return C;
}

Expected<SmallVector<Comparison, 2>> parseCondition(StringRef Condition) {
  SmallVector<StringRef, 2> Parts;
  Condition.split(Parts, "&&");
  SmallVector<Comparison, 2> Result;
  for (StringRef Part : Parts) {
    Expected<Comparison> C = parseComparison(Part.trim());
    if (!C)
      return C.takeError();
    Result.push_back(*C);
  }
  return Result;
}

/// A value in a lane, or a number.
struct Scalar {
  double Real = 0;
  int64_t Whole = 0;
  uint64_t Unsigned = 0;
  bool IsUnsigned = false, IsReal = false;
};

bool isReal(StringRef Type) {
  return Type == "f16" || Type == "f32" || Type == "f64";
}

Expected<Scalar> parseNumber(StringRef Text, StringRef Type) {
  Scalar C;
  C.IsReal = isReal(Type);
  bool IsWhole = !Text.getAsInteger(0, C.Whole);
  C.IsUnsigned = !Text.getAsInteger(0, C.Unsigned);
  if (!IsWhole)
    C.Whole = int64_t(C.Unsigned);
  if (C.IsReal ? Text.getAsDouble(C.Real) : !IsWhole && !C.IsUnsigned)
    return createStringError("'" + Text + "' is no number of type ." + Type);
  if (!C.IsUnsigned)
    C.Unsigned = uint64_t(C.Whole);
  return C;
}

/// Takes a number with a fraction for a variable that is an integer, too.
Expected<Scalar> parseAnyNumber(StringRef Text, StringRef Type) {
  Expected<Scalar> C = parseNumber(Text, Type);
  if (C)
    return C;
  consumeError(C.takeError());
  Expected<Scalar> Real = parseNumber(Text, "f64");
  if (Real)
    return Real;
  consumeError(Real.takeError());
  return createStringError("'" + Text + "' is no number");
}

Scalar scalarOf(const sm::NamedValue &V, unsigned Lane) {
  const uint64_t Bits = V.Bits[Lane];
  const StringRef Type = V.Type;
  Scalar C;
  C.Unsigned = Bits;
  C.Whole = SignExtend64(Bits, widthOf(Type));
  C.IsReal = isReal(Type);
  if (Type == "f32")
    C.Real = bit_cast<float>(uint32_t(Bits));
  else if (Type == "f64")
    C.Real = bit_cast<double>(Bits);
  else if (Type == "f16")
    C.Real = APFloat(APFloat::IEEEhalf(), APInt(16, Bits & 0xffff))
                 .convertToDouble();
  else
    C.Real = Type.starts_with("s") ? double(C.Whole) : double(C.Unsigned);
  return C;
}

bool holds(const Comparison &C, StringRef Type, const Scalar &Left,
           const Scalar &Right) {
  if (Left.IsReal || Right.IsReal)
    return holds<double>(C.How, Left.Real, Right.Real);
  if (Type.starts_with("s") || C.Operand.starts_with("-"))
    return holds<int64_t>(C.How, Left.Whole, Right.Whole);
  return holds<uint64_t>(C.How, Left.Unsigned, Right.Unsigned);
}

} // namespace

std::optional<sm::NamedValue> View::specialValue(WarpName Name,
                                                 StringRef Register) const {
  const sm::Warp *W = find(Name);
  auto Each = [](function_ref<uint64_t(unsigned)> Of) {
    sm::NamedValue V{"u32", {}};
    for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
      V.Bits[Lane] = Of(Lane);
    return V;
  };
  if (Register == "%laneid")
    return Each([](unsigned Lane) { return Lane; });
  if (Register == "%warpid")
    return Each([&](unsigned) { return Name.Warp; });
  auto [Word, Letter] = Register.split('.');
  const size_t Axis = StringRef("xyz").find(Letter);
  if (Letter.size() != 1 || Axis == StringRef::npos)
    return std::nullopt;
  auto Of = [Axis](const sm::Dim3 &D) {
    return std::array<uint32_t, 3>{D.X, D.Y, D.Z}[Axis];
  };
  if (Word == "%tid")
    return Each([&](unsigned Lane) { return thread(Name, Lane)[Axis]; });
  if (Word == "%ctaid")
    return Each([&](unsigned) { return W->cta().index()[Axis]; });
  if (Word == "%ntid")
    return Each([&](unsigned) { return Of(BlockSize); });
  if (Word == "%nctaid")
    return Each([&](unsigned) { return Of(GridSize); });
  return std::nullopt;
}

std::optional<sm::NamedValue> View::value(WarpName Name, StringRef What) const {
  if (std::optional<sm::NamedValue> Special = specialValue(Name, What))
    return Special;
  // PTX that people write has registers without a sign in front.
  if (!What.starts_with("%") && hasSourceVariable(What))
    return sourceValue(Name, What);
  return registerValue(Name, What);
}

std::optional<sm::NamedValue> View::registerValue(WarpName Name,
                                                  StringRef Register) const {
  return sm::namedValue(Kernel.Registers, find(Name)->lanes(),
                        Program->Code[indexOf(Name)].Address, Register);
}

/// Types of the registers called \p Name: functions that were inlined may have
/// some of the same name.
static SmallVector<StringRef, 2> typesOf(StringRef Name,
                                         const object::Kernel &K) {
  SmallVector<StringRef, 2> Types;
  for (const object::PTXRegister &R : K.Registers.Registers)
    if (R.Name == Name)
      Types.push_back(R.Type);
  return Types;
}

Error View::checkName(StringRef Name, StringRef Number) const {
  if (find(Current) && specialValue(Current, Name)) {
    Expected<Scalar> C = parseNumber(Number.empty() ? "0" : Number, "u32");
    return C ? Error::success() : C.takeError();
  }
  if (!Name.starts_with("%") && hasSourceVariable(Name)) {
    if (Number.empty())
      return Error::success();
    // Variables of one name may have several types.
    Expected<Scalar> C = parseAnyNumber(Number, "s64");
    return C ? Error::success() : C.takeError();
  }
  if (Kernel.Registers.empty())
    return createStringError("the object has no names of registers, so that "
                             "there is no condition about one");
  Error Why = createStringError("there is no register '" + Name +
                                "' in kernel '" + Kernel.Info.Name + "'");
  for (StringRef Type : typesOf(Name, Kernel)) {
    consumeError(std::move(Why));
    Expected<Scalar> C = parseNumber(Number.empty() ? "0" : Number, Type);
    if (C)
      return Error::success();
    Why = C.takeError();
  }
  return Why;
}

Error View::checkCondition(StringRef Condition) const {
  Expected<SmallVector<Comparison, 2>> All = parseCondition(Condition);
  if (!All)
    return All.takeError();
  for (const Comparison &C : *All) {
    if (Error E = checkName(C.Name, C.isOfNumber() ? C.Operand : ""))
      return E;
    if (!C.isOfNumber())
      if (Error E = checkName(C.Operand, ""))
        return E;
  }
  return Error::success();
}

Expected<uint32_t> View::lanesWhere(WarpName Name, StringRef Condition) const {
  Expected<SmallVector<Comparison, 2>> All = parseCondition(Condition);
  if (!All)
    return All.takeError();
  uint32_t Result = activeOf(Name);
  for (const Comparison &C : *All) {
    std::optional<sm::NamedValue> Left = value(Name, C.Name), Right;
    Expected<Scalar> Number = Scalar();
    if (Left && C.isOfNumber())
      Number = C.Name.starts_with("%") ? parseNumber(C.Operand, Left->Type)
                                       : parseAnyNumber(C.Operand, Left->Type);
    else if (!C.isOfNumber())
      Right = value(Name, C.Operand);
    if (!Number)
      return Number.takeError();
    if (!Left || (!C.isOfNumber() && !Right))
      return createStringError("'" + (Left ? C.Operand : C.Name) +
                               "' has no value here");
    for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
      if (!holds(C, Left->Type, scalarOf(*Left, Lane),
                 Right ? scalarOf(*Right, Lane) : *Number))
        Result &= ~(uint32_t(1) << Lane);
  }
  return Result;
}

} // namespace heddle::debugger
