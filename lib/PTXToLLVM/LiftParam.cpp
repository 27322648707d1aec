//===- LiftParam.cpp - Reads of a kernel's parameters ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most parameters are values. A read may go on behind the end of its own, as
// assemblers let it: then it is put together from the bytes of all parameters,
// which lie one behind the other.
//
//===----------------------------------------------------------------------===//

#include "LiftContext.h"
#include "LiftMemory.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

/// Bytes that \p I, a load, reads.
static uint64_t bytesOf(LiftContext &C, const Instruction &I) {
  return uint64_t(storeSize(I.type())) *
         C.elements(I.Operands[0], I.type()).size();
}

bool endsBeyondParameter(LiftContext &C, const Instruction &I) {
  const Operand &Address = I.Operands[1];
  const Variable *Var = Address.baseVariable();
  if (!Var || !C.Source.IsEntry || !is_contained(C.Source.Params, Var))
    return false;
  return Address.Offset < 0 || Address.Offset + bytesOf(C, I) > Var->byteSize();
}

/// Calls \p Visit with each parameter of the kernel and the byte it begins at.
static uint64_t
forEachParam(LiftContext &C,
             function_ref<void(const Variable &, uint64_t)> Visit) {
  uint64_t End = 0;
  for (const Decl *Param : C.Source.Params) {
    const auto &Var = *cast<Variable>(Param);
    uint64_t Start = alignTo(End, Var.Align);
    Visit(Var, Start);
    End = Start + Var.byteSize();
  }
  return End;
}

/// \p Count bytes from \p Offset on of the parameter \p Var.
static Value *partOf(LiftContext &C, const Variable &Var, uint64_t Offset,
                     unsigned Count) {
  assert(Count && Offset + Count <= Var.byteSize() &&
         "bytes of another parameter");
  Type *T = C.Builder.getIntNTy(8 * Count);
  Value *Memory = C.Frame.paramMemory(&Var);
  if (!Memory) {
    Value *V = C.fitBits(C.Target.getArg(Var.Index),
                         C.Builder.getIntNTy(8 * Var.byteSize()));
    return C.Builder.CreateTrunc(C.Builder.CreateLShr(V, 8 * Offset), T);
  }
  Value *All = ConstantInt::get(T, 0);
  for (unsigned I = 0; I != Count; ++I) {
    Value *Place =
        C.Builder.CreateConstGEP1_32(C.Builder.getInt8Ty(), Memory, Offset + I);
    Value *Byte = C.Builder.CreateLoad(C.Builder.getInt8Ty(), Place);
    All = C.Builder.CreateOr(
        All, C.Builder.CreateShl(C.Builder.CreateZExt(Byte, T), 8 * I));
  }
  return All;
}

/// \p Count bytes of all parameters, from byte \p First on; zero where there is
/// none.
static Value *bytesAt(LiftContext &C, int64_t First, unsigned Count) {
  assert(Count && Count <= 16 && "an element is at most 16 bytes");
  Type *T = C.Builder.getIntNTy(8 * Count);
  Value *All = ConstantInt::get(T, 0);
  forEachParam(C, [&](const Variable &Var, uint64_t Start) {
    int64_t From = std::max(First, int64_t(Start));
    int64_t To = std::min(First + Count, int64_t(Start + Var.byteSize()));
    if (From >= To)
      return;
    Value *Part = partOf(C, Var, From - Start, unsigned(To - From));
    Part =
        C.Builder.CreateShl(C.Builder.CreateZExt(Part, T), 8 * (From - First));
    All = C.Builder.CreateOr(All, Part);
  });
  return All;
}

static void liftLdBeyond(LiftContext &C, const Instruction &I,
                         const Variable &Var) {
  const Operand &Address = I.Operands[1];
  int64_t First = 0;
  uint64_t End = forEachParam(C, [&](const Variable &Param, uint64_t Start) {
    if (&Param == &Var)
      First = int64_t(Start + uint64_t(Address.Offset));
  });
  unsigned Size = storeSize(I.type());
  uint64_t Bytes = bytesOf(C, I);
  bool IsOutside =
      First >= 0 ? uint64_t(First) >= End : First <= -int64_t(Bytes);
  C.Parent.Diags.warning(
      "parameter-end", Address.Range.Start,
      "'" + I.spelling() + "' reads bytes that are not of parameter '" +
          Var.Name + "'" + (IsOutside ? ", nor of another: they are 0" : ""),
      Address.Range);
  for (auto [Index, To] : enumerate(C.elements(I.Operands[0], I.type())))
    C.write(To, C.fitBits(bytesAt(C, First + int64_t(Index * Size), Size),
                          C.typeOf(I.type())));
}

void liftLdParam(LiftContext &C, const Instruction &I) {
  const Operand &Address = I.Operands[1];
  const Variable *Var = Address.baseVariable();
  if (!Var || !Var->IsParameter)
    return C.unsupported(I, ": an address that is not a parameter's name");
  if (endsBeyondParameter(C, I))
    return liftLdBeyond(C, I, *Var);
  Value *Argument = C.Target.getArg(Var->Index);
  unsigned Size = storeSize(I.type());
  for (auto [Index, To] : enumerate(C.elements(I.Operands[0], I.type()))) {
    Value *V = Argument;
    if (unsigned Shift = 8 * (Address.Offset + Index * Size)) {
      V = C.fitBits(V, C.Builder.getIntNTy(8 * Var->byteSize()));
      V = C.Builder.CreateLShr(V, Shift);
    }
    C.write(To, C.fitBits(V, C.typeOf(I.type())));
  }
}

} // namespace heddle
