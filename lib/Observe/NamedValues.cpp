//===- NamedValues.cpp - What registers of the PTX hold, as text ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Observe/NamedValues.h"
#include "heddle/Machine/RegisterValues.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>

namespace heddle::sm {
namespace {

using object::PTXRegister;
using object::RegisterMap;
using object::RegisterPlace;

/// The bits of a register that are in the chip's register file or memory.
using Places = llvm::SmallVector<const RegisterPlace *, 2>;

uint64_t words(const uint32_t *Low, const uint32_t *High) {
  return *Low | uint64_t(*High) << 32;
}

uint64_t placeBits(const LaneContext &L, const RegisterPlace &P,
                   unsigned Lane) {
  const uint32_t *Register = L.Base[0] + P.Number * Lanes + Lane;
  switch (P.Kind) {
  case RegisterPlace::Half:
    return L.Base[0][P.Number / 2 * Lanes + Lane] >> (P.Number % 2 * 16) &
           0xffff;
  case RegisterPlace::Word:
    return *Register;
  case RegisterPlace::Pair:
  case RegisterPlace::Quad:
    return words(Register, Register + Lanes);
  case RegisterPlace::Address:
    return L.AddressRegs[P.Number][Lane];
  case RegisterPlace::Local: {
    const uint32_t *Word = L.Local + P.Number / 4 * Lanes + Lane;
    return P.Bits > 32 ? words(Word, Word + Lanes)
                       : *Word >> (P.Number % 4 * 8);
  }
  case RegisterPlace::Constant:
    return P.Number | uint64_t(P.High) << 32;
  case RegisterPlace::Unassigned:
    return 0;
  case RegisterPlace::Condition:
    return ~L.Condition[P.Number][BitZ] >> Lane & 1;
  }
  llvm_unreachable("all kinds were handled");
}

/// Whether \p P lies where this warp has something.
bool isThere(const LaneContext &L, const RegisterPlace &P) {
  switch (P.Kind) {
  case RegisterPlace::Half:
    return P.Number / 2 < L.Registers;
  case RegisterPlace::Word:
    return P.Number < L.Registers;
  case RegisterPlace::Pair:
  case RegisterPlace::Quad:
    return P.Number + 1 < L.Registers;
  case RegisterPlace::Address:
    return P.Number < 5;
  case RegisterPlace::Local: {
    uint64_t Bytes = (P.Number % 4 * 8 + uint64_t(P.Bits) + 7) / 8;
    return P.Number / 4 * 4 + uint64_t(Bytes) <= L.LocalBytes;
  }
  case RegisterPlace::Constant:
  case RegisterPlace::Unassigned:
    return true;
  case RegisterPlace::Condition:
    return P.Number < 4;
  }
  llvm_unreachable("all kinds were handled");
}

uint64_t registerBits(const LaneContext &L, const Places &Of, unsigned Lane) {
  uint64_t Value = 0;
  for (const RegisterPlace *P : Of)
    Value |=
        (placeBits(L, *P, Lane) & llvm::maskTrailingOnes<uint64_t>(P->Bits))
        << P->FirstBit;
  return Value;
}

std::string valueText(const PTXRegister &R, uint64_t Bits) {
  llvm::StringRef Type = R.Type;
  if (Type == "pred" || Type.starts_with("u"))
    return std::to_string(Bits);
  int64_t Signed = llvm::SignExtend64(Bits, R.Bits);
  if (Type == "f32")
    return fmt::format("{}", llvm::bit_cast<float>(uint32_t(Bits)));
  if (Type == "f64")
    return fmt::format("{}", llvm::bit_cast<double>(Bits));
  // Bits may be an address, a mask or a small number.
  bool IsSmall = Signed >= -0x10000 && Signed < 0x10000;
  if (Type.starts_with("s") || (Type.starts_with("b") && IsSmall))
    return std::to_string(Signed);
  return "0x" + llvm::utohexstr(Bits, /*LowerCase=*/true);
}

/// The places of the registers of \p Scope at \p Address, by register.
std::vector<Places> placesAt(const RegisterMap &Map, const LaneContext &L,
                             uint32_t Address, uint32_t Scope) {
  std::vector<Places> Of(Map.Registers.size());
  for (const RegisterPlace &P : Map.Places)
    if (P.Begin <= Address && Address < P.End &&
        Map.Registers[P.Register].Scope == Scope && isThere(L, P))
      Of[P.Register].push_back(&P);
  return Of;
}

/// The bits that \p Of are about.
uint64_t knownBits(const Places &Of) {
  uint64_t Known = 0;
  for (const RegisterPlace *P : Of)
    Known |= llvm::maskTrailingOnes<uint64_t>(P->Bits) << P->FirstBit;
  return Known;
}

/// "0x????????00001000": the digits of \p R that are all in \p Known.
std::string partText(const PTXRegister &R, uint64_t Bits, uint64_t Known) {
  std::string Text = "0x";
  for (unsigned Digit = (R.Bits + 3) / 4; Digit-- != 0;) {
    bool IsKnown = (Known >> (4 * Digit) & 0xf) == 0xf;
    Text += IsKnown ? llvm::hexdigit(Bits >> (4 * Digit) & 0xf,
                                     /*LowerCase=*/true)
                    : '?';
  }
  return Text;
}

void addName(std::string &List, llvm::StringRef Name) {
  List += List.empty() ? "" : ", ";
  List += Name;
}

} // namespace

std::vector<std::string> namedValues(const RegisterMap &Map,
                                     const LaneContext &L, uint32_t Address,
                                     uint32_t Mask, unsigned NumLanes) {
  std::vector<std::string> Lines;
  std::string Lost, Unassigned;
  uint32_t Scope = Map.scopeAt(Address);
  if (Scope == 0)
    return Lines;
  std::vector<Places> Of = placesAt(Map, L, Address, Scope - 1);
  for (size_t N = 0; N != Of.size(); ++N) {
    const PTXRegister &R = Map.Registers[N];
    if (R.Scope != Scope - 1)
      continue;
    uint64_t Known = knownBits(Of[N]);
    auto IsUnassigned = [](const RegisterPlace *P) {
      return P->Kind == RegisterPlace::Unassigned;
    };
    bool IsWhole = Known == llvm::maskTrailingOnes<uint64_t>(R.Bits);
    if (Known == 0)
      addName(Lost, R.Name);
    else if (llvm::all_of(Of[N], IsUnassigned))
      addName(Unassigned, R.Name);
    else
      Lines.push_back(
          R.Name + " = " + lanesText(Mask, NumLanes, [&](unsigned Lane) {
            uint64_t Bits = registerBits(L, Of[N], Lane);
            return IsWhole ? valueText(R, Bits) : partText(R, Bits, Known);
          }));
  }
  if (!Unassigned.empty())
    Lines.push_back(Unassigned + " = <not yet assigned>");
  if (!Lost.empty())
    Lines.push_back(Lost + " = <optimized out>");
  return Lines;
}

std::optional<NamedValue> namedValue(const RegisterMap &Map,
                                     const LaneContext &L, uint32_t Address,
                                     llvm::StringRef Name) {
  uint32_t Scope = Map.scopeAt(Address);
  if (Scope == 0)
    return std::nullopt;
  std::vector<Places> Of = placesAt(Map, L, Address, Scope - 1);
  for (size_t N = 0; N != Of.size(); ++N) {
    const PTXRegister &R = Map.Registers[N];
    if (R.Scope != Scope - 1 || R.Name != Name)
      continue;
    if (knownBits(Of[N]) != llvm::maskTrailingOnes<uint64_t>(R.Bits))
      return std::nullopt;
    NamedValue Value;
    Value.Type = R.Type;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      Value.Bits[Lane] = registerBits(L, Of[N], Lane);
    return Value;
  }
  return std::nullopt;
}

} // namespace heddle::sm
