//===- LiftSpecialRegisters.cpp - Special registers -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftSpecialRegisters.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/ConstantRange.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {
/// A register that has a value here.
struct RegisterRead {
  SpecialRegister Register;
  /// The intrinsic, without "llvm.nvvm.", component and number.
  StringLiteral Reads;
  bool HasComponents;
  /// How many there are whose name goes on with a number; 0 for one without.
  uint8_t Count;
};
} // namespace

#define GET_SpecialRegisterReads_IMPL
#include "heddle/PTXParser/PTXTables.inc"

static const RegisterRead *readOf(SpecialRegister Register) {
  const RegisterRead *Found =
      find_if(SpecialRegisterReads, [Register](const RegisterRead &Row) {
        return Row.Register == Register;
      });
  return Found == std::end(SpecialRegisterReads) ? nullptr : Found;
}

/// The intrinsic for the component or number that \p Op asks for.
static Intrinsic::ID intrinsicOf(const RegisterRead &Read,
                                 const ptx::Operand &Op) {
  std::string Name = ("llvm.nvvm." + Read.Reads).str();
  if (Read.HasComponents)
    Name += {'.', "xyz"[Op.Component]};
  else if (Read.Count != 0)
    Name += std::to_string(Op.Index);
  Intrinsic::ID ID = llvm::Function::lookupIntrinsicID(Name);
  assert(ID != Intrinsic::not_intrinsic &&
         "PTXSpecialRegisters.td names no intrinsic");
  return ID;
}

/// The values that \p Component, 0 to 2, of \p Register takes on silicon; none
/// for a register about which nothing is known (tesla-isa.md section 1,
/// "Limits").
static std::optional<ConstantRange> rangeOf(SpecialRegister Register,
                                            unsigned Component) {
  constexpr std::array<uint32_t, 3> Threads = {512, 512, 64};
  constexpr std::array<uint32_t, 3> Blocks = {65535, 65535, 1};
  auto Range = [](uint32_t First, uint32_t End) {
    return ConstantRange(APInt(32, First), APInt(32, End));
  };
  if (Register == SRegTid)
    return Range(0, Threads[Component]);
  if (Register == SRegNTid)
    return Range(1, Threads[Component] + 1);
  if (Register == SRegCtaId)
    return Range(0, Blocks[Component]);
  if (Register == SRegNCtaId)
    return Range(1, Blocks[Component] + 1);
  return std::nullopt;
}

Value *readSpecial(LiftContext &C, const ptx::Operand &Op) {
  const RegisterRead *Read = readOf(Op.SReg);
  if (!Read || (Read->HasComponents && Op.Component < 0)) {
    C.Parent.unsupported(Op.Range, Op.SReg == SRegEnvReg
                                       ? ": no driver gives it a value here"
                                       : "");
    return C.Builder.getInt32(0);
  }
  // .w of all of them reads zero.
  if (Op.Component == 3)
    return C.Builder.getInt32(0);
  Value *V = C.intrinsic(intrinsicOf(*Read, Op), {});
  if (Read->HasComponents)
    if (std::optional<ConstantRange> Range = rangeOf(Op.SReg, Op.Component))
      cast<CallInst>(V)->addRangeRetAttr(*Range);
  return V;
}

} // namespace heddle
