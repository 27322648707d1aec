//===- Layout.cpp - What lies where in s[] --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace heddle::decompile {

using sm::MemoryOp;
using sm::MemoryOperand;

const object::KernelParam *Layout::paramAt(uint32_t Address,
                                           uint32_t Size) const {
  if (Address < abi::SharedParams)
    return nullptr;
  const uint32_t At = Address - abi::SharedParams;
  for (const object::KernelParam &Param : Params)
    if (At >= Param.Offset && At + Size <= Param.Offset + Param.Size)
      return &Param;
  return nullptr;
}

namespace {
/// The lowest address of the kernel's own part of s[], and the end of what is
/// read below.
struct Extent {
  uint32_t OwnStart;
  uint32_t ReadEnd = abi::SharedParams;

  void own(uint32_t Address) {
    if (Address >= abi::SharedParams)
      OwnStart = std::min(OwnStart, Address);
  }
  void read(uint32_t Address, uint32_t Size) {
    if (Address < OwnStart)
      ReadEnd = std::max(ReadEnd, Address + Size);
  }
};
} // namespace

/// Calls \p Fn with the address register, the offset and the bytes of each
/// access of \p I to s[].
template <class FnT>
static void forSharedAccesses(const sm::DecodedInst &I, FnT Fn) {
  for (const MemoryOperand &M : I.Mem)
    if (M.Space == MemoryOperand::Shared)
      Fn(M.AddressReg, I.has(sm::StepsAddress) ? 0u : M.Offset,
         sm::memBytes(M.Type), false);
  if (I.unit() == sm::Unit::Memory && I.space() == sm::Space::Shared)
    Fn(I.Sub[0], I.Imm, sm::memBytes(I.memType()), I.isStore());
}

/// Parameters are words that are read at fixed addresses, in front of all that
/// the code writes or reaches by a register.
static std::vector<object::KernelParam> inferParams(const sm::Program &P) {
  Extent E{P.Kernel.Info.SharedBytes};
  for (const sm::DecodedInst &I : P.Code) {
    forSharedAccesses(
        I, [&](unsigned Register, uint32_t Address, uint32_t, bool Writes) {
          if (Register || Writes)
            E.own(Address);
        });
    if (I.is(sm::MoveOp::AddAddress) && I.Sub[1] == 0)
      E.own(I.Imm);
  }
  for (const sm::DecodedInst &I : P.Code)
    forSharedAccesses(I, [&](unsigned Register, uint32_t Address, uint32_t Size,
                             bool Writes) {
      if (!Register && !Writes)
        E.read(Address, Size);
    });
  std::vector<object::KernelParam> Params;
  for (uint32_t At = abi::SharedParams; At < E.ReadEnd; At += 4)
    Params.push_back({"word" + std::to_string(Params.size()), "u32",
                      At - abi::SharedParams, 4, 4});
  return Params;
}

Layout layoutOf(const sm::Program &P) {
  const object::KernelInfo &Info = P.Kernel.Info;
  Layout L;
  L.IsInferred = !Info.KnowsParams;
  L.Params = L.IsInferred ? inferParams(P) : Info.Params;
  uint32_t End = 0;
  for (const object::KernelParam &Param : L.Params)
    End = std::max(End, Param.Offset + Param.Size);
  L.SharedStart = uint32_t(alignTo(abi::SharedParams + End, 4));
  L.SharedEnd = std::max(L.SharedStart, Info.SharedBytes);
  return L;
}

std::vector<object::ConstantSymbol> constantsOf(const object::Module &M) {
  std::vector<object::ConstantSymbol> Named = M.ConstantSymbols, All;
  llvm::sort(Named, [](const auto &A, const auto &B) {
    return std::tie(A.Offset, A.Name) < std::tie(B.Offset, B.Name);
  });
  uint32_t At = 0;
  auto Fill = [&](uint32_t To) {
    if (To > At)
      All.push_back({"c0_" + std::to_string(At), At, To - At});
    At = std::max(At, To);
  };
  for (object::ConstantSymbol &S : Named) {
    // The first of two names for the same bytes stands.
    if (S.Offset < At || S.Size == 0)
      continue;
    Fill(S.Offset);
    At = S.Offset + S.Size;
    All.push_back(std::move(S));
  }
  Fill(uint32_t(M.Constants.size()));
  return All;
}

} // namespace heddle::decompile
