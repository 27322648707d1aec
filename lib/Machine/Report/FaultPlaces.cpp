//===- FaultPlaces.cpp - Where a bad access went --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultReporter.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/ABI/GenericAddress.h"
#include "heddle/Machine/AddressNames.h"
#include "heddle/Machine/HostPages.h"
#include "heddle/Machine/ImageTable.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::sm {

std::string FaultReporter::distance(const Buffer &Buf, abi::Address A) const {
  if (Buf.Kind == Buffer::Heap && A >= Buf.Address &&
      A < Buf.Address + Buf.Size)
    return heapPlace(A.value());
  std::string Where;
  // The shorter of both ways around the address space counts.
  uint64_t Before = Buf.Address - A, After = A - (Buf.Address + Buf.Size);
  if (uint64_t Inside = A - Buf.Address; Inside >= Buf.Size)
    Where = Before < After ? "is " + bytes(Before) + " before"
                           : "is " + bytes(After) + " after";
  else
    Where = Buf.IsFreed ? "is " + bytes(A - Buf.Address) + " inside freed"
                        : "is at the end of, and only partly in,";
  const BufferName Name = nameOf(P, Config, Buf);
  std::string Parameter =
      Name.Parameter ? "parameter " + llvm::utostr(*Name.Parameter) + ", " : "";
  const char *Noun = Name.IsVariable ? "variable" : "buffer";
  return Where + " " + Noun + " '" + Name.Name + "' (" + Parameter +
         bytes(Buf.Size) + ")";
}

std::string FaultReporter::globalPlace(const AccessFault &A) const {
  abi::Address Asked(A.Address);
  std::optional<Buffer> B = Memory.holding(Asked);
  if (A.IsWrite && B && B->IsReadOnly)
    return "is in buffer '" + B->Name + "', which may only be read";
  if (B && B->Kind == Buffer::Registered &&
      !isHostReadable(A.Address & ~uint64_t(7)))
    return "is in buffer '" + B->Name + "', which the host has unmapped";
  std::optional<Buffer> Near = Memory.nearest(Asked);
  // Buffers at addresses of the host may lie terabytes apart.
  constexpr uint64_t Far = uint64_t(1) << 30;
  bool IsFar = Near && Memory.isShared() &&
               Asked + Far - Near->Address > Near->Size + 2 * Far;
  if (Memory.model() == AddressModel::Raw &&
      (!Near || IsFar || !Memory.window(A.Address, A.IsWrite)))
    return A.IsWrite && isHostReadable(A.Address & ~uint64_t(7))
               ? "is in memory that the host can only read"
               : "is not mapped by the host (bounds are unknown)";
  if (Near && !IsFar)
    return distance(*Near, Asked);
  if (Memory.isShared() && isHostReadable(A.Address & ~uint64_t(7)))
    return "is in memory of the host that is no buffer: it was neither "
           "allocated for the device nor registered";
  return Near ? "is in no buffer" : "is not mapped, and there are no buffers";
}

/// \p Address is in a window of the cluster, and there is nothing.
std::string FaultReporter::clusterPlace(uint64_t Address) const {
  const abi::ClusterFacts &Facts = C.clusterFacts();
  const unsigned Rank = abi::clusterRank(Address);
  if (Address >> abi::ClusterNumberShift !=
          Facts.Base >> abi::ClusterNumberShift ||
      Rank >= Facts.Size)
    return "is that of no block of the cluster, which has " +
           llvm::utostr(Facts.Size);
  const std::string Of = " the shared memory of the block of rank " +
                         llvm::utostr(Rank) + " in the cluster";
  const uint32_t Offset = uint32_t(Address) & abi::ClusterOffsetMask;
  if (Offset >= C.sharedBytes())
    return "is " + bytes(Offset - C.sharedBytes()) + " after" + Of;
  return "is in" + Of + ", which has exited, or at its end";
}

/// ", at 'buf' + 4": the shared variable closest below \p Address; empty where
/// there is none.
std::string FaultReporter::sharedName(uint32_t Address) const {
  std::optional<SharedPlace> V = sharedVariableBelow(P.Kernel.Info, Address);
  if (!V)
    return "";
  return (", at '" + V->Name + "' + ").str() + llvm::utostr(V->Offset);
}

/// The meaning in another space of \p Address, at which there is no global
/// memory: the offset of a variable that was not made a generic address, or a
/// generic address where the instruction names .global.
std::string FaultReporter::otherSpace(uint64_t Address) const {
  const auto Word = uint32_t(Address >> 32);
  const auto Offset = uint32_t(Address);
  const bool IsWide = P.Module.Target->GlobalPointerBits == 64;
  if (IsWide && Word == abi::SharedWindowWord)
    return "; it is a generic address of .shared" + sharedName(Offset) +
           ", and the instruction is for .global";
  if (IsWide && Word == abi::LocalWindowWord)
    return "; it is a generic address of .local, and the instruction is for "
           ".global";
  if (Word != 0)
    return "";
  if (Offset >= C.sharedLow() && Offset < C.sharedBytes())
    return "; if it is an address of .shared" + sharedName(Offset) +
           ", cvta.shared is missing, or the instruction lacks .shared";
  if (Offset < uint64_t(C.localWords()) * 4)
    return "; if it is an address of .local, cvta.local is missing, or the "
           "instruction lacks .local";
  return "";
}

/// The registers that the instruction of \p F, an access, read in the lane that
/// faulted: "thread (5,0,0): $r4d=0x20 $r3=0x7".
std::string FaultReporter::operands(const Fault &F,
                                    const LaneContext &L) const {
  std::string Text;
  for (const RegisterUse &R : InstructionPrinter(P).operands(F.PC))
    Text += " " + valuesText(L, R, uint32_t(1) << L.Fault.Lane, /*NumLanes=*/0);
  return Text.empty() ? Text : "thread " + tripleText(F.Thread) + ":" + Text;
}

std::string FaultReporter::sharedPlace(uint32_t Address) const {
  std::string Text;
  // Half of all addresses are nearer to the start from below.
  if (int32_t(Address) < 0)
    return "is " + bytes(-Address) + " before the shared memory of the block";
  if (Address < C.sharedLow())
    return "is " + bytes(C.sharedLow() - Address) +
           " before the first shared variable, where the kernel's parameters "
           "are";
  if (Address >= C.sharedBytes())
    Text = "is " + bytes(Address - C.sharedBytes()) +
           " after the shared memory of the block (" + bytes(C.sharedBytes()) +
           ")";
  else
    Text = "is at the end of the shared memory of the block (" +
           bytes(C.sharedBytes()) + ")";
  return Text + sharedName(Address);
}

/// Behind the static frames of a kernel with a stack there is nothing else.
bool FaultReporter::isBehindStack(const AccessFault &A) const {
  return P.Kernel.Info.HasStack && A.Address >= uint64_t(C.localWords()) * 4;
}

/// Names the block of the heap closest below \p Address.
std::string FaultReporter::heapPlace(uint64_t Address) const {
  std::optional<DeviceHeap::Block> B = Memory.heap()->below(Address);
  if (!B)
    return "is in the device heap, before its first block";
  std::string Block = " block of " + bytes(B->Size) + " of the device heap";
  uint64_t Offset = Address - B->Address;
  if (Offset >= B->Size)
    return "is " + bytes(Offset - B->Size) + " after a" + Block;
  if (B->IsFreed)
    return "is " + bytes(Offset) + " inside a freed" + Block;
  return "is at the end of, and only partly in, a" + Block;
}

/// The name of the image in \p Slot in the launch or, where it binds none, in
/// the module; empty where neither knows it.
static llvm::StringRef imageName(const LaunchConfig &Config,
                                 const object::Module &M, abi::ImageKind Kind,
                                 uint32_t Slot) {
  if (Config.Images)
    return Config.Images->nameOf(Kind, Slot);
  for (const abi::ImageReference &I : M.Images)
    if (I.Kind == Kind && Slot-- == 0)
      return I.Name;
  return "";
}

/// Describes a faulting access to a texture or a surface.
void FaultReporter::image(Fault &F, const AccessFault &A) {
  static constexpr llvm::StringLiteral Names[] = {"texture", "sampler",
                                                  "surface"};
  const auto Kind = abi::ImageKind(A.Image);
  const bool IsSurface = Kind == abi::ImageKind::Surface;
  const std::string What = Names[A.Image].str();
  // The silicon has slots only.
  const auto Slot = uint32_t(A.Address);
  const bool HasHandles = P.Module.Target->GlobalPointerBits == 64;
  const bool IsOdd = HasHandles && A.Address != abi::imageHandle(Kind, Slot);
  const llvm::StringRef Name =
      IsOdd ? "" : imageName(Config, P.Module, Kind, Slot);
  const std::string Which = !Name.empty() ? "'" + Name.str() + "'"
                            : HasHandles  ? "handle " + hex(A.Address)
                                          : "slot " + llvm::utostr(Slot);
  F.Thread = C.thread(F.Warp, A.Lane);
  std::string Who =
      " by thread " + tripleText(F.Thread) + " in block " + tripleText(F.Block);
  switch (A.Reason) {
  case AccessFault::Unbound:
    F.Kind = IsSurface ? FaultKind::UnboundSurface : FaultKind::UnboundTexture;
    F.Message = "access to " + What + " " + Which +
                ", to which nothing is bound," + Who;
    return;
  case AccessFault::OutsideSurface:
    F.Kind = FaultKind::OobSurface;
    F.Message = "access beyond surface " + Which + Who;
    return;
  case AccessFault::MisalignedSurface:
    F.Kind = FaultKind::Misaligned;
    F.Message = "misaligned access of size " + llvm::utostr(A.Bytes) +
                " to surface " + Which + Who;
    return;
  case AccessFault::MisalignedImage: {
    const BoundImage &Bound = IsSurface ? Config.Images->Surfaces[Slot]
                                        : Config.Images->Textures[Slot];
    F.Kind = FaultKind::Misaligned;
    F.Address = Bound.Address.value();
    F.Message = "access to misaligned " + What + " " + Which + Who +
                "; its address " + Bound.Address.str() +
                " is not a multiple of the " +
                bytes(Bound.Image->format().texelBytes()) + " of a texel";
    return;
  }
  case AccessFault::None:
  case AccessFault::OutOfBounds:
  case AccessFault::Misaligned:
  case AccessFault::Null:
  case AccessFault::Illegal:
  case AccessFault::NoProduct:
  case AccessFault::WrongImage:
    break;
  }
  F.Kind = FaultKind::TextureFormat;
  F.Message = "invalid access to " + What + " " + Which + Who + "; " + A.Detail;
}

void FaultReporter::access(Fault &F, const AccessFault &A) {
  if (A.Reason >= AccessFault::Unbound)
    return image(F, A);
  if (A.Reason == AccessFault::NoProduct) {
    F.Kind = FaultKind::IllegalInstruction;
    F.Thread = C.thread(F.Warp, A.Lane);
    F.Message = (A.Bytes ? "illegal operation on tensor memory by thread "
                         : "illegal instruction on matrices by thread ") +
                tripleText(F.Thread) + " in block " + tripleText(F.Block) +
                "; " + A.Detail;
    if (A.Bytes)
      F.Message += " (lane " + llvm::utostr(A.Address >> 16) + ", column " +
                   llvm::utostr(A.Address & 0xffff) + ")";
    return;
  }
  static constexpr llvm::StringLiteral Names[] = {
      "__global__", "__shared__", "__local__", "__constant__", "generic"};
  const bool IsOfCluster =
      A.Where == Space::Global && abi::isInClusterWindow(A.Address);
  F.Thread = C.thread(F.Warp, A.Lane);
  F.Address = A.Address;
  std::string What =
      (IsOfCluster ? "__cluster_shared__" : Names[unsigned(A.Where)].str()) +
      (A.IsWrite ? " write" : " read") + " of size " + llvm::utostr(A.Bytes) +
      " by thread " + tripleText(F.Thread) + " in block " +
      tripleText(F.Block) + "; address " + abi::Address(A.Address).str() + " ";
  if (A.Reason == AccessFault::Misaligned) {
    F.Kind = FaultKind::Misaligned;
    F.Message =
        "misaligned " + What + "is not a multiple of " + llvm::utostr(A.Bytes);
    return;
  }
  F.Message = "invalid " + What;
  if (A.Reason == AccessFault::Null) {
    F.Kind = FaultKind::NullPointer;
    F.Message += "is in the null page" + otherSpace(A.Address);
    return;
  }
  switch (A.Where) {
  case Space::Global: {
    if (abi::isInClusterWindow(A.Address)) {
      F.Kind = FaultKind::OobShared;
      F.Message += clusterPlace(A.Address);
      return;
    }
    F.Kind = FaultKind::OobGlobal;
    F.Message += globalPlace(A) + otherSpace(A.Address);
    return;
  }
  case Space::Shared:
    F.Kind = FaultKind::OobShared;
    F.Message += sharedPlace(A.Address);
    return;
  case Space::Local:
    if (isBehindStack(A)) {
      F.Kind = FaultKind::StackOverflow;
      F.Message = "stack overflow beyond the " + bytes(Config.StackBytes) +
                  " of a thread (" + Config.StackLimitName.str() +
                  ") by thread " + tripleText(F.Thread) + " in block " +
                  tripleText(F.Block);
      return;
    }
    F.Kind = FaultKind::OobLocal;
    F.Message += "is beyond the " + bytes(C.localWords() * 4) +
                 " of local memory of a thread";
    return;
  case Space::Const:
    F.Kind = FaultKind::OobConst;
    F.Message += A.IsWrite ? "is in constant memory, which no kernel writes to"
                           : "is beyond the constant bank";
    return;
  // A lane's own space is known by the time that it faults.
  case Space::Generic:
  case Space::None:
    break;
  }
}

} // namespace heddle::sm
