//===- TeslaNames.cpp - Names of codes in microinstruction text -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace heddle::tesla;

static const StringLiteral Conditions[] = {
    "never", "l",  "e",   "le",  "g",      "lg", "ge", "lge", "u",  "lu", "eu",
    "leu",   "gu", "lgu", "geu", "always", "o",  "c",  "a",   "s",  "",   "",
    "",      "",   "",    "",    "",       "",   "ns", "na",  "nc", "no"};
static const StringLiteral Roundings[] = {"rn", "rm", "rp", "rz"};
static const StringLiteral RoundingsInt[] = {"rni", "rmi", "rpi", "rzi"};
static const StringLiteral SpecialRegisters[] = {
    "$physid", "$clock", "$sr2", "$vstride", "$pm0", "$pm1", "$pm2", "$pm3",
    "$sampleid", "$sr9", "$sr10", "$sr11", "$sr12", "$sr13", "$sr14", "$sr15",
    // The registers from here on are tx1's.
    "$nctaidx", "$nctaidy", "$nctaidz", "$laneid", "$warpid", "$nwarpid",
    "$smid", "$nsmid", "$gridid", "$lanemaskeq", "$lanemasklt", "$lanemaskle",
    "$lanemaskgt", "$lanemaskge", "$clockhi", "$timerlo", "$timerhi",
    "$dynshared", "$totalshared"};
static const StringLiteral QuadOps[] = {"add", "subr", "sub", "mov2"};
static const StringLiteral LaneSelects[] = {"l0", "l1", "l2",  "l3",
                                            "dx", "dy", "dx2", "dy2"};
static const StringLiteral SizeModes[] = {"u8", "u16", "s16", "b32"};

static ArrayRef<StringLiteral> tableOf(NameTable Table) {
  switch (Table) {
  case NameTable::Condition:
    return Conditions;
  case NameTable::Rounding:
    return Roundings;
  case NameTable::RoundingInt:
    return RoundingsInt;
  case NameTable::SpecialRegister:
    return SpecialRegisters;
  case NameTable::QuadOp:
    return QuadOps;
  case NameTable::LaneSelect:
    return LaneSelects;
  case NameTable::SizeMode:
    return SizeModes;
  }
  llvm_unreachable("unknown table");
}

StringRef heddle::tesla::nameOf(NameTable Table, unsigned Code) {
  ArrayRef<StringLiteral> Names = tableOf(Table);
  return Code < Names.size() ? StringRef(Names[Code]) : StringRef();
}

std::optional<unsigned> heddle::tesla::codeOf(NameTable Table, StringRef Name) {
  if (Name.empty())
    return std::nullopt;
  ArrayRef<StringLiteral> Names = tableOf(Table);
  for (unsigned I = 0; I != Names.size(); ++I)
    if (Names[I] == Name)
      return I;
  return std::nullopt;
}
