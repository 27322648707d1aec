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
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <array>

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {
/// A register with components: its intrinsics, and how large its values get on
/// silicon (tesla-isa.md section 1, "Limits").
struct VectorRegister {
  SpecialRegister Register;
  std::array<Intrinsic::ID, 3> Components;
  uint32_t First;
  std::array<uint32_t, 3> Last;
};

struct ScalarRegister {
  SpecialRegister Register;
  Intrinsic::ID Reads;
};
} // namespace

static constexpr VectorRegister VectorRegisters[] = {
    {SRegTid,
     {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
      Intrinsic::nvvm_read_ptx_sreg_tid_z},
     0,
     {511, 511, 63}},
    {SRegNTid,
     {Intrinsic::nvvm_read_ptx_sreg_ntid_x,
      Intrinsic::nvvm_read_ptx_sreg_ntid_y,
      Intrinsic::nvvm_read_ptx_sreg_ntid_z},
     1,
     {512, 512, 64}},
    {SRegCtaId,
     {Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_z},
     0,
     {65534, 65534, 0}},
    {SRegNCtaId,
     {Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_nctaid_z},
     1,
     {65535, 65535, 1}},
};

static constexpr ScalarRegister ScalarRegisters[] = {
    {SRegLaneId, Intrinsic::nvvm_read_ptx_sreg_laneid},
    {SRegWarpId, Intrinsic::nvvm_read_ptx_sreg_warpid},
    {SRegNWarpId, Intrinsic::nvvm_read_ptx_sreg_nwarpid},
    {SRegSmId, Intrinsic::nvvm_read_ptx_sreg_smid},
    {SRegNSmId, Intrinsic::nvvm_read_ptx_sreg_nsmid},
    {SRegGridId, Intrinsic::nvvm_read_ptx_sreg_gridid},
    {SRegClock, Intrinsic::nvvm_read_ptx_sreg_clock},
};

/// %pm0 to %pm3.
static constexpr Intrinsic::ID Counters[] = {
    Intrinsic::nvvm_read_ptx_sreg_pm0, Intrinsic::nvvm_read_ptx_sreg_pm1,
    Intrinsic::nvvm_read_ptx_sreg_pm2, Intrinsic::nvvm_read_ptx_sreg_pm3};

Value *readSpecial(LiftContext &C, const ptx::Operand &Op) {
  for (const VectorRegister &R : VectorRegisters) {
    if (R.Register != Op.SReg || Op.Component < 0)
      continue;
    // .w of all of them reads zero.
    if (Op.Component == 3)
      return C.Builder.getInt32(0);
    Value *V = C.intrinsic(R.Components[Op.Component], {});
    uint32_t Last = R.Last[Op.Component];
    cast<CallInst>(V)->addRangeRetAttr(
        ConstantRange(APInt(32, R.First), APInt(32, Last + 1)));
    return V;
  }
  for (const ScalarRegister &R : ScalarRegisters)
    if (R.Register == Op.SReg)
      return C.intrinsic(R.Reads, {});
  if (Op.SReg == SRegPm)
    return C.intrinsic(Counters[Op.Index], {});
  C.Parent.unsupported(Op.Range, Op.SReg == SRegEnvReg
                                     ? ": no driver gives it a value here"
                                     : "");
  return C.Builder.getInt32(0);
}

} // namespace heddle
