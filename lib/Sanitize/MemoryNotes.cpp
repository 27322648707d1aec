//===- MemoryNotes.cpp - What instructions are meant to access ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Settled when a launch starts: which variable an instruction is for, as the
// compiler's notes say, and which access of the PTX it does a part of.
//
//===----------------------------------------------------------------------===//

#include "MemoryChecker.h"
#include "heddle/ABI/HostServices.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/Object/KernelNames.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::sanitize {

using sm::AccessKind;
using sm::DecodedInst;
using sm::Space;

/// "local variable 'a'"
static std::string localName(const object::LocalVariable &V) {
  return (V.IsParam ? "parameter '" : "local variable '") +
         llvm::StringRef(V.Path).rsplit('/').second.str() + "'";
}

/// The access of the PTX that \p I does, or a part of it; may be null.
const object::VariableAccess *
MemoryChecker::accessOf(const DecodedInst &I) const {
  const object::Module &M = Launch->P.Module;
  object::LineEntry Place = Launch->P.Kernel.lineOf(I.Address);
  return M.Operations ? M.Operations->findAccess(Place.Line, Place.Column)
                      : nullptr;
}

/// The places of the variable that the access of \p I is meant for.
std::optional<MemoryChecker::Range>
MemoryChecker::rangeOf(const DecodedInst &I) const {
  const object::Module &M = Launch->P.Module;
  const object::KernelInfo &Info = Launch->P.Kernel.Info;
  const object::VariableAccess *Access = accessOf(I);
  if (!Access || Access->Variables.empty())
    return std::nullopt;
  const std::string &Name = Access->Variables.front();
  if (llvm::StringRef(Name).contains('/')) {
    auto IsOfKernel = [](llvm::StringRef Path) { return Path.count('/') == 1; };
    if (llvm::none_of(Access->Variables, IsOfKernel))
      return localRange(*Access);
    return llvm::all_of(Access->Variables, IsOfKernel) ? paramRange(*Access)
                                                       : std::nullopt;
  }
  for (const object::SharedSymbol &S : Info.SharedSymbols)
    if (S.Name == Name) {
      // The dynamic array goes on to the end of shared memory.
      uint64_t End = S.Size ? uint64_t(S.Address) + S.Size
                            : std::max<uint64_t>(DynamicEnd, S.Address);
      return Range{Space::Shared,
                   Rule::MemoryShared,
                   {{S.Address, End}},
                   "shared variable '" + object::nameInPTX(Name).str() + "'"};
    }
  for (const object::ConstantSymbol &S : M.ConstantSymbols)
    if (S.Name == Name)
      return Range{Space::Const,
                   Rule::MemoryConst,
                   {{S.Offset, uint64_t(S.Offset) + S.Size}},
                   "constant variable '" + object::nameInPTX(Name).str() + "'"};
  return std::nullopt;
}

/// The places of a parameter of a kernel. An inlined function may be given
/// those of several.
std::optional<MemoryChecker::Range>
MemoryChecker::paramRange(const object::VariableAccess &Access) const {
  const object::KernelInfo &Info = Launch->P.Kernel.Info;
  std::optional<Range> R;
  for (llvm::StringRef Path : Access.Variables)
    for (const object::KernelParam &P : Info.Params) {
      if (Path != Info.Name + "/" + P.Name)
        continue;
      if (R)
        return std::nullopt;
      uint64_t From = abi::SharedParams + P.Offset;
      R.emplace(Range{Space::Shared,
                      Rule::MemoryParam,
                      {{From, From + P.Size}},
                      "parameter '" + P.Name + "'"});
    }
  return R;
}

/// The places of a variable of a function.
std::optional<MemoryChecker::Range>
MemoryChecker::localRange(const object::VariableAccess &Access) const {
  Range R;
  R.Where = Space::Local;
  for (const std::string &Path : Access.Variables) {
    auto Variables = Launch->P.Module.Operations->findLocals(Path);
    if (Variables.empty())
      return std::nullopt;
    // Prefer the kernel's own variable, into which the function is inlined.
    const object::LocalVariable &First = Variables.front();
    if (R.Name.empty() ||
        llvm::StringRef(Path).starts_with(Launch->P.Kernel.Info.Name + "/")) {
      R.TheRule = First.IsParam ? Rule::MemoryParam : Rule::MemoryLocal;
      R.Name = localName(First);
    }
    for (const object::LocalVariable &V : Variables)
      if (Functions.contains(V.Frame))
        R.Places.push_back({V.Address, uint64_t(V.Address) + V.Size});
  }
  if (R.Places.empty())
    return std::nullopt;
  return R;
}

MemoryChecker::Note MemoryChecker::noteOf(const DecodedInst &I) const {
  Note N;
  bool IsShared = I.space() == Space::Shared || I.space() == Space::Generic;
  bool IsAccess = I.access() != AccessKind::None;
  for (const sm::MemoryOperand &M : I.Mem) {
    IsShared |= M.Space == sm::MemoryOperand::Shared;
    // Literals are the code's own.
    IsAccess |=
        M.Space != sm::MemoryOperand::None &&
        !(M.Space == sm::MemoryOperand::Const && M.Bank == abi::LiteralBank);
  }
  if (IsAccess)
    N.Variable = rangeOf(I);
  // The silicon does it by a load that locks the word, and a store.
  N.IsExchange =
      I.isAtomic() && sm::AtomicKind(I.Sub[0]) == sm::AtomicKind::Exchange;
  if (const auto &Operations = Launch->P.Module.Operations;
      Operations && I.access() == AccessKind::Lock) {
    object::LineEntry Place = Launch->P.Kernel.lineOf(I.Address);
    const object::SyncOperation *O = Operations->find(Place.Line, Place.Column);
    N.IsExchange = O && O->IsReplacing;
  }
  N.Matters = N.Variable || (IsShared && DynamicFrom != DynamicEnd) ||
              isService(I, abi::HostService::Allocate) ||
              isService(I, abi::HostService::Free);
  return N;
}

namespace {
/// An access of one instruction to s[] or c[].
struct Part {
  uint32_t Index;
  Space Where;
  uint8_t Register;
  uint32_t Offset;
  unsigned Bytes;

  bool isBehind(const Part &P) const {
    return Where == P.Where && Register == P.Register && Bytes == P.Bytes &&
           Offset == P.Offset + P.Bytes;
  }
};
} // namespace

/// Calls \p Fn with each of the parts that \p I, at \p Index, accesses.
template <class FnT>
static void forParts(const DecodedInst &I, uint32_t Index, FnT Fn) {
  for (const sm::MemoryOperand &M : I.Mem)
    if (M.Space == sm::MemoryOperand::Shared)
      Fn(Part{Index, Space::Shared, M.AddressReg, M.Offset, memBytes(M.Type)});
    else if (M.Space == sm::MemoryOperand::Const && M.Bank == 0)
      Fn(Part{Index, Space::Const, M.AddressReg, M.Offset, memBytes(M.Type)});
  if (I.access() != AccessKind::None && !I.isFar() &&
      (I.space() == Space::Shared ||
       (I.space() == Space::Const && I.Sub[2] == 0)))
    Fn(Part{Index, I.space(), I.Sub[0], I.Imm, memBytes(I.memType())});
}

/// The silicon accesses s[] and c[] by words. Which word of an access of the
/// PTX an instruction is about shows where all of them are there, side by side.
void MemoryChecker::noteWholes() {
  std::map<const object::VariableAccess *, llvm::SmallVector<Part, 4>> Parts;
  uint32_t Index = 0;
  for (const DecodedInst &I : Launch->P.Code) {
    if (const object::VariableAccess *Access = accessOf(I))
      forParts(I, Index, [&](const Part &P) {
        if (P.Bytes < Access->Bytes)
          Parts[Access].push_back(P);
      });
    ++Index;
  }
  for (auto &[Access, Of] : Parts) {
    llvm::sort(
        Of, [](const Part &A, const Part &B) { return A.Offset < B.Offset; });
    const Part &First = Of.front();
    bool IsWhole = Of.size() * First.Bytes == Access->Bytes;
    for (size_t K = 1; K != Of.size(); ++K)
      IsWhole &= Of[K].isBehind(Of[K - 1]);
    if (!IsWhole)
      continue;
    Note &N = Notes[First.Index];
    N.Matters = true;
    N.Whole = Access->Bytes;
    N.WholeIn = First.Where;
  }
}

} // namespace heddle::sanitize
