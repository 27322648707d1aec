//===- RegisterValues.cpp - What registers hold, as text ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/RegisterValues.h"
#include "heddle/Machine/LaneMask.h"
#include "heddle/Machine/RegisterResults.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace heddle::sm {
namespace {

/// Registers that the kernel does not have read zero, above all $r127.
uint32_t wordOf(const LaneContext &L, unsigned Row, unsigned Lane) {
  return Row < L.Registers ? L.Base[0][Row * Lanes + Lane] : 0;
}

/// \p Words rows from \p Row on, the highest first.
std::string hexRows(const LaneContext &L, unsigned Row, unsigned Words,
                    unsigned Lane) {
  std::string Digits;
  llvm::raw_string_ostream OS(Digits);
  for (unsigned N = Words; N-- != 0;) {
    uint32_t Word = wordOf(L, Row + N, Lane);
    // The words are printed as one number, without zeros in front.
    if (Word == 0 && N != 0 && Digits.empty())
      continue;
    // utohexstr does not fit, as it gives 0 a digit more than its width.
    OS << llvm::format_hex_no_prefix(Word, Digits.empty() ? 0 : 8);
  }
  return "0x" + Digits;
}

std::string valueText(const LaneContext &L, const RegisterUse &R,
                      unsigned Lane) {
  switch (R.Kind) {
  case RegisterUse::Half: {
    uint32_t Word = wordOf(L, R.Number / 2, Lane);
    return "0x" + llvm::utohexstr(Word >> (R.Number % 2 * 16) & 0xffff, true);
  }
  case RegisterUse::Word:
  case RegisterUse::Pair:
  case RegisterUse::Quad: {
    RowRange Rows = rowsOf(R);
    return hexRows(L, Rows.First, Rows.Count, Lane);
  }
  case RegisterUse::Address:
    return "0x" + llvm::utohexstr(L.AddressRegs[R.Number][Lane], true);
  case RegisterUse::Condition:
    break;
  }
  llvm_unreachable("a condition code has four bits");
}

std::string conditionText(const LaneContext &L, const RegisterUse &R,
                          uint32_t Mask, unsigned NumLanes) {
  static constexpr char Bits[] = {'z', 's', 'c', 'o'};
  std::string Text = R.Name + "=";
  for (unsigned Bit = 0; Bit != std::size(Bits); ++Bit)
    Text += std::string(Bit ? " " : "") + Bits[Bit] + ":" +
            laneMask(L.Condition[R.Number][Bit] & Mask, NumLanes);
  return Text;
}

} // namespace

std::string lanesText(uint32_t Mask, unsigned NumLanes,
                      llvm::function_ref<std::string(unsigned)> ValueOf) {
  std::string List;
  std::optional<std::string> Common;
  bool IsUniform = true;
  unsigned Shown = NumLanes ? NumLanes : 32 - llvm::countl_zero(Mask);
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    bool IsIn = Mask >> Lane & 1;
    std::string Value = IsIn ? ValueOf(Lane) : "-";
    if (IsIn) {
      IsUniform &= !Common || *Common == Value;
      Common = Value;
    }
    if (Lane < Shown)
      List += (Lane ? " " : "") + Value;
  }
  return IsUniform ? Common.value_or("-") : "[" + List + "]";
}

std::string valuesText(const LaneContext &L, const RegisterUse &R,
                       uint32_t Mask, unsigned NumLanes) {
  if (R.Kind == RegisterUse::Condition)
    return conditionText(L, R, Mask, NumLanes);
  return R.Name + "=" + lanesText(Mask, NumLanes, [&](unsigned Lane) {
           return valueText(L, R, Lane);
         });
}

} // namespace heddle::sm
