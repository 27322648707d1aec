//===- Operands.cpp - Registers, constants and names ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

namespace heddle::judge {

using namespace ptx;

uint64_t &Machine::slot(Thread &T, const Register &R, int Component) {
  assert(Component < 4 && R.Id * 4 < T.frame().Registers.size() &&
         "a register of another function");
  return T.frame().Registers[R.Id * 4 + unsigned(std::max(Component, 0))];
}

static std::optional<std::array<uint32_t, 3>>
vectorOf(SpecialRegister R, const Thread &T, const Cta &C, const Launch &How) {
  switch (R) {
  case SRegTid:
    return T.Id;
  case SRegNTid:
    return How.Block;
  case SRegCtaId:
    return C.Id;
  case SRegNCtaId:
    return How.Grid;
  default:
    return std::nullopt;
  }
}

static bool isOfCluster(SpecialRegister R) {
  return R == SRegClusterId || R == SRegNClusterId || R == SRegClusterCtaId ||
         R == SRegClusterNCtaId || R == SRegClusterCtaRank ||
         R == SRegClusterNCtaRank;
}

/// Where each CTA is a cluster.
static uint64_t clusterOfOne(const Operand &O, const Cta &C,
                             const Launch &How) {
  const auto At = size_t(std::max<int>(O.Component, 0));
  if (At > 2)
    return 0;
  switch (O.SReg) {
  case SRegClusterId:
    return C.Id[At];
  case SRegNClusterId:
    return How.Grid[At];
  case SRegClusterNCtaId:
  case SRegClusterNCtaRank:
    return 1;
  default:
    return 0;
  }
}

uint64_t Machine::special(const Thread &T, const Operand &O) {
  if (auto V = vectorOf(O.SReg, T, *Now, How))
    return O.Component == 3 ? 0 : (*V)[size_t(std::max<int>(O.Component, 0))];
  if (isOfCluster(O.SReg) && How.ClusterSize == 1)
    return clusterOfOne(O, *Now, How);
  const uint32_t Bit = uint32_t(1) << T.lane();
  const uint32_t Below = Bit - 1;
  switch (O.SReg) {
  case SRegLaneId:
    return T.lane();
  case SRegWarpId:
    return T.Number / 32;
  case SRegLaneMaskEq:
    return Bit;
  case SRegLaneMaskLt:
    return Below;
  case SRegLaneMaskLe:
    return Below | Bit;
  case SRegLaneMaskGt:
    return ~(Below | Bit);
  case SRegLaneMaskGe:
    return ~Below;
  case SRegDynamicSmemSize:
    return How.DynamicSharedBytes;
  case SRegClock:
  case SRegClock64:
  case SRegGlobalTimer:
  case SRegSmId:
  case SRegNWarpId:
  case SRegGridId:
    // The machine's own: what follows from them is not compared.
    Result.DependsOnOrder = true;
    return Result.Instructions;
  default:
    refuse("special register %" + specialRegisterName(O.SReg));
    return 0;
  }
}

uint64_t Machine::addressOf(Thread &T, const Decl &D, bool IsGeneric) {
  if (const auto *F = llvm::dyn_cast<Function>(&D))
    return addressOf(*F);
  const auto *V = llvm::cast<Variable>(&D);
  if (V->Definition)
    V = V->Definition;
  std::optional<uint64_t> At;
  uint64_t Base = 0;
  const bool IsLoaded =
      V->Space == StateSpace::Global || V->Space == StateSpace::Const;
  if (IsLoaded && SharedNames.contains(V->Name)) {
    refuse("the address of one of several variables named " + V->Name);
    return 0;
  }
  switch (V->Space) {
  case StateSpace::Global:
    At = How.GlobalAddress(V->Name);
    break;
  case StateSpace::Const:
    if (std::optional<uint32_t> Offset = How.ConstantOffset(V->Name))
      At = *Offset;
    Base = ConstWindow;
    break;
  case StateSpace::Shared:
    if (auto Place = SharedPlaces.find(V); Place != SharedPlaces.end())
      At = Place->second;
    Base = SharedWindow;
    break;
  case StateSpace::Local:
  case StateSpace::Param:
    if (auto Place = T.frame().Places.find(V);
        Place != T.frame().Places.end()) {
      At = Place->second;
      Base = LocalWindow;
    } else if (std::optional<uint32_t> Offset = How.ParamOffset(V->Name)) {
      At = *Offset;
      Base = ParamWindow;
    }
    break;
  case StateSpace::Generic:
  case StateSpace::Reg:
  case StateSpace::Tex:
    break;
  }
  if (!At) {
    refuse("the address of " + V->Name);
    return 0;
  }
  return *At + (IsGeneric ? Base : 0);
}

uint64_t Machine::read(Thread &T, const Operand &O, ScalarType Type) {
  const unsigned Bits = bitWidth(Type);
  switch (O.OpKind) {
  case Operand::RegisterOp: {
    if (O.Part) {
      refuse("parts of a register");
      return 0;
    }
    uint64_t V = slot(T, *O.reg(), O.Component) + uint64_t(O.Offset);
    if (O.Negated)
      V = Type == ScalarType::Pred ? V ^ 1 : 0 - V;
    return low(V, Bits);
  }
  case Operand::SpecialRegisterOp:
    return low(special(T, O), Bits);
  case Operand::ImmediateOp:
    return low(O.Bits, Bits);
  case Operand::SymbolOp:
    return low(addressOf(T, *O.Base, false) + uint64_t(O.Offset), Bits);
  case Operand::ListOp: {
    // Elements that together have the size of the type.
    uint64_t V = 0;
    const unsigned Each = Bits / unsigned(O.Elements.size());
    for (size_t N = O.Elements.size(); N-- != 0;) {
      const Operand &E = O.Elements[N];
      const uint64_t Part = E.OpKind == Operand::RegisterOp
                                ? slot(T, *E.reg(), E.Component)
                                : read(T, E, E.Type);
      V = (Each >= 64 ? 0 : V << Each) | low(Part, Each);
    }
    return V;
  }
  case Operand::AddressOp:
  case Operand::LabelOp:
  case Operand::SinkOp:
    break;
  }
  refuse("an operand of this kind");
  return 0;
}

Machine::WideWord Machine::readWide(Thread &T, const Operand &O) {
  if (O.OpKind == Operand::RegisterOp && !O.Negated && !O.Part)
    return {slot(T, *O.reg(), 0), slot(T, *O.reg(), 1)};
  if (O.OpKind == Operand::ImmediateOp)
    return {O.Bits, 0};
  if (O.OpKind != Operand::ListOp) {
    refuse("an operand of this kind");
    return {};
  }
  if (O.Elements.size() == 1)
    return readWide(T, O.Elements.front());
  WideWord V = {};
  const unsigned Each = 128 / unsigned(O.Elements.size());
  for (auto [N, E] : llvm::enumerate(O.Elements)) {
    const auto At = unsigned(N) * Each;
    V[At / 64] |=
        low(read(T, E, Each == 64 ? ScalarType::B64 : ScalarType::B32), Each)
        << At % 64;
  }
  return V;
}

void Machine::writeWide(Thread &T, const Operand &O, const WideWord &Value) {
  if (isOver() || O.OpKind == Operand::SinkOp)
    return;
  if (O.OpKind == Operand::RegisterOp && !O.Part) {
    slot(T, *O.reg(), 0) = Value[0];
    slot(T, *O.reg(), 1) = Value[1];
    return;
  }
  if (O.OpKind != Operand::ListOp) {
    refuse("a result of this kind");
    return;
  }
  if (O.Elements.size() == 1)
    return writeWide(T, O.Elements.front(), Value);
  const unsigned Each = 128 / unsigned(O.Elements.size());
  for (auto [N, E] : llvm::enumerate(O.Elements)) {
    const auto At = unsigned(N) * Each;
    write(T, E, low(Value[At / 64] >> At % 64, Each),
          Each == 64 ? ScalarType::B64 : ScalarType::B32);
  }
}

void Machine::write(Thread &T, const Operand &O, uint64_t Value,
                    ScalarType Type) {
  if (O.OpKind == Operand::SinkOp)
    return;
  const unsigned Bits = bitWidth(Type);
  if (O.OpKind == Operand::ListOp) {
    const unsigned Each = Bits / unsigned(O.Elements.size());
    for (const Operand &E : O.Elements) {
      if (E.OpKind == Operand::RegisterOp)
        slot(T, *E.reg(), E.Component) = low(Value, Each);
      Value = Each >= 64 ? 0 : Value >> Each;
    }
    return;
  }
  if (O.OpKind != Operand::RegisterOp || O.Part) {
    refuse("a result of this kind");
    return;
  }
  // A wider register gets the value as its type says.
  const unsigned Whole = bitWidth(O.reg()->Type);
  const uint64_t V =
      isSigned(Type) ? uint64_t(extended(Value, Bits)) : low(Value, Bits);
  slot(T, *O.reg(), O.Component) = low(V, Whole);
}

void Machine::writeResult(Thread &T, const Instruction &I, uint64_t Value,
                          ScalarType Type) {
  if (!isOver())
    write(T, I.Operands[0], Value, Type);
}

} // namespace heddle::judge
