//===- WriterExtras.cpp - Pointers in memory and arrays as PTX ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterImpl.h"

namespace heddle::ptxrandom {

//===----------------------------------------------------------------------===//
// Pointers in memory
//===----------------------------------------------------------------------===//

/// The address of slot \p Number, as it stands in the brackets; %base_slot
/// holds it or a part of it.
std::string Writer::slot(unsigned Number, SlotAccess Way) {
  unsigned Offset = Number * SlotBytes;
  switch (Way) {
  case SlotAccess::Whole:
  case SlotAccess::Words:
  case SlotAccess::Pair:
    return fmt::format("slots+{}", Offset);
  case SlotAccess::Generic:
    line("mov.u64 %base_slot, slots;");
    line("cvta.local.u64 %base_slot, %base_slot;");
    return fmt::format("%base_slot+{}", Offset);
  case SlotAccess::Computed:
    line("mov.u64 %base_slot, slots;");
    line("add.u64 %base_slot, %base_slot, {};", NumSlots * SlotBytes);
    line("sub.u64 %base_slot, %base_slot, {};", NumSlots * SlotBytes - Offset);
    return "%base_slot";
  }
  return "";
}

void Writer::loadPointer(unsigned Number, SlotAccess Way, const char *To) {
  std::string Place = slot(Number, Way);
  switch (Way) {
  case SlotAccess::Words:
    line("ld.local.v2.u32 {{%low, %high}}, [{}];", Place);
    return line("mov.b64 {}, {{%low, %high}};", To);
  case SlotAccess::Pair: {
    bool IsSecond = Number % 2 != 0;
    return line("ld.local.v2.u64 {{{}, {}}}, [{}];", IsSecond ? "%other" : To,
                IsSecond ? To : "%other",
                slot(Number - IsSecond, SlotAccess::Whole));
  }
  case SlotAccess::Generic:
    return line("ld.u64 {}, [{}];", To, Place);
  case SlotAccess::Whole:
  case SlotAccess::Computed:
    return line("ld.local.u64 {}, [{}];", To, Place);
  }
}

void Writer::clearSlots() {
  line(".local .align 16 .b8 slots[{}];", NumSlots * SlotBytes);
  line(".reg .u64 %base_slot, %pointer0, %pointer1, %other;");
  line(".reg .u32 %low, %high;");
  for (unsigned I = 0; I != FirstScratchSlot; ++I) {
    line("cvta.{}.u64 %pointer0, %base_{};", spaceName(SlotSpaces[I]),
         baseName(SlotSpaces[I]));
    line("st.local.u64 [slots+{}], %pointer0;", I * SlotBytes);
  }
}

void Writer::pointerStore(const Stmt &S) {
  for (size_t I = 0; I != S.Pointers.size(); ++I) {
    const PointerSource &From = S.Pointers[I];
    std::string To = fmt::format("%pointer{}", I);
    if (From.From >= 0) {
      loadPointer(unsigned(From.From), SlotAccess::Whole, To.c_str());
      continue;
    }
    address(From.Element);
    line("add.u64 {}, %a, {};", To, From.Element.Offset);
  }
  std::string Test = guardText(S.Condition);
  if (S.Pointers.size() > 1)
    return line("{}st.local.v2.u64 [{}], {{%pointer0, %pointer1}};", Test,
                slot(S.Number, SlotAccess::Whole));
  std::string Place = slot(S.Number, S.Slots);
  if (S.Slots == SlotAccess::Words) {
    line("mov.b64 {{%low, %high}}, %pointer0;");
    line("{}st.local.u32 [{}+4], %high;", Test, Place);
    return line("{}st.local.u32 [{}], %low;", Test, Place);
  }
  line("{}st{}.u64 [{}], %pointer0;", Test,
       S.Slots == SlotAccess::Generic ? "" : ".local", Place);
}

void Writer::pointerAccess(const Stmt &S) {
  loadPointer(S.Number, S.Slots, "%pointer0");
  transfer(S, fmt::format("%pointer0+{}", S.Mem.Offset));
}

//===----------------------------------------------------------------------===//
// Arrays by value
//===----------------------------------------------------------------------===//

/// Writes what the result holds where no piece is, or everywhere.
void Writer::arrayFill(const ArrayFunction &F, bool IsEverywhere) {
  uint32_t Word = F.Fill * 0x01010101u;
  std::vector<bool> Written = F.written();
  for (unsigned I = 0; I != F.Result; ++I) {
    if (IsEverywhere && I % 4 == 0)
      line("st.param.u32 [v+{}], {};", I, Word);
    else if (!IsEverywhere && !Written[I])
      line("st.param.u8 [v+{}], {};", I, F.Fill);
  }
}

void Writer::arrayPiece(const ArrayFunction::Piece &Each) {
  bool IsLong = Each.Bytes == 8;
  const char *Value = IsLong ? "%long" : "%t0";
  const char *Wider = IsLong ? "u64" : "u32";
  std::string Place = fmt::format("i{}+{}", Each.Argument, Each.From);
  if (Each.IsIndirect) {
    line("mov.u64 %a, i{};", Each.Argument);
    line("add.u64 %a, %a, {};", Each.From + 16);
    Place = "%a+-16";
  }
  line("ld.param.u{} {}, [{}];", 8 * Each.Bytes, Value, Place);
  if (Each.Addend)
    line("add.{} {}, {}, {};", Wider, Value, Value, Each.Addend);
  line("st.param.u{} [v+{}], {};", 8 * Each.Bytes, Each.To, Value);
}

void Writer::arrayFunction(unsigned Index) {
  const ArrayFunction &F = P.ArrayFunctions[Index];
  std::vector<std::string> Arguments;
  for (size_t I = 0; I != F.Arguments.size(); ++I)
    Arguments.push_back(fmt::format(".param .align {} .b8 i{}[{}]", F.Align, I,
                                    F.Arguments[I]));
  Text += fmt::format(".func (.param .align {} .b8 v[{}]) g{} ({})\n{{\n",
                      F.Align, F.Result, Index, list(Arguments));
  line(".reg .u32 %t0;");
  line(".reg .u64 %long, %a;");
  if (F.FillsFirst)
    arrayFill(F, true);
  for (const ArrayFunction::Piece &Each : F.Pieces)
    arrayPiece(Each);
  if (!F.FillsFirst)
    arrayFill(F, false);
  line("ret;");
  Text += "}\n\n";
}

void Writer::arrayCall(const Stmt &S) {
  const ArrayFunction &F = P.ArrayFunctions[S.Number];
  unsigned Help = NextHelp++;
  if (S.Condition.IsPresent)
    line("{}bra U{};", negatedGuardText(S.Condition), Help);
  line("{{");
  if (!S.IsVariant)
    line(".param .align {} .b8 v[{}];", F.Align, F.Result);
  std::vector<std::string> Arguments;
  auto Next = S.Sources.begin();
  for (size_t I = 0; I != F.Arguments.size(); ++I) {
    Arguments.push_back(S.IsVariant && I == 0 ? "v" : fmt::format("a{}", I));
    line(".param .align {} .b8 {}[{}];", F.Align, Arguments[I], F.Arguments[I]);
    for (unsigned Offset = 0; Offset != F.Arguments[I]; Offset += 4, ++Next)
      line("st.param.b32 [{}+{}], {};", Arguments[I], Offset,
           operandText(*Next));
  }
  for (unsigned I = 0; I != S.Trips; ++I)
    line("call (v), g{}, ({});", S.Number, list(Arguments));
  for (size_t I = 0; I != S.Results.size(); ++I)
    line("ld.param.b32 {}, [v+{}];", nameOf(S.Results[I]), 4 * I);
  line("}}");
  if (S.Condition.IsPresent)
    label("U{}", Help);
}

} // namespace heddle::ptxrandom
