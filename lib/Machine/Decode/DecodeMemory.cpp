//===- DecodeMemory.cpp - What moves and accesses need --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decoders of what moves words between registers, $a, $c and memories. Each
// is named by rows of Operations.td.
//
//===----------------------------------------------------------------------===//

#include "DecodedInstBuilder.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include <optional>

namespace heddle::sm {

namespace OpName = llvm::Tesla::OpName;

void DecodedInstBuilder::nop() { set(MoveOp::Nop); }

void DecodedInstBuilder::special(MoveOp Op, unsigned Sub0) {
  I.Sub[0] = uint8_t(Sub0);
  sources(1);
  set(Op);
}

void DecodedInstBuilder::condition(MoveOp Op) { special(Op, 0); }

void DecodedInstBuilder::fromAddress(MoveOp Op) {
  special(Op, M.reg(OpName::src1));
}

void DecodedInstBuilder::fromSpecial(MoveOp Op) {
  special(Op, unsigned(M.imm(OpName::src1)));
}

void DecodedInstBuilder::move(MoveOp Wide, MoveOp Half) {
  sources(1);
  set(isWide(M.type()) ? Wide : Half);
}

void DecodedInstBuilder::shlAddress() {
  I.Sub[0] = uint8_t(M.reg(OpName::dst));
  I.Imm = uint32_t(M.imm(OpName::src2));
  sources(1);
  set(MoveOp::ShlAddress);
}

void DecodedInstBuilder::addAddress() {
  I.Sub[0] = uint8_t(M.reg(OpName::dst));
  I.Sub[1] = uint8_t(M.reg(OpName::src1));
  I.Imm = uint32_t(M.imm(OpName::src2));
  set(MoveOp::AddAddress);
}

/// s[], c[] and l[]. Operand layouts: base, offset, after the bank for c[].
/// SubOp bit 1: the access is at the base, which the offset is added to behind
/// it. Mem[0] is no operand then, and says which register takes how many bytes.
void DecodedInstBuilder::loadStore(MemoryOp Op) {
  unsigned First = 0;
  if (Op == MemoryOp::LoadConst)
    I.Sub[2] = uint8_t(M.imm(OpName::src1, First++) & 15);
  I.Sub[0] = uint8_t(M.reg(OpName::src1, First));
  const int64_t Offset = M.imm(OpName::src1, First + 1);
  if (M.subOp() & 2) {
    flag(StepsAddress);
    I.Mem[0].AddressReg = I.Sub[0];
    I.Mem[0].Offset = uint16_t(Offset);
  } else {
    I.Imm = uint32_t(Offset);
  }
  I.Sub[1] = uint8_t(memType(M.type()));
  source(1, OpName::src2, M.kind(2));
  set(Op);
}

void DecodedInstBuilder::globalAccess(MemoryOp Op) {
  if (M.imm(OpName::src1) != abi::GlobalWindow) {
    refuse("only window g14[] is mapped");
    return;
  }
  registerSource(0, M.reg(OpName::src1, 1));
  I.Sub[1] = uint8_t(memType(M.type()));
  source(1, OpName::src2, M.kind(2));
  source(2, OpName::src3, M.kind(3));
  set(Op);
}

void DecodedInstBuilder::shared(MemoryOp Plain, MemoryOp WithLock) {
  loadStore(M.subOp() & 1 ? WithLock : Plain);
}

/// A register and an offset.
void DecodedInstBuilder::farAccess(MemoryOp Op) {
  registerSource(0, M.reg(OpName::src1));
  I.Imm = uint32_t(M.imm(OpName::src1, 1));
  I.Sub[1] = uint8_t(memType(M.type()));
  source(1, OpName::src2, M.kind(2));
  source(2, OpName::src3, M.kind(3));
  set(Op);
}

/// Sets the kind of an atomic by the machine's code; false: there is none.
bool DecodedInstBuilder::atomicKind() {
  // Indexed by the machine's code.
  static constexpr std::optional<AtomicKind> Kinds[16] = {
      AtomicKind::Add,
      AtomicKind::Exchange,
      AtomicKind::CompareAndSwap,
      {},
      AtomicKind::Increment,
      AtomicKind::Decrement,
      AtomicKind::Max,
      AtomicKind::Min,
      {},
      {},
      AtomicKind::And,
      AtomicKind::Or,
      AtomicKind::Xor,
      AtomicKind::Barrier,
      {},
      {}};
  std::optional<AtomicKind> Kind = Kinds[M.subOp() & 15];
  if (!Kind) {
    refuse("no such atomic operation");
    return false;
  }
  I.Sub[0] = uint8_t(*Kind);
  flag(Signed, isSignedType(M.type()));
  return true;
}

void DecodedInstBuilder::atomic() {
  if (atomicKind())
    globalAccess(MemoryOp::Atomic);
}

void DecodedInstBuilder::farAtomic(MemoryOp Op) {
  if (!atomicKind())
    return;
  farAccess(Op);
  I.Sub[2] = uint8_t(M.type());
}

} // namespace heddle::sm
