//===- WriterText.cpp - Operands as PTX -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterImpl.h"

namespace heddle::ptxrandom {

const char *typeOf(RegClass C) {
  static const char *const Names[] = {"pred", "b16", "b32",
                                      "b64",  "f32", "f64"};
  return Names[unsigned(C)];
}

std::string nameOf(Reg R) {
  return fmt::format("%{}{}", registerLetter(R.Class), R.Index);
}

std::string guardText(const Guard &G) {
  if (!G.IsPresent)
    return "";
  return fmt::format("@{}%p{} ", G.IsNegated ? "!" : "", G.Pred);
}

std::string negatedGuardText(Guard G) {
  G.IsNegated = !G.IsNegated;
  return guardText(G);
}

const char *spaceName(Space Where) {
  switch (Where) {
  case Space::Global:
  case Space::Input:
  case Space::GlobalNumbers:
    return "global";
  case Space::Shared:
    return "shared";
  case Space::Local:
    return "local";
  case Space::Const:
  case Space::ConstNumbers:
    return "const";
  }
  return "";
}

const char *baseName(Space Where) {
  switch (Where) {
  case Space::Input:
    return "input";
  case Space::ConstNumbers:
    return "cnum";
  case Space::GlobalNumbers:
    return "gnum";
  case Space::Global:
  case Space::Shared:
  case Space::Local:
  case Space::Const:
    return spaceName(Where);
  }
  return "";
}

std::string operandText(const Operand &O) {
  if (!O.IsImmediate)
    return (O.IsNegated ? "!" : "") + nameOf(O.R);
  if (O.R.Class == RegClass::F32)
    return fmt::format("0f{:08X}", O.Bits);
  if (O.R.Class == RegClass::F64 || O.IsNumber)
    return fmt::format("0d{:016X}", O.Bits);
  if (O.Bits < 1000)
    return fmt::format("{}", O.Bits);
  return fmt::format("{:#x}", O.Bits);
}

std::string list(const std::vector<std::string> &Items) {
  std::string Out;
  for (const std::string &Item : Items)
    Out += (Out.empty() ? "" : ", ") + Item;
  return Out;
}

std::vector<std::string> names(const std::vector<Reg> &Registers) {
  std::vector<std::string> Out;
  Out.reserve(Registers.size());
  for (Reg R : Registers)
    Out.push_back(nameOf(R));
  return Out;
}

std::vector<std::string> texts(const std::vector<Operand> &Operands) {
  std::vector<std::string> Out;
  Out.reserve(Operands.size());
  for (const Operand &O : Operands)
    Out.push_back(operandText(O));
  return Out;
}

} // namespace heddle::ptxrandom
