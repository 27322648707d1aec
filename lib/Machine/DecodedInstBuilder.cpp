//===- DecodedInstBuilder.cpp - Build decoded instructions ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One case for each SemKind and no default: an instruction that the target
// description gains does not compile here until the machine can execute it or
// says that it cannot.
//
//===----------------------------------------------------------------------===//

#include "DecodedInstBuilder.h"

namespace heddle::sm {

namespace OpName = llvm::Tesla::OpName;
using tesla::SemKind;

std::string DecodedInstBuilder::run() {
  common();
  I.Class = uint8_t(tesla::instClass(M.sem()));
  I.Sem = uint8_t(M.sem());
  I.Latency = uint8_t(M.latency());
  switch (M.sem()) {
  case SemKind::Nop:
  case SemKind::PmEvent:
  // Breakpoints are for debuggers, and there is none.
  case SemKind::Brkpt:
    I.Op = operationOf(MoveOp::Nop);
    break;
  case SemKind::Mov:
    move(MoveOp::Mov32, MoveOp::Mov16);
    break;
  case SemKind::MovFromCC:
    special(MoveOp::FromCondition, 0);
    break;
  case SemKind::MovToCC:
    special(MoveOp::ToCondition, 0);
    break;
  case SemKind::MovFromA:
    special(MoveOp::FromAddress, M.reg(OpName::src1));
    break;
  case SemKind::MovSpecial:
    special(MoveOp::FromSpecial, unsigned(M.imm(OpName::src1)));
    break;
  case SemKind::ShlA:
    shlAddress();
    break;
  case SemKind::AddA:
    addAddress();
    break;
  case SemKind::LdConst:
    loadStore(MemoryOp::LoadConst);
    break;
  case SemKind::LdShared:
    loadStore(M.subOp() & 1 ? MemoryOp::LockShared : MemoryOp::LoadShared);
    break;
  case SemKind::StShared:
    loadStore(M.subOp() & 1 ? MemoryOp::UnlockShared : MemoryOp::StoreShared);
    break;
  case SemKind::LdLocal:
    loadStore(MemoryOp::LoadLocal);
    break;
  case SemKind::StLocal:
    loadStore(MemoryOp::StoreLocal);
    break;
  case SemKind::LdGlobal:
    globalAccess(MemoryOp::LoadGlobal);
    break;
  case SemKind::StGlobal:
    globalAccess(MemoryOp::StoreGlobal);
    break;
  case SemKind::Red:
  case SemKind::Atom:
    atomic();
    break;
  case SemKind::Add:
    add();
    break;
  case SemKind::SetI:
    integer(IntegerOp::Set32, IntegerOp::Set16);
    break;
  case SemKind::MinI:
    integer(IntegerOp::Min32, IntegerOp::Min16);
    break;
  case SemKind::MaxI:
    integer(IntegerOp::Max32, IntegerOp::Max16);
    break;
  case SemKind::Shl:
    integer(IntegerOp::Shl32, IntegerOp::Shl16);
    break;
  case SemKind::Shr:
    integer(IntegerOp::Shr32, IntegerOp::Shr16);
    break;
  case SemKind::Mul16:
    multiply16();
    break;
  case SemKind::Mul24:
    multiply24();
    break;
  case SemKind::Mad16:
  case SemKind::Mad24:
    multiplyAdd();
    break;
  case SemKind::Sad:
    sad();
    break;
  case SemKind::Logic:
    logic();
    break;
  case SemKind::FAdd:
    floatRounded(FloatOp::AddRN, FloatOp::AddRZ);
    break;
  case SemKind::FMul:
    floatRounded(FloatOp::MulRN, FloatOp::MulRZ);
    break;
  case SemKind::FMad:
    floatMad();
    break;
  case SemKind::FSet:
    floatBinary(FloatOp::Set);
    break;
  case SemKind::FMin:
    floatBinary(FloatOp::Min);
    break;
  case SemKind::FMax:
    floatBinary(FloatOp::Max);
    break;
  case SemKind::PreSin:
    preOp(FloatOp::PreSin);
    break;
  case SemKind::PreEx2:
    preOp(FloatOp::PreEx2);
    break;
  case SemKind::Rcp:
    sfu(SfuOp::Rcp);
    break;
  case SemKind::Rsqrt:
    sfu(SfuOp::Rsqrt);
    break;
  case SemKind::Lg2:
    sfu(SfuOp::Lg2);
    break;
  case SemKind::Sin:
    sfu(SfuOp::Sin);
    break;
  case SemKind::Cos:
    sfu(SfuOp::Cos);
    break;
  case SemKind::Ex2:
    sfu(SfuOp::Ex2);
    break;
  case SemKind::Slct:
    select();
    break;
  case SemKind::QuadOp:
    quad();
    break;
  case SemKind::CvtII:
  case SemKind::CvtIF:
  case SemKind::CvtFI:
  case SemKind::CvtFF:
    convert();
    break;
  case SemKind::Bra:
    flow(FlowKind::Branch);
    break;
  case SemKind::Call:
    flow(FlowKind::Call);
    break;
  case SemKind::Ret:
    flow(FlowKind::Return);
    break;
  case SemKind::BreakAddr:
    flow(FlowKind::BreakAt);
    break;
  case SemKind::Break:
    flow(FlowKind::Break);
    break;
  case SemKind::JoinAt:
    flow(FlowKind::JoinAt);
    break;
  case SemKind::Bar:
    barrier();
    break;
  case SemKind::BarThreads:
    barrierThreads();
    break;
  case SemKind::Trap:
    flow(FlowKind::Trap);
    break;
  case SemKind::HostCall:
    sources(2);
    I.Sub[0] = uint8_t(M.imm(OpName::service));
    I.setFlow(FlowKind::HostCall);
    // The host is asked even where nobody wants its answer.
    HasNoEffect = false;
    break;
  case SemKind::DAdd:
    doubleBinary(DoubleOp::Add);
    break;
  case SemKind::DMul:
    doubleBinary(DoubleOp::Mul);
    break;
  case SemKind::DFma:
    doubleFma();
    break;
  case SemKind::DMin:
    doubleBinary(DoubleOp::Min);
    break;
  case SemKind::DMax:
    doubleBinary(DoubleOp::Max);
    break;
  case SemKind::DSet:
    doubleBinary(DoubleOp::Set);
    break;
  case SemKind::Vote:
    vote();
    break;
  case SemKind::PreRet:
    flow(FlowKind::ReturnAt);
    break;
  case SemKind::Product:
    product(IntegerOp::Product);
    break;
  case SemKind::ProductHigh:
    product(IntegerOp::ProductHigh);
    break;
#define HEDDLE_EXTENSION(UNIT, NAME)                                           \
  case SemKind::UNIT##NAME:                                                    \
    extension(Operation::UNIT##NAME);                                          \
    break;
#define HEDDLE_WIDE(NAME) HEDDLE_EXTENSION(Wide, NAME)
#define HEDDLE_BITS(NAME) HEDDLE_EXTENSION(Bits, NAME)
#define HEDDLE_EXCHANGE(NAME) HEDDLE_EXTENSION(Exchange, NAME)
#define HEDDLE_IEEE(NAME) HEDDLE_EXTENSION(Ieee, NAME)
#define HEDDLE_FUNCTION(NAME) HEDDLE_EXTENSION(Function, NAME)
#define HEDDLE_HALF(NAME) HEDDLE_EXTENSION(Half, NAME)
#define HEDDLE_FORMAT(NAME) HEDDLE_EXTENSION(Format, NAME)
#include "heddle/Machine/Operations.def"
#undef HEDDLE_EXTENSION
  case SemKind::LoadFarGlobal:
    farAccess(MemoryOp::LoadFarGlobal);
    break;
  case SemKind::StoreFarGlobal:
    farAccess(MemoryOp::StoreFarGlobal);
    break;
  case SemKind::LoadGeneric:
    farAccess(MemoryOp::LoadGeneric);
    break;
  case SemKind::StoreGeneric:
    farAccess(MemoryOp::StoreGeneric);
    break;
  case SemKind::LoadFarShared:
    farAccess(MemoryOp::LoadFarShared);
    break;
  case SemKind::StoreFarShared:
    farAccess(MemoryOp::StoreFarShared);
    break;
  case SemKind::LoadFarLocal:
    farAccess(MemoryOp::LoadFarLocal);
    break;
  case SemKind::StoreFarLocal:
    farAccess(MemoryOp::StoreFarLocal);
    break;
  case SemKind::LoadFarConst:
    farAccess(MemoryOp::LoadFarConst);
    break;
  case SemKind::AtomFarGlobal:
    farAtomic(MemoryOp::AtomFarGlobal);
    break;
  case SemKind::AtomGeneric:
    farAtomic(MemoryOp::AtomGeneric);
    break;
  case SemKind::AtomFarShared:
    farAtomic(MemoryOp::AtomFarShared);
    break;
  case SemKind::Tex:
    slotFetch();
    break;
  case SemKind::TextureSample:
    image(TextureOp::Sample);
    break;
  case SemKind::TextureQuery:
    image(TextureOp::Query);
    break;
  case SemKind::SurfaceLoad:
    image(TextureOp::LoadSurface);
    break;
  case SemKind::SurfaceStore:
    image(TextureOp::StoreSurface);
    break;
  case SemKind::SurfaceReduce:
    image(TextureOp::ReduceSurface);
    break;
  case SemKind::MatrixMultiply:
    matrix(MatrixOp::Multiply);
    break;
  case SemKind::MatrixMultiplyMore:
    matrix(MatrixOp::MultiplyMore);
    break;
  case SemKind::MatrixMove:
    matrix(MatrixOp::Move);
    break;
  case SemKind::QuadOn:
  case SemKind::QuadPop:
    refuse("helper lanes exist in fragment programs only");
    break;
  }
  if (HasNoEffect) {
    I.Class = uint8_t(InstClass::Move);
    I.Op = operationOf(MoveOp::Nop);
    I.Mem[0].Space = I.Mem[1].Space = MemoryOperand::None;
    I.Flags &= uint16_t(~StepsAddress);
  }
  if (!Complaint.empty())
    I.setFlow(FlowKind::Illegal);
  return Complaint;
}

} // namespace heddle::sm
