//===- EngineWarp.cpp - A warp for either engine --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineWarp.h"
#include "heddle/ABI/GenericAddress.h"
#include <algorithm>
#include <cstring>

namespace heddle::sm::test {

/// Behind all that a fixed address reaches: where one kernel has several
/// instructions, host code asks for what all of them need.
static constexpr size_t FarthestByte = 0x10010;

static std::vector<uint8_t> drawBytes(Random &R, size_t Count) {
  std::vector<uint8_t> Bytes(Count);
  for (uint8_t &Byte : Bytes)
    Byte = uint8_t(R.next());
  return Bytes;
}

EngineWarp::EngineWarp(const Program &P, Random R)
    : Shared(drawBytes(R, FarthestByte)), Global(drawBytes(R, 0x1000)),
      Const(drawBytes(R, FarthestByte)) {
  for (uint32_t &Word : Local)
    Word = R.next();
  LaneContext &L = W.lanes();
  L.Base[WarpRows] = Rows[0].Words.data();
  L.Base[ConstantRows] =
      const_cast<uint32_t *>(P.Constants.front().Words.data());
  L.Registers = NumRegisters;
  // As the chip does.
  L.AddressCut = 0xffff0000;
  L.Shared = Shared.data();
  L.SharedBytes = uint32_t(Shared.size());
  L.SharedLow = 16;
  L.Locks = &Lock;
  L.NumWarps = 1;
  L.LocalBytes = LocalBytes;
  L.Local = Local.data();
  for (Window &Bank : Banks)
    Bank = {0, uint32_t(Const.size()), Const.data()};
  L.Banks = Banks;
  L.GlobalMemory = &Global;
  L.FindGlobal = [](const void *Memory, uint32_t Address) {
    auto &G = *static_cast<const std::vector<uint8_t> *>(Memory);
    return Address - GlobalBase < G.size()
               ? Window{GlobalBase, uint32_t(G.size()),
                        const_cast<uint8_t *>(G.data())}
               : Window{0, 0, nullptr};
  };
  L.FindFarGlobal = [](const void *Memory, uint64_t Address, bool) {
    auto &G = *static_cast<const std::vector<uint8_t> *>(Memory);
    return Address - GlobalBase < G.size()
               ? FarWindow{GlobalBase, G.size(),
                           const_cast<uint8_t *>(G.data())}
               : FarWindow{0, 0, nullptr};
  };
  L.PhysicalId = 0x300;
  L.Nctaid[0] = 5;
  L.Nctaid[1] = 3;
  L.Nctaid[2] = 2;
  L.NumSMs = 16;
  L.SmId = 7;
  L.MaxWarps = 24;
  L.DynamicShared = 64;
  L.TotalShared = 0x3000;
}

/// Returns the shape that code may know of an $a register.
static AddressShape shapeOf(const uint32_t *Row) {
  bool IsUniform = true, IsWords = true;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    IsUniform &= Row[Lane] == Row[0];
    IsWords &= Row[Lane] == Row[0] + 4 * Lane;
  }
  return IsUniform ? AddressShape::Uniform
         : IsWords ? AddressShape::Words
                   : AddressShape::Other;
}

/// All lanes at one place, one value after another, a few words apart, or
/// anywhere nearby.
static void drawPlaces(Random &R, uint32_t Base, uint32_t *Row) {
  const uint32_t Kind = R.next() % 7, First = R.next() % 16 * 16;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    const uint32_t Anywhere = R.next() % 48 * 16;
    Row[Lane] = Base + (Kind == 0   ? First
                        : Kind == 1 ? First + 4 * Lane
                        : Kind == 2 ? First + 16 * Lane
                        : Kind == 3 ? First + 2 * Lane
                        : Kind == 4 ? First + Lane
                        : Kind == 5 ? First + 8 * Lane
                                    : Anywhere);
  }
  // Some lane goes elsewhere.
  if (R.next() % 12 == 0)
    Row[R.next() % Lanes] = R.next() >> R.next() % 32;
}

void EngineWarp::drawAddresses(Random &R) {
  LaneContext &L = W.lanes();
  for (unsigned N = 1; N != 5; ++N) {
    drawPlaces(R, 0, L.AddressRegs[N]);
    // Code may always know less than there is to know.
    L.Shapes[N] =
        R.next() % 4 ? shapeOf(L.AddressRegs[N]) : AddressShape::Other;
  }
}

/// In pairs of registers, for any of the spaces; as words, for most of them.
void EngineWarp::drawPointers(Random &R) {
  static constexpr uint32_t High[] = {0,
                                      0,
                                      0,
                                      abi::SharedWindowWord,
                                      abi::LocalWindowWord,
                                      abi::ConstWindowWord};
  const uint32_t Window = High[R.next() % std::size(High)];
  for (unsigned N = 0; N != NumRegisters; N += 2) {
    drawPlaces(R, Window || R.next() % 4 == 0 ? 0 : GlobalBase,
               Rows[N].Words.data());
    Rows[N + 1].Words.fill(Window);
  }
}

void EngineWarp::draw(Random &R, Flavor F, uint32_t Mask) {
  LaneContext &L = W.lanes();
  for (unsigned N = 0; N != NumRegisters; ++N)
    for (uint32_t &Word : Rows[N].Words)
      Word = random(F, R);
  // Words of the same in all lanes.
  if (R.next() % 4 == 0)
    for (unsigned N = 0; N != NumRegisters; ++N)
      if (R.next() & 1)
        Rows[N].Words.fill(Rows[N].Words[0]);
  if (R.next() & 1)
    drawPointers(R);
  drawAddresses(R);
  for (auto &Register : L.Condition)
    for (uint32_t &Bit : Register)
      Bit = R.next() % 4 ? R.next() : 0 - (R.next() & 1);
  W.start(AllLanes);
  L.Active = Mask;
  L.Fault = {};
}

void EngineWarp::place(uint32_t PC, uint32_t Others) {
  DivergenceStack Stack;
  const uint32_t Active = W.lanes().Active;
  if (Active != AllLanes)
    Stack.push(EntryKind::Branch, Others, ~Active);
  W.moveTo(PC, Stack, {});
}

static std::string describe(const std::string &What, unsigned Lane,
                            uint32_t First, uint32_t Second) {
  char Text[120];
  std::snprintf(Text, sizeof(Text), "%s of lane %u: 0x%x interpreted, 0x%x",
                What.c_str(), Lane, First, Second);
  return Text;
}

std::string EngineWarp::compare(EngineWarp &Other, uint32_t Count) {
  for (unsigned N = 0; N != NumRegisters; ++N)
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      if (Count >> Lane & 1 && Rows[N].Words[Lane] != Other.Rows[N].Words[Lane])
        return describe("$r" + std::to_string(N), Lane, Rows[N].Words[Lane],
                        Other.Rows[N].Words[Lane]);
  LaneContext &L = W.lanes(), &O = Other.W.lanes();
  for (unsigned N = 0; N != 5; ++N) {
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      if (Count >> Lane & 1 &&
          uint16_t(L.AddressRegs[N][Lane]) != uint16_t(O.AddressRegs[N][Lane]))
        return describe("$a" + std::to_string(N), Lane, L.AddressRegs[N][Lane],
                        O.AddressRegs[N][Lane]);
    if (O.Shapes[N] != AddressShape::Other &&
        O.Shapes[N] != shapeOf(O.AddressRegs[N]))
      return describe("shape of $a" + std::to_string(N), 0,
                      uint32_t(L.Shapes[N]), uint32_t(O.Shapes[N]));
  }
  for (unsigned N = 0; N != 4; ++N)
    for (unsigned Bit = 0; Bit != 4; ++Bit)
      if ((L.Condition[N][Bit] ^ O.Condition[N][Bit]) & Count)
        return describe("$c" + std::to_string(N) + " bit " +
                            std::to_string(Bit),
                        0, L.Condition[N][Bit], O.Condition[N][Bit]);
  if (L.Active != O.Active)
    return describe("active lanes", 0, L.Active, O.Active);
  const AccessFault &A = L.Fault, &B = O.Fault;
  if (A.Reason != B.Reason || A.Where != B.Where || A.IsWrite != B.IsWrite ||
      A.Bytes != B.Bytes || A.Lane != B.Lane || A.Address != B.Address)
    return describe("fault", A.Lane, uint32_t(A.Address), uint32_t(B.Address));
  if (Shared != Other.Shared)
    return "s[] differs";
  if (Global != Other.Global)
    return "g[] differs";
  if (Local != Other.Local)
    return "l[] differs";
  return Const == Other.Const ? "" : "c[] differs";
}

} // namespace heddle::sm::test
