//===- OperationsMapped.cpp - f64 under map_f64_to_f32 --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each computes what the instruction on f32 does, so most rows are made of
// those; the names differ where f64 has to state its rounding.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include <algorithm>

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;

bool endsWith(const std::string &Text, const std::string &End) {
  return Text.size() >= End.size() &&
         Text.compare(Text.size() - End.size(), End.size(), End) == 0;
}

void replaceClass(std::vector<RegClass> &Classes) {
  std::replace(Classes.begin(), Classes.end(), RegClass::F32, RegClass::F64);
}

void replaceSources(Operation &Op) {
  for (SourceKind &Kind : Op.Sources)
    if (Kind.Class == RegClass::F32)
      Kind.Class = RegClass::F64;
}

/// The row of f32 that f64's \p Name is mapped to, where they differ.
std::string mappedName(const std::string &Name) {
  static const std::pair<const char *, const char *> Names[] = {
      {"mad.f32", "mad.rn.f64"},
      {"rcp.approx.f32", "rcp.rn.f64"},
      {"sqrt.approx.f32", "sqrt.rn.f64"},
      {"rsqrt.approx.f32", "rsqrt.approx.f64"},
      {"div.approx.f32", "div.rn.f64"}};
  for (auto [Single, Double] : Names)
    if (Name == Single)
      return Double;
  return "";
}

/// Of arithmetic, moves and selections all numbers are f64.
void addArithmetic(Table &Out, const Operation &Single) {
  Operation Op = Single;
  bool IsSpecial = Op.Group == Family::Special;
  Op.Name = mappedName(Single.Name);
  if (Op.Name.empty()) {
    // The condition of slct stays what it is.
    bool IsPlain = Single.Name.rfind("slct.", 0) == 0
                       ? Single.Name == "slct.f32.s32"
                       : endsWith(Single.Name, ".f32");
    if (IsSpecial || Single.Saturates || !IsPlain)
      return;
    Op.Name = Single.Name;
    Op.Name.replace(Op.Name.find(".f32"), 4, ".f64");
  }
  replaceClass(Op.Results);
  replaceSources(Op);
  Op.Group = Family::Mapped;
  Out.push_back(Op);
}

/// Numbers that are compared are f64, and what a comparison gives is not.
void addCompare(Table &Out, const Operation &Single) {
  if (!endsWith(Single.Name, ".f32"))
    return;
  Operation Op = Single;
  Op.Name.replace(Op.Name.size() - 4, 4, ".f64");
  replaceSources(Op);
  Op.Group = Family::Mapped;
  Out.push_back(Op);
}

void addConvert(Table &Out, const Operation &Single) {
  Operation Op = Single;
  for (size_t At; (At = Op.Name.find(".f32")) != std::string::npos;)
    Op.Name.replace(At, 4, ".f64");
  replaceClass(Op.Results);
  replaceSources(Op);
  Op.Group = Family::Mapped;
  Out.push_back(Op);
}

uint64_t canonical(const Operation &, const uint64_t *S) {
  return canonicalFloat(uint32_t(S[0]));
}

/// Those without a counterpart.
void addOwn(Table &Out) {
  auto Add = [&](std::string Name, RegClass To, RegClass From,
                 Operation::Evaluator Evaluate) {
    Operation Op;
    Op.Name = std::move(Name);
    Op.Group = Family::Mapped;
    Op.Results = {To};
    Op.Sources = {{From, From == RegClass::F64}};
    Op.Evaluate = Evaluate;
    Out.push_back(Op);
  };
  Add("cvt.f64.f32", RegClass::F64, RegClass::F32, canonical);
  for (Rounding Mode : AllRoundings)
    Add(std::string("cvt.") + roundingName(Mode) + ".f32.f64", RegClass::F32,
        RegClass::F64, canonical);
}

} // namespace

void addMappedOperations(Table &Out) {
  const Table Singles = Out;
  for (const Operation &Op : Singles) {
    if (Op.Use == Operation::Modern)
      continue;
    switch (Op.Group) {
    case Family::Float:
    case Family::Special:
    case Family::Move:
    case Family::Select:
      addArithmetic(Out, Op);
      break;
    case Family::Compare:
      addCompare(Out, Op);
      break;
    case Family::ConvertFloat:
      addConvert(Out, Op);
      break;
    case Family::Integer:
    case Family::Multiply:
    case Family::Division:
    case Family::Logic:
    case Family::Shift:
    case Family::Predicate:
    case Family::ConvertInteger:
    case Family::Carry:
    case Family::Modern:
    case Family::Mapped:
    case Family::Ieee:
    case Family::IeeeConvert:
    case Family::IeeeCompare:
    case Family::Bits:
    case Family::Approx:
      break;
    }
  }
  addOwn(Out);
}

} // namespace heddle::ptxrandom
