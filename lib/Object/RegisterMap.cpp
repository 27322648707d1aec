//===- RegisterMap.cpp - Where PTX registers are kept ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/RegisterMap.h"
#include "Encoding.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::object {
namespace {

/// "HRM" and the version of the encoding.
constexpr uint32_t RegisterMapMagic = 'H' | 'R' << 8 | 'M' << 16 | 1 << 24;

PTXRegister readRegister(Reader &R) {
  PTXRegister Reg;
  Reg.Name = R.string();
  Reg.Type = R.string();
  Reg.Bits = R.u32();
  Reg.Scope = R.u32();
  R.check(Reg.Bits != 0 && Reg.Bits <= 64,
          "register map: register '" + Reg.Name + "' has a wrong width");
  return Reg;
}

RegisterPlace readPlace(Reader &R, const RegisterMap &Map) {
  RegisterPlace P;
  for (uint32_t *Field : {&P.Begin, &P.End, &P.Register, &P.FirstBit, &P.Bits})
    *Field = R.u32();
  uint32_t Kind = R.u32();
  P.Number = R.u32();
  P.High = R.u32();
  R.check(Kind <= RegisterPlace::Unassigned,
          "register map: a place is of no known kind");
  P.Kind = RegisterPlace::KindType(Kind);
  R.check(P.Begin < P.End && P.Register < Map.Registers.size(),
          "register map: a place refers to what is not there");
  if (!R.failed())
    R.check(P.Bits != 0 &&
                uint64_t(P.FirstBit) + P.Bits <= Map.Registers[P.Register].Bits,
            "register map: a place has bits that its register has not");
  return P;
}

} // namespace

uint32_t RegisterMap::scopeAt(uint32_t Address) const {
  auto It = upper_bound(Scopes, Address, [](uint32_t A, const ScopeMark &M) {
    return A < M.Address;
  });
  return It == Scopes.begin() ? 0 : std::prev(It)->Scope;
}

SmallVector<char, 0> encodeRegisterMap(const RegisterMap &Map) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(RegisterMapMagic);
  W.u32(Map.Registers.size());
  for (const PTXRegister &R : Map.Registers) {
    W.string(R.Name);
    W.string(R.Type);
    W.u32(R.Bits);
    W.u32(R.Scope);
  }
  W.u32(Map.Places.size());
  for (const RegisterPlace &P : Map.Places)
    for (uint32_t Field : {P.Begin, P.End, P.Register, P.FirstBit, P.Bits,
                           uint32_t(P.Kind), P.Number, P.High})
      W.u32(Field);
  W.u32(Map.Scopes.size());
  for (const ScopeMark &M : Map.Scopes) {
    W.u32(M.Address);
    W.u32(M.Scope);
  }
  return Bytes;
}

Expected<RegisterMap> decodeRegisterMap(ArrayRef<uint8_t> Bytes) {
  Reader R(Bytes);
  RegisterMap Map;
  if (R.u32() != RegisterMapMagic)
    R.fail("the register map does not start with the magic number of this "
           "version");
  // Smallest entry: empty strings and the numbers.
  for (uint32_t N = R.count(16); N != 0 && !R.failed(); --N)
    Map.Registers.push_back(readRegister(R));
  for (uint32_t N = R.count(32); N != 0 && !R.failed(); --N)
    Map.Places.push_back(readPlace(R, Map));
  for (uint32_t N = R.count(8); N != 0 && !R.failed(); --N) {
    ScopeMark M;
    M.Address = R.u32();
    M.Scope = R.u32();
    R.check(Map.Scopes.empty() || Map.Scopes.back().Address <= M.Address,
            "register map: it is not sorted");
    Map.Scopes.push_back(M);
  }
  if (!R.failed())
    R.check(R.rest() == 0, "the register map has bytes after its end");
  if (R.failed())
    return R.takeError();
  return Map;
}

} // namespace heddle::object
