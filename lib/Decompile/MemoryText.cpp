//===- MemoryText.cpp - Moves and accesses as PTX -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

using namespace llvm;

namespace heddle::decompile {

using sm::MemoryOp;
using sm::MemType;
using sm::MoveOp;

static StringRef typeText(MemType T) {
  static constexpr StringLiteral Names[] = {"u8",  "s8",  "u16", "s16",
                                            "b32", "b32", "b32"};
  assert(unsigned(T) < std::size(Names) && "a type without a name");
  return Names[unsigned(T)];
}

/// "+0x4", "+-4" or nothing.
static std::string offsetText(int64_t Offset) {
  return Offset ? "+" + itostr(Offset) : "";
}

//===----------------------------------------------------------------------===//
// Moves and address registers
//===----------------------------------------------------------------------===//

std::string KernelWriter::addressRegister(unsigned Register, bool Behind) {
  const unsigned Row = W.addressRow(Register);
  const unsigned Web = Behind ? W.behind(Node, Row) : W.before(Node, Row);
  return nameOf(Web, As::Word);
}

void KernelWriter::step(unsigned Register, uint32_t Bytes) {
  emit("add.u32 " + addressRegister(Register, true) + ", " +
       addressRegister(Register, false) + ", " + itostr(int16_t(Bytes)));
}

/// A value that was reduced for a function of the SFU stays one when it goes to
/// another register.
bool KernelWriter::moveReduced() {
  const sm::Source &S = inst().Src[0];
  if (S.Base != sm::WarpRows || memoryOf(0) || constant(0) || !hasResult() ||
      inst().has(sm::WritesCondition))
    return false;
  const auto Writer = Writers.find(W.before(Node, S.Row));
  const uint8_t Is = Writer == Writers.end() ? NotReduced : Writer->second;
  if (Is != ForSine && Is != ForPower)
    return false;
  Wanted = Is;
  const std::string Value = rowSource(S.Row, As::Any);
  const unsigned Web = W.behind(Node, inst().DstRow);
  Writers[Web] |= Is;
  emit("mov.b32 " + nameOf(Web, As::Any) + ", " + Value);
  return true;
}

void KernelWriter::move() {
  if (const sm::MemoryOperand *M = memoryOf(0); M && !constant(0)) {
    const bool IsShared = M->Space == sm::MemoryOperand::Shared;
    return result(As::Any, [&](const std::string &To) {
      loadFlat(IsShared, IsShared ? 0 : M->Bank, M->AddressReg,
               inst().has(sm::StepsAddress) && IsShared ? 0 : M->Offset,
               M->Type, false, To);
    });
  }
  if (moveReduced())
    return;
  std::string Value;
  if (const object::Relocation *R = relocation())
    Value = P.Module.Variables[R->Variable].Name + offsetText(R->Addend);
  else
    // Only a number is written as one type or the other.
    Value = source(0, constant(0) && hasResult() &&
                              isFloat(W.behind(Node, inst().DstRow))
                          ? As::Float
                          : As::Any);
  result(As::Any,
         [&](const std::string &To) { emit("mov.b32 " + To + ", " + Value); });
}

/// Code of ours has addresses of variables as immediates.
const object::Relocation *KernelWriter::relocation() const {
  for (const object::Relocation &R : P.Kernel.Relocations)
    if (R.Offset == inst().Address)
      return &R;
  return nullptr;
}

void KernelWriter::special(unsigned Register) {
  result(As::Word, [&](const std::string &To) {
    if (Register == sm::PhysicalIdRegister) {
      std::string Warp = temporary('t'), Sm = temporary('t');
      always("mov.u32 " + Warp + ", %warpid");
      always("mov.u32 " + Sm + ", %smid");
      always("shl.b32 " + Warp + ", " + Warp + ", 8");
      always("shl.b32 " + Sm + ", " + Sm + ", 16");
      always("or.b32 " + Warp + ", " + Warp + ", " + Sm);
      always("mov.u32 " + Sm + ", %laneid");
      return emit("or.b32 " + To + ", " + Warp + ", " + Sm);
    }
    if (Register == sm::ClockRegister) {
      // PTX counts twice as fast.
      std::string Clock = temporary('t');
      always("mov.u32 " + Clock + ", %clock");
      return emit("shr.u32 " + To + ", " + Clock + ", 1");
    }
    if (Register >= 4 && Register < 8)
      return emit("mov.u32 " + To + ", %pm" + Twine(Register - 4));
    refuse("PTX has no such register");
  });
}

void KernelWriter::moves() {
  const sm::DecodedInst &I = inst();
  switch (MoveOp(sm::numberOf(I.Op))) {
  case MoveOp::Nop:
    return;
  case MoveOp::Mov32:
    return move();
  case MoveOp::Mov16: {
    const std::string Value = half(0);
    return halfResult(
        [&](const std::string &To) { emit("mov.b16 " + To + ", " + Value); });
  }
  case MoveOp::FromCondition:
    return fromCondition();
  case MoveOp::ToCondition:
    return toCondition();
  case MoveOp::FromAddress:
    return result(As::Word, [&](const std::string &To) {
      emit("and.b32 " + To + ", " + addressRegister(I.Sub[0], false) +
           ", 0xffff");
    });
  case MoveOp::ShlAddress: {
    const std::string Value = source(0);
    return emit((I.Imm ? "shl.b32 " : "mov.b32 ") +
                addressRegister(I.Sub[0], true) + ", " + Value +
                (I.Imm ? ", " + utostr(I.Imm) : ""));
  }
  case MoveOp::AddAddress: {
    const std::string To = addressRegister(I.Sub[0], true);
    if (I.Sub[1] == 0)
      return emit("mov.b32 " + To + ", " + hexText(I.Imm));
    return emit("add.u32 " + To + ", " + addressRegister(I.Sub[1], false) +
                ", " + itostr(int16_t(I.Imm)));
  }
  case MoveOp::FromSpecial:
    return special(I.Sub[0]);
  case MoveOp::Vote:
    return vote();
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// s[] and c[]
//===----------------------------------------------------------------------===//

void KernelWriter::load(const Reference &From, MemType T,
                        const std::string &To) {
  emit("ld." + From.Space + "." + typeText(T) + " " + To + ", " + From.Text);
}

/// Variables begin where the machine's code has them, so that numbers reach
/// them, too; the base is added as a register, so that the compiler knows.
KernelWriter::Reference KernelWriter::shared(unsigned Register, uint32_t Offset,
                                             unsigned Bytes) {
  const object::KernelParam *Param =
      Register ? nullptr : L.paramAt(Offset, Bytes);
  if (Param)
    return {"param",
            "[" + Param->Name +
                offsetText(Offset - abi::SharedParams - Param->Offset) + "]"};
  UsesShared = true;
  const int64_t From = int64_t(Offset) - L.SharedStart;
  if (!Register)
    return {"shared", "[%shared" + offsetText(From) + "]"};
  std::string Sum = temporary('t');
  always("add.u32 " + Sum + ", " + addressRegister(Register, false) +
         ", %shared");
  return {"shared", "[" + Sum + offsetText(From) + "]"};
}

KernelWriter::Reference
KernelWriter::constantBank(unsigned Bank, unsigned Register, uint32_t Offset) {
  if (Bank != 0) {
    refuse("a table in c" + Twine(Bank) + "[]");
    return {"const", "[0]"};
  }
  const std::vector<object::ConstantSymbol> All = constantsOf(P.Module);
  const object::ConstantSymbol *Found = nullptr;
  for (const object::ConstantSymbol &S : All)
    if (Offset >= S.Offset && Offset < S.Offset + S.Size)
      Found = &S;
  if (!Found && Register && !All.empty())
    Found = &All.front();
  if (!Found) {
    refuse("nothing is there in c0[]");
    return {"const", "[0]"};
  }
  const int64_t From = int64_t(Offset) - Found->Offset;
  if (!Register)
    return {"const", "[" + Found->Name + offsetText(From) + "]"};
  // The register counts from the start of c0[].
  std::string Sum = temporary('t');
  always("mov.u32 " + Sum + ", " + Found->Name);
  always("add.u32 " + Sum + ", " + Sum + ", " +
         addressRegister(Register, false));
  return {"const", "[" + Sum + offsetText(From) + "]"};
}

/// The words in front of the parameters are special registers of PTX.
bool KernelWriter::writeLaunchState(uint32_t Address, MemType T, bool IsHalf,
                                    const std::string &To) {
  static constexpr StringLiteral Names[] = {
      "%gridid",   "%ntid.x",   "%ntid.y",  "%ntid.z",
      "%nctaid.x", "%nctaid.y", "%ctaid.x", "%ctaid.y"};
  if (Address >= abi::SharedParams || Address % 2 || sm::memBytes(T) != 2 ||
      Address == 0)
    return false;
  if (IsHalf)
    emit("mov.u16 " + To + ", " + Names[Address / 2]);
  else
    emit("cvt.u32.u16 " + To + ", " + Names[Address / 2]);
  return true;
}

void KernelWriter::loadFlat(bool IsShared, unsigned Bank, unsigned Register,
                            uint32_t Offset, MemType T, bool IsHalf,
                            const std::string &To) {
  if (IsShared) {
    if (!Register && writeLaunchState(Offset, T, IsHalf, To))
      return;
    if (!Register && Offset < abi::SharedParams)
      return refuse("PTX has no register for these bytes of the launch");
    return load(shared(Register, Offset, sm::memBytes(T)), T, To);
  }
  if (Bank == 1 && !Register)
    if (std::optional<uint32_t> Value = literal(Offset, T))
      return emit(Twine(IsHalf ? "mov.b16 " : "mov.b32 ") + To + ", " +
                  hexText(*Value));
  if (Bank == object::AddressBank && !Register && T == MemType::B32)
    for (const object::Relocation &R : P.Module.AddressRelocations)
      if (R.Offset == Offset)
        return emit("mov.u32 " + To + ", " +
                    P.Module.Variables[R.Variable].Name + offsetText(R.Addend));
  load(constantBank(Bank, Register, Offset), T, To);
}

//===----------------------------------------------------------------------===//
// Loads, stores and atomics
//===----------------------------------------------------------------------===//

/// "{%r1, %r2}" of the words from \p Row on; one word is without braces.
static std::string vectorText(unsigned Length,
                              function_ref<std::string(unsigned)> Word) {
  if (Length == 1)
    return Word(0);
  std::string Text = "{";
  for (unsigned N = 0; N != Length; ++N)
    Text += (N ? ", " : "") + Word(N);
  return Text + "}";
}

static std::string accessText(MemType T) {
  const unsigned Length = std::max(1u, sm::memBytes(T) / 4);
  return (Length > 1 ? "v" + utostr(Length) + "." : "") + typeText(T).str();
}

void KernelWriter::globalAccess() {
  const sm::DecodedInst &I = inst();
  const MemType T = I.memType();
  const unsigned Length = std::max(1u, sm::memBytes(T) / 4);
  const std::string Address = "[" + source(0) + "]";
  if (I.isStore()) {
    const sm::Source From = I.Src[1];
    const std::string Data = vectorText(Length, [&](unsigned N) {
      return Length == 1 ? source(1, As::Any)
                         : rowSource(From.Row + N, As::Word);
    });
    return emit("st.global." + accessText(T) + " " + Address + ", " + Data);
  }
  const std::string To = vectorText(Length, [&](unsigned N) {
    Writers[W.behind(Node, I.DstRow + N)] |= NotReduced;
    return nameOf(W.behind(Node, I.DstRow + N),
                  Length == 1 ? As::Any : As::Word);
  });
  emit("ld.global." + accessText(T) + " " + To + ", " + Address);
}

void KernelWriter::atomic() {
  using sm::AtomicKind;
  static constexpr StringLiteral Names[] = {"add", "exch", "cas", "inc", "dec",
                                            "max", "min",  "and", "or",  "xor"};
  const sm::DecodedInst &I = inst();
  const AtomicKind Kind = AtomicKind(I.Sub[0]);
  const bool IsWide = I.memType() == MemType::B64;
  const bool IsBits = Kind == AtomicKind::Exchange ||
                      Kind == AtomicKind::CompareAndSwap ||
                      Kind == AtomicKind::And || Kind == AtomicKind::Or ||
                      Kind == AtomicKind::Xor;
  const std::string Type = (IsBits              ? "b"
                            : I.has(sm::Signed) ? "s"
                                                : "u") +
                           std::string(IsWide ? "64" : "32");
  if (Kind == AtomicKind::Barrier)
    return refuse("no chip of compute capability 1 has it");
  std::string Rest = ", [" + source(0) + "], ";
  Rest += IsWide ? pair(1) : source(1);
  if (Kind == AtomicKind::CompareAndSwap)
    Rest += ", " + (IsWide ? pair(2) : source(2));
  const std::string Name =
      (".global." + Names[unsigned(Kind)] + "." + Type + " ").str();
  // Not all have a form without a result.
  if (!hasResult())
    return emit("atom" + Name + temporary(IsWide ? 'd' : 't') + Rest);
  auto Write = [&](const std::string &To) { emit("atom" + Name + To + Rest); };
  if (IsWide)
    pairResult(Write);
  else
    result(As::Word, Write);
}

/// s[], c[] and l[].
void KernelWriter::flatAccess() {
  const sm::DecodedInst &I = inst();
  const MemType T = I.memType();
  const unsigned Register = I.Sub[0];
  if (I.isLoad() && I.space() != sm::Space::Local) {
    const bool IsShared = I.space() == sm::Space::Shared;
    auto Load = [&](bool IsHalf, const std::string &To) {
      loadFlat(IsShared, I.Sub[2], Register, I.Imm, T, IsHalf, To);
    };
    if (I.has(sm::HalfDst))
      return halfResult([&](const std::string &To) { Load(true, To); });
    return result(As::Any, [&](const std::string &To) { Load(false, To); });
  }
  const unsigned Length = std::max(1u, sm::memBytes(T) / 4);
  Reference At;
  if (I.space() == sm::Space::Shared) {
    At = shared(Register, I.Imm, sm::memBytes(T));
    if (At.Space == "param")
      return refuse("PTX cannot write to a parameter");
  } else {
    UsesLocal = true;
    std::string Base = "%local";
    if (Register) {
      Base = temporary('t');
      always("add.u32 " + Base + ", " + addressRegister(Register, false) +
             ", %local");
    }
    At = {"local", "[" + Base + offsetText(I.Imm) + "]"};
  }
  if (I.isLoad()) {
    const std::string To = vectorText(Length, [&](unsigned N) {
      Writers[W.behind(Node, I.DstRow + N)] |= NotReduced;
      return nameOf(W.behind(Node, I.DstRow + N),
                    Length == 1 ? As::Any : As::Word);
    });
    return emit("ld." + At.Space + "." + accessText(T) + " " + To + ", " +
                At.Text);
  }
  const sm::Source From = I.Src[1];
  std::string Data;
  if (Length == 1 && From.Shift) {
    Data = temporary('t');
    always("shr.u32 " + Data + ", " + rowSource(From.Row, As::Word) + ", 16");
  } else {
    Data = vectorText(Length, [&](unsigned N) {
      return Length == 1 ? source(1, As::Any)
                         : rowSource(From.Row + N, As::Word);
    });
  }
  emit("st." + At.Space + "." + accessText(T) + " " + At.Text + ", " + Data);
}

void KernelWriter::memory() {
  switch (MemoryOp(sm::numberOf(inst().Op))) {
  case MemoryOp::LoadShared:
  case MemoryOp::StoreShared:
  case MemoryOp::LoadConst:
  case MemoryOp::LoadLocal:
  case MemoryOp::StoreLocal:
    return flatAccess();
  case MemoryOp::LockShared:
    return lock();
  case MemoryOp::UnlockShared:
    return unlock();
  case MemoryOp::LoadGlobal:
  case MemoryOp::StoreGlobal:
    return globalAccess();
  case MemoryOp::Atomic:
    return atomic();
  default: // Those of tx1.
    return refuse("no chip of compute capability 1 has it");
  }
}

} // namespace heddle::decompile
