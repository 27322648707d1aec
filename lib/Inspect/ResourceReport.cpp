//===- ResourceReport.cpp - What -v says about a kernel -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Inspect/ResourceReport.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/Occupancy.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::inspect {
namespace {

uint32_t paramBytes(const object::KernelInfo &Info) {
  if (Info.Params.empty())
    return 0;
  return Info.Params.back().Offset + Info.Params.back().Size;
}

/// The block sizes to report on: the declared one, or the usual ones.
SmallVector<uint32_t, 4> blockSizes(const object::KernelInfo &Info,
                                    const abi::Geometry &G) {
  for (const auto &Declared : {Info.ReqNtid, Info.MaxNtid}) {
    uint64_t Threads = uint64_t(Declared[0]) * Declared[1] * Declared[2];
    if (Threads != 0 && Threads <= G.MaxThreadsPerCTA)
      return {static_cast<uint32_t>(Threads)};
  }
  return {64, 128, 256, 512};
}

/// Prints the lines of `ptxas -v` of the CUDA 1.x and 2.x tools: the bytes that
/// the program needs plus those that the system adds.
void printPtxasLines(const object::KernelInfo &Info, CodeSize Size,
                     StringRef Arch, raw_ostream &OS) {
  OS << "ptxas info    : Compiling entry function '" << Info.Name << "' for '"
     << Arch << "'\n"
     << "ptxas info    : Used " << Info.Registers << " registers, ";
  if (Info.LocalBytes != 0)
    OS << Info.LocalBytes << "+0 bytes lmem, ";
  OS << Info.SharedBytes - abi::SharedParams << '+' << abi::SharedParams
     << " bytes smem";
  if (Info.ConstantBytes != 0)
    OS << ", " << Info.ConstantBytes << " bytes cmem[0]";
  if (Size.Literals != 0)
    OS << ", " << Size.Literals << " bytes cmem[1]";
  OS << '\n';
}

void printOccupancy(const object::KernelInfo &Info, const abi::Geometry &G,
                    raw_ostream &OS) {
  // A report is on one chip; what this stands for in another's place is named.
  const std::string On =
      G.LaunchStateInShared ? "" : std::string(" on ") + G.Name;
  for (uint32_t Threads : blockSizes(Info, G)) {
    abi::Occupancy O = abi::computeOccupancy(G, Threads, Info.Registers,
                                             object::sharedBytesOn(Info, G));
    OS << "  occupancy     " << format("%3u", Threads) << " threads a CTA" << On
       << ": " << O.ActiveCTAs << (O.ActiveCTAs == 1 ? " CTA, " : " CTAs, ")
       << O.ActiveWarps << " of " << O.MaxWarps << " warps ("
       << format("%.1f", O.percent()) << " %), limited by " << O.limiterNames()
       << '\n';
  }
}

} // namespace

void printResourceReport(const object::KernelInfo &Info, CodeSize Size,
                         const BudgetText *Budget, StringRef Arch,
                         const abi::Geometry &G, raw_ostream &OS) {
  uint32_t Params = paramBytes(Info);
  uint32_t Variables = Info.SharedBytes - abi::SharedParams - Params;
  printPtxasLines(Info, Size, Arch, OS);
  // Scripts read the architecture that was asked for; the figures are another
  // chip's.
  if (const abi::Chip *Chip = abi::findChip(Arch);
      Chip && !Chip->Silicon && Arch != Chip->Name)
    OS << "  chip          " << Chip->Name << ", which stands for " << Arch
       << ": all figures are of its code\n";
  if (Budget) {
    OS << "  budget        " << Budget->Registers
       << " registers: " << Budget->Why << '\n';
    if (!Budget->Next.empty())
      OS << "  next step     " << Budget->Next << '\n';
  }
  OS << "  spills        " << Info.SpillStores << " stores, " << Info.SpillLoads
     << " loads\n"
     << "  shared        " << Info.SharedBytes
     << " bytes: " << abi::SharedParams << " header, ";
  if (Info.KnowsParams)
    OS << Params << " parameters, " << Variables << " variables\n";
  else
    OS << Variables << " parameters and variables\n";
  OS << "  local         " << Info.LocalBytes << " bytes a thread\n"
     << "  constant      " << Info.ConstantBytes << " bytes\n"
     << "  instructions  " << Size.Instructions << " in " << Size.Bytes
     << " bytes\n"
     << "  stack depth   " << Info.StackDepth
     << (Info.StackDepth == 1 ? " entry\n" : " entries\n");
  printOccupancy(Info, G, OS);
}

} // namespace heddle::inspect
