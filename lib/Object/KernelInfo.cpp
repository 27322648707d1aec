//===- KernelInfo.cpp - Kernel metadata as bytes --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The encoding is a magic number, then every field in declaration order: u32
// little-endian, strings and lists with a u32 count in front.
//
//===----------------------------------------------------------------------===//

#include "Encoding.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace llvm;

namespace heddle::object {
namespace {

/// "HKI" and the version of the encoding.
constexpr uint32_t KernelInfoMagic = 'H' | 'K' << 8 | 'I' << 16 | 1 << 24;

/// Marks behind all else, in this order. "CLUS": the extents of a cluster
/// follow. "BLCL": the grid of a launch counts those clusters. "STCK":
/// functions have frames on a stack.
constexpr uint32_t ClusterMark = 'C' | 'L' << 8 | 'U' << 16 | 'S' << 24;
constexpr uint32_t ClusterGridMark = 'B' | 'L' << 8 | 'C' << 16 | 'L' << 24;
constexpr uint32_t StackMark = 'S' | 'T' << 8 | 'C' << 16 | 'K' << 24;

/// Reads what stands behind the numbers that all kernels have.
void readMarks(Reader &R, KernelInfo &Info) {
  uint32_t Mark = 0;
  auto Next = [&] {
    Mark = !R.failed() && R.rest() >= sizeof(uint32_t) ? R.u32() : 0;
  };
  Next();
  if (Mark == ClusterMark) {
    for (uint32_t &Extent : Info.ReqCluster)
      Extent = R.u32();
    R.check(Info.ReqCluster[0] && Info.ReqCluster[1] && Info.ReqCluster[2],
            "metadata: a cluster without CTAs");
    Next();
    Info.BlocksAreClusters = Mark == ClusterGridMark;
    if (Info.BlocksAreClusters)
      Next();
  }
  Info.HasStack = Mark == StackMark;
  R.check(!Mark || Info.HasStack, "metadata has bytes after its end");
}

KernelParam readParam(Reader &R) {
  KernelParam P;
  P.Name = R.string();
  P.Type = R.string();
  P.Offset = R.u32();
  P.Size = R.u32();
  P.Align = R.u32();
  return P;
}

/// The limits that differ between the targets.
struct Room {
  uint64_t ParamBytes, SharedBytes;
};

void checkParam(Reader &R, const KernelParam &P, uint64_t PreviousEnd,
                const Room &Has) {
  R.check(isPowerOf2_32(P.Align) &&
              (abi::SharedParams + uint64_t(P.Offset)) % P.Align == 0,
          "metadata: parameter '" + P.Name + "' is not aligned");
  R.check(P.Size != 0 && P.Offset >= PreviousEnd &&
              uint64_t(P.Offset) + P.Size <= Has.ParamBytes,
          "metadata: parameter '" + P.Name + "' lies outside the block");
}

void checkLimits(Reader &R, const KernelInfo &Info, const Room &Has) {
  R.check(Info.Registers <= abi::MaxRegisterNames,
          "metadata: " + Twine(Info.Registers) + " registers are too many");
  uint64_t ParamEnd = abi::SharedParams;
  if (!Info.Params.empty())
    ParamEnd += Info.Params.back().Offset + Info.Params.back().Size;
  R.check(Info.SharedBytes >= ParamEnd && Info.SharedBytes <= Has.SharedBytes,
          "metadata: shared size " + Twine(Info.SharedBytes) +
              " cannot be right");
  R.check(Info.DynamicSharedOffset >= Info.SharedBytes &&
              Info.DynamicSharedOffset <= Has.SharedBytes,
          "metadata: dynamic shared memory overlaps static shared memory");
  for (const SharedSymbol &S : Info.SharedSymbols)
    R.check(uint64_t(S.Address) + S.Size <= Has.SharedBytes,
            "metadata: shared variable '" + S.Name + "' lies outside memory");
  R.check(Info.LocalBytes <= abi::MaxLocalBytes, "metadata: local size " +
                                                     Twine(Info.LocalBytes) +
                                                     " cannot be right");
  R.check(Info.StackDepth <= abi::MaxStackDepth, "metadata: stack depth " +
                                                     Twine(Info.StackDepth) +
                                                     " cannot be right");
  R.check(Info.Barriers <= abi::MaxBarriers,
          "metadata: " + Twine(Info.Barriers) + " barriers are too many");
}

} // namespace

SmallVector<char, 0> encodeKernelInfo(const KernelInfo &Info) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(KernelInfoMagic);
  W.string(Info.Name);
  W.u32(Info.Params.size());
  assert(Info.DynamicSharedOffset >= Info.SharedBytes &&
         "dynamic shared memory is behind the static variables");
  for (const KernelParam &P : Info.Params) {
    W.string(P.Name);
    W.string(P.Type);
    W.u32(P.Offset);
    W.u32(P.Size);
    W.u32(P.Align);
  }
  W.u32(Info.SharedSymbols.size());
  for (const SharedSymbol &S : Info.SharedSymbols) {
    W.string(S.Name);
    W.u32(S.Address);
    W.u32(S.Size);
  }
  for (uint32_t Value :
       {Info.Registers, Info.SharedBytes, Info.DynamicSharedOffset,
        Info.LocalBytes, Info.ConstantBytes, Info.SpillStores, Info.SpillLoads,
        Info.StackDepth, Info.Barriers})
    W.u32(Value);
  for (uint32_t Value : Info.MaxNtid)
    W.u32(Value);
  for (uint32_t Value : Info.ReqNtid)
    W.u32(Value);
  // A mark is written only for kernels that have what it stands for.
  if (Info.hasCluster()) {
    W.u32(ClusterMark);
    for (uint32_t Value : Info.ReqCluster)
      W.u32(Value);
    if (Info.BlocksAreClusters)
      W.u32(ClusterGridMark);
  }
  if (Info.HasStack)
    W.u32(StackMark);
  return Bytes;
}

Expected<KernelInfo> decodeKernelInfo(ArrayRef<uint8_t> Bytes, bool IsWide) {
  const Room Has = IsWide
                       ? Room{abi::MaxWideParamBytes, abi::MaxWideSharedBytes}
                       : Room{abi::MaxParamBytes, abi::MaxSharedBytes};
  Reader R(Bytes);
  KernelInfo Info;
  if (R.u32() != KernelInfoMagic)
    R.fail("metadata does not start with the magic number of this version");
  Info.Name = R.string();

  // Smallest entry: empty strings and the numbers.
  uint32_t NumParams = R.count(20);
  uint64_t PreviousEnd = 0;
  for (uint32_t I = 0; I != NumParams && !R.failed(); ++I) {
    KernelParam P = readParam(R);
    if (!R.failed())
      checkParam(R, P, PreviousEnd, Has);
    PreviousEnd = uint64_t(P.Offset) + P.Size;
    Info.Params.push_back(std::move(P));
  }
  uint32_t NumSymbols = R.count(12);
  for (uint32_t I = 0; I != NumSymbols && !R.failed(); ++I) {
    SharedSymbol S;
    S.Name = R.string();
    S.Address = R.u32();
    S.Size = R.u32();
    Info.SharedSymbols.push_back(std::move(S));
  }
  for (uint32_t *Field :
       {&Info.Registers, &Info.SharedBytes, &Info.DynamicSharedOffset,
        &Info.LocalBytes, &Info.ConstantBytes, &Info.SpillStores,
        &Info.SpillLoads, &Info.StackDepth, &Info.Barriers})
    *Field = R.u32();
  for (uint32_t &Value : Info.MaxNtid)
    Value = R.u32();
  for (uint32_t &Value : Info.ReqNtid)
    Value = R.u32();
  readMarks(R, Info);
  if (!R.failed()) {
    R.check(R.rest() == 0, "metadata has bytes after its end");
    checkLimits(R, Info, Has);
  }
  if (R.failed())
    return R.takeError();
  return Info;
}

uint32_t ownSharedStart(const KernelInfo &Info) {
  uint32_t Start = Info.SharedBytes;
  for (const SharedSymbol &S : Info.SharedSymbols)
    Start = std::min(Start, S.Address);
  return Start;
}

uint64_t sharedBytesOn(const KernelInfo &Info, const abi::Geometry &G,
                       uint32_t Dynamic) {
  uint64_t All =
      Dynamic ? uint64_t(Info.DynamicSharedOffset) + Dynamic : Info.SharedBytes;
  if (G.LaunchStateInShared)
    return All;
  // The program has no shared bytes of its own: padding that aligns the dynamic
  // bytes does not count.
  if (Info.SharedBytes == ownSharedStart(Info))
    return Dynamic;
  return All - ownSharedStart(Info);
}

} // namespace heddle::object
