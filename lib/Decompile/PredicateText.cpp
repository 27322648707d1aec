//===- PredicateText.cpp - Flags as predicates ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md section 3. Less is (S & ~Z) ^ O, equal Z & ~S, carry is
// set where a difference does not borrow.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "MCTargetDesc/TeslaNames.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>
#include <iterator>

using namespace llvm;

namespace heddle::decompile {

std::string KernelWriter::predicate(unsigned Register, unsigned Code) {
  std::string Name = "%c" + utostr(Register) + "_" +
                     tesla::nameOf(tesla::NameTable::Condition, Code).str();
  Predicates[Name] = true;
  return Name;
}

std::string KernelWriter::guardOf(unsigned Register, unsigned Code) {
  return "@" + predicate(Register, Code) + " ";
}

void KernelWriter::set(const std::string &To, bool Value) {
  emit((Value ? "setp.eq.u32 " : "setp.ne.u32 ") + To + ", 0, 0");
}

namespace {
enum class Known : uint8_t { No, False, True };

/// A code tested of numbers: the comparison, or what it always is.
struct Relation {
  StringRef Name;
  Known Always = Known::No;
};
constexpr Known False = Known::False, True = Known::True;

/// Relations of a number to zero, without carry and overflow, or of two
/// numbers, for codes that look at a signed difference.
constexpr Relation Signed[16] = {
    {"", False}, {"lt"}, {"eq"}, {"le"}, {"gt"}, {"ne"}, {"ge"}, {"", True},
    {"", False}, {"lt"}, {"eq"}, {"le"}, {"gt"}, {"ne"}, {"ge"}, {"", True}};
/// Relations of two floats.
constexpr Relation OfFloats[16] = {{"", False}, {"lt"},  {"eq"},  {"le"},
                                   {"gt"},      {"ne"},  {"ge"},  {"num"},
                                   {"nan"},     {"ltu"}, {"equ"}, {"leu"},
                                   {"gtu"},     {"neu"}, {"geu"}, {"", True}};

/// Codes from 16 on where there is no carry and no overflow.
Relation withoutCarry(unsigned Code, StringRef Sign, StringRef NotSign) {
  switch (Code) {
  case CodeSign:
    return {Sign};
  case CodeNotSign:
    return {NotSign};
  case CodeNotAbove:
  case CodeNotCarry:
  case CodeNotOverflow:
    return {"", True};
  default:
    return {"", False};
  }
}

/// Whether a comparison that holds, whose flags are S alone, makes \p Code
/// true. Where it does not, they are Z alone.
Relation ofComparison(unsigned Code, const Flags &Of) {
  switch (Code) {
  case 1:
  case 5:
  case 9:
  case 13:
  case CodeSign:
    return {Of.Holds};
  case 2:
  case 6:
  case CodeZero:
  case 14:
  case CodeNotSign:
    return {Of.Fails};
  case 3:
  case 7:
  case 11:
  case CodeAlways:
  case CodeNotAbove:
  case CodeNotCarry:
  case CodeNotOverflow:
    return {"", True};
  default:
    return {"", False};
  }
}
} // namespace

/// A sum or a difference overflows where the exact one does not fit.
void KernelWriter::writeOverflow(unsigned Code, const Flags &Of,
                                 const std::string &To) {
  if (Of.IsHalf)
    return refuse("PTX has no overflow of halves");
  std::string A = temporary('d'), B = temporary('d'), Word = temporary('t');
  always("cvt.s64.s32 " + A + ", " + Of.A);
  always("cvt.s64.s32 " + B + ", " + Of.B);
  always(Twine(Of.Kind == Flags::Sum ? "add.s64 " : "sub.s64 ") + A + ", " + A +
         ", " + B);
  if (!Of.Carry.empty()) {
    always("selp.s64 " + B + ", 1, 0, " + Of.Carry);
    always("add.s64 " + A + ", " + A + ", " + B);
  }
  always("cvt.u32.u64 " + Word + ", " + A);
  always("cvt.s64.s32 " + B + ", " + Word);
  emit((Code == CodeOverflow ? "setp.ne.s64 " : "setp.eq.s64 ") + To + ", " +
       A + ", " + B);
}

/// Flags of a sum that carry and overflow decide: those of the exact sum.
void KernelWriter::writeSumFlag(unsigned Code, const Flags &Of,
                                const std::string &To,
                                const std::string &Result) {
  const StringRef Small = Of.IsHalf ? "16" : "32";
  auto OfResult = [&](StringRef Name, StringRef Sign) {
    emit("setp." + Name + "." + Sign + Small + " " + To + ", " + Result +
         ", 0");
  };
  switch (Code) {
  case 2:
  case CodeZero:
    return OfResult("eq", "s");
  case 5:
  case 13:
    return OfResult("ne", "s");
  case CodeSign:
    return OfResult("lt", "s");
  case CodeNotSign:
    return OfResult("ge", "s");
  default:
    break;
  }
  if (Code == CodeOverflow || Code == CodeNotOverflow)
    return writeOverflow(Code, Of, To);
  // A carry is a sum that is less than what was added.
  if (Of.Carry.empty() && (Code == CodeCarry || Code == CodeNotCarry)) {
    emit(Twine("setp.") + (Code == CodeCarry ? "lt" : "ge") + ".u" + Small +
         " " + To + ", " + Result + ", " + Of.A);
    return;
  }
  const bool IsUnsigned = Code == CodeCarry || Code == CodeNotCarry ||
                          Code == CodeAbove || Code == CodeNotAbove;
  const std::string T = IsUnsigned ? "u" : "s";
  std::string A = temporary('d'), B = temporary('d');
  always("cvt." + T + "64." + T + Small + " " + A + ", " + Of.A);
  always("cvt." + T + "64." + T + Small + " " + B + ", " + Of.B);
  always("add." + T + "64 " + A + ", " + A + ", " + B);
  if (!Of.Carry.empty()) {
    always("selp." + T + "64 " + B + ", 1, 0, " + Of.Carry);
    always("add." + T + "64 " + A + ", " + A + ", " + B);
  }
  const uint64_t Limit = uint64_t(1) << (Of.IsHalf ? 16 : 32);
  if (!IsUnsigned) {
    assert(Code < std::size(Signed) && Signed[Code].Always == Known::No &&
           "what always or never holds needs no sum");
    emit("setp." + Signed[Code].Name + ".s64 " + To + ", " + A + ", 0");
    return;
  }
  const StringRef Name = Code == CodeCarry      ? "ge"
                         : Code == CodeNotCarry ? "lt"
                         : Code == CodeAbove    ? "gt"
                                                : "le";
  emit("setp." + Name + ".u64 " + To + ", " + A + ", " + hexText(Limit));
}

void KernelWriter::writeFlag(unsigned Code, const Flags &Of,
                             const std::string &Result) {
  const std::string To = predicate(inst().CCDst, Code);
  const std::string Small = Of.IsHalf ? "16" : "32";
  auto Write = [&](Relation R, const Twine &Type, const std::string &A,
                   const std::string &B) {
    if (R.Always != Known::No)
      set(To, R.Always == Known::True);
    else
      emit("setp." + R.Name + "." + Type + " " + To + ", " + A + ", " + B);
  };
  switch (Of.Kind) {
  case Flags::Integer:
    Write(Code < 16 ? Signed[Code] : withoutCarry(Code, "lt", "ge"),
          "s" + Small, Result, "0");
    return;
  case Flags::Comparison:
    Write(ofComparison(Code, Of), Of.Type, Of.A, Of.B);
    return;
  case Flags::Float:
    Write(Code < 16 ? OfFloats[Code] : withoutCarry(Code, "ltu", "ge"), "f32",
          Result, floatText(0));
    return;
  case Flags::Double:
    Write(Code < 16 ? OfFloats[Code] : withoutCarry(Code, "ltu", "ge"), "f64",
          Result, "0d0000000000000000");
    return;
  case Flags::KeptFloat:
    llvm_unreachable("it is compared as an f64");
  case Flags::Sum:
    if (Code == 7 || Code == 8)
      set(To, Code == 7);
    else
      writeSumFlag(Code, Of, To, Result);
    return;
  case Flags::Difference:
    break;
  }
  switch (Code) {
  case CodeCarry:
    return Write({"ge"}, "u" + Small, Of.A, Of.B);
  case CodeNotCarry:
    return Write({"lt"}, "u" + Small, Of.A, Of.B);
  case CodeAbove:
    return Write({"gt"}, "u" + Small, Of.A, Of.B);
  case CodeNotAbove:
    return Write({"le"}, "u" + Small, Of.A, Of.B);
  case CodeSign:
    return Write({"lt"}, "s" + Small, Result, "0");
  case CodeNotSign:
    return Write({"ge"}, "s" + Small, Result, "0");
  case CodeOverflow:
  case CodeNotOverflow:
    return writeOverflow(Code, Of, To);
  default:
    return Write(Signed[Code], "s" + Small, Of.A, Of.B);
  }
}

void KernelWriter::writeFlags(const Flags &Of, const std::string &Result) {
  const sm::DecodedInst &I = inst();
  if (Of.Kind == Flags::KeptFloat) {
    // Comparisons of f32 make zeros of denormals.
    Flags Wide;
    Wide.Kind = Flags::Double;
    const std::string Value = temporary('d');
    always("cvt.f64.f32 " + Value + ", " + Result);
    return writeFlags(Wide, Value);
  }
  // The predicate of the instruction may be among those that it writes.
  if (!Guard.empty() && I.CCDst == I.CondReg) {
    std::string Copy = temporary('q');
    always("mov.pred " + Copy + ", " + predicate(I.CondReg, I.Cond));
    Guard = "@" + Copy + " ";
  }
  for (unsigned Code = 0; Code != ConditionCodes; ++Code)
    if (Tested.isTested(Node, I.CCDst, Code))
      writeFlag(Code, Of, Result);
}

/// The flags are the low bits of a number: Z, S, C, O.
void KernelWriter::toCondition() {
  std::string Flags = temporary('t');
  always("and.b32 " + Flags + ", " + source(0) + ", 15");
  for (unsigned Code = 0; Code != ConditionCodes; ++Code) {
    if (!Tested.isTested(Node, inst().CCDst, Code))
      continue;
    // A bit for each value of the flags.
    uint32_t Table = 0;
    for (unsigned Value = 0; Value != 16; ++Value) {
      const bool Z = Value & 1, S = Value & 2, C = Value & 4, O = Value & 8;
      Table |= uint32_t(holdsFor(Code, Z, S, C, O)) << Value;
    }
    std::string Bit = temporary('t');
    always("mov.u32 " + Bit + ", " + hexText(Table));
    always("shr.u32 " + Bit + ", " + Bit + ", " + Flags);
    always("and.b32 " + Bit + ", " + Bit + ", 1");
    emit("setp.ne.u32 " + predicate(inst().CCDst, Code) + ", " + Bit + ", 0");
  }
}

void KernelWriter::fromCondition() {
  const unsigned Register = inst().CondReg;
  std::string Sum = temporary('t');
  always("selp.u32 " + Sum + ", 1, 0, " + predicate(Register, CodeZero));
  for (auto [Code, Bit] : {std::pair(CodeSign, 2), std::pair(CodeCarry, 4),
                           std::pair(CodeOverflow, 8)}) {
    std::string Value = temporary('t');
    always("selp.u32 " + Value + ", " + utostr(Bit) + ", 0, " +
           predicate(Register, Code));
    always("or.b32 " + Sum + ", " + Sum + ", " + Value);
  }
  result(As::Word,
         [&](const std::string &To) { emit("mov.b32 " + To + ", " + Sum); });
}

/// The result is as that of a comparison.
void KernelWriter::vote() {
  const sm::DecodedInst &I = inst();
  if (I.Sub[0] == CodeNever || I.Sub[0] == CodeAlways)
    return refuse("a vote of no predicate");
  std::string Result = temporary('q'), Word = temporary('t');
  always(Twine("vote.") + (I.Sub[1] ? "all" : "any") + ".pred " + Result +
         ", " + predicate(I.CondReg, I.Sub[0]));
  always("selp.s32 " + Word + ", -1, 0, " + Result);
  for (unsigned Code = 0; Code != ConditionCodes; ++Code)
    if (Tested.isTested(Node, I.CCDst, Code))
      writeFlag(Code, Flags(), Word);
}

} // namespace heddle::decompile
