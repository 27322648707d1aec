//===- OccupancyReport.cpp - Occupancy and the next step ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Tuning/OccupancyReport.h"
#include "CSV.h"
#include "ReportList.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::tuning {

SmallVector<uint32_t, 0> allBlockSizes(const abi::Geometry &G) {
  SmallVector<uint32_t, 0> Sizes;
  for (uint32_t T = 32; T <= G.MaxThreadsPerCTA; T += 32)
    Sizes.push_back(T);
  return Sizes;
}

OccupancyReport reportOccupancy(const KernelUses &Uses, const abi::Geometry &G,
                                ArrayRef<uint32_t> Threads,
                                uint32_t DynamicShared,
                                const KernelUses *Peer) {
  OccupancyReport Report;
  Report.Geometry = &G;
  Report.CountedBy = Uses.CountedBy;
  Report.Arch = Uses.Arch;
  Report.PeerName = Peer ? Peer->CountedBy : "";
  auto Launched = [&](KernelUse Use) {
    Use.SharedBytes += DynamicShared;
    // Later chips pass parameters elsewhere.
    if (!G.LaunchStateInShared)
      Use.SharedBytes -= Use.SystemShared;
    return Use;
  };
  for (const KernelUse &Use : Uses.Kernels) {
    KernelRows &Kernel = Report.Kernels.emplace_back();
    Kernel.Use = Launched(Use);
    if (const KernelUse *Other = Peer ? Peer->find(Use.Name) : nullptr)
      Kernel.Peer = Launched(*Other);
    SmallVector<uint32_t, 4> Sizes(Threads);
    if (Sizes.empty() && Use.DeclaredThreads != 0)
      Sizes = {Use.DeclaredThreads};
    if (Sizes.empty())
      Sizes = {64, 128, 256, 512};
    auto Of = [&](const KernelUse &U, uint32_t T) {
      return abi::computeOccupancy(G, T, U.Registers, U.SharedBytes);
    };
    for (uint32_t T : Sizes) {
      BlockRow &Row = Kernel.Rows.emplace_back();
      Row.Threads = T;
      Row.Occupancy = Of(Kernel.Use, T);
      Row.Steps =
          abi::nextOccupancySteps(G, T, Use.Registers, Kernel.Use.SharedBytes);
      if (Kernel.Peer)
        Row.Peer = Of(*Kernel.Peer, T);
    }
  }
  return Report;
}

namespace {

/// Chips after 1.3 run the code of a compiler that is not ours.
void printHeading(const OccupancyReport &R, raw_ostream &OS) {
  const abi::Geometry &G = *R.Geometry;
  if (!R.CountedBy.empty())
    OS << "registers as " << R.CountedBy << " counts them for " << R.Arch
       << ", ";
  OS << "limits of " << G.Name << '\n';
  if (!R.CountedBy.empty() && !G.LaunchStateInShared && R.Arch != G.Name)
    OS << "(NVIDIA's compiler makes other code for " << G.Name
       << ", with register counts of its own)\n";
}

void printUse(const KernelUse &Use, raw_ostream &OS) {
  OS << Use.Registers << " registers, " << Use.SharedBytes << " shared bytes";
  if (Use.LocalBytes != 0)
    OS << ", " << Use.LocalBytes << " local bytes a thread";
  OS << '\n';
}

/// A row of the table; \p Of is a block size or the source of the counts.
void printRow(StringRef Of, const abi::Occupancy &O, raw_ostream &OS) {
  OS << "  " << right_justify(Of, 5)
     << format("  %4u  %2u/%-2u  %7.1f %%  ", O.ActiveCTAs, O.ActiveWarps,
               O.MaxWarps, O.percent())
     << O.limiterNames() << '\n';
}

void printText(const OccupancyReport &R, raw_ostream &OS) {
  printHeading(R, OS);
  for (const KernelRows &K : R.Kernels) {
    OS << '\n';
    if (!K.Use.Name.empty())
      OS << K.Use.Name << ": ";
    printUse(K.Use, OS);
    if (K.Peer) {
      OS << "with " << R.PeerName << ": ";
      printUse(*K.Peer, OS);
    }
    OS << "  block  CTAs  warps  occupancy  limited by\n";
    for (const BlockRow &Row : K.Rows) {
      printRow(std::to_string(Row.Threads), Row.Occupancy, OS);
      if (Row.Peer)
        printRow(R.PeerName, *Row.Peer, OS);
      for (const abi::OccupancyStep &Step : Row.Steps)
        OS << "           next: " << Step.describe(Row.Threads) << '\n';
    }
  }
}

json::Object stepJSON(const abi::OccupancyStep &Step, uint32_t OldThreads) {
  json::Object O;
  if (Step.FewerRegisters != 0)
    O["fewer_registers"] = Step.FewerRegisters;
  if (Step.FewerShared != 0)
    O["fewer_shared_bytes"] = Step.FewerShared;
  if (Step.Threads != 0)
    O["block"] = Step.Threads;
  O["ctas"] = Step.After.ActiveCTAs;
  O["warps"] = Step.After.ActiveWarps;
  O["occupancy"] = Step.After.percent();
  O["text"] = Step.describe(OldThreads);
  return O;
}

json::Object occupancyJSON(const abi::Occupancy &O) {
  SmallVector<StringRef, 4> Names;
  std::string Joined = O.limiterNames();
  StringRef(Joined).split(Names, ", ");
  json::Array Limiters;
  for (StringRef Name : Names)
    Limiters.push_back(Name.str());
  return json::Object{{"ctas", O.ActiveCTAs},
                      {"warps", O.ActiveWarps},
                      {"max_warps", O.MaxWarps},
                      {"occupancy", O.percent()},
                      {"limiters", std::move(Limiters)}};
}

json::Object useJSON(const KernelUse &Use) {
  return json::Object{{"registers", Use.Registers},
                      {"shared_bytes", Use.SharedBytes},
                      {"local_bytes", Use.LocalBytes}};
}

json::Object kernelJSON(const KernelRows &K) {
  json::Array Rows;
  for (const BlockRow &Row : K.Rows) {
    json::Array Steps;
    for (const abi::OccupancyStep &Step : Row.Steps)
      Steps.push_back(stepJSON(Step, Row.Threads));
    json::Object O = occupancyJSON(Row.Occupancy);
    O["block"] = Row.Threads;
    O["next"] = std::move(Steps);
    if (Row.Peer)
      O["peer"] = occupancyJSON(*Row.Peer);
    Rows.push_back(std::move(O));
  }
  json::Object Kernel = useJSON(K.Use);
  Kernel["name"] = json::fixUTF8(K.Use.Name);
  Kernel["blocks"] = std::move(Rows);
  if (K.Peer)
    Kernel["peer"] = useJSON(*K.Peer);
  return Kernel;
}

json::Object reportJSON(const OccupancyReport &R) {
  json::Array Kernels;
  for (const KernelRows &K : R.Kernels)
    Kernels.push_back(kernelJSON(K));
  json::Object Top{{"geometry", R.Geometry->Name},
                   {"kernels", std::move(Kernels)}};
  if (!R.CountedBy.empty()) {
    Top["counted_by"] = R.CountedBy;
    Top["arch"] = R.Arch;
  }
  if (!R.PeerName.empty())
    Top["peer"] = R.PeerName;
  return Top;
}

void printCSV(const OccupancyReport &R, raw_ostream &OS) {
  for (const KernelRows &K : R.Kernels)
    for (const BlockRow &Row : K.Rows) {
      const abi::Occupancy &O = Row.Occupancy;
      OS << R.Geometry->Name << ',' << fieldCSV(K.Use.Name) << ','
         << K.Use.Registers << ',' << K.Use.SharedBytes << ','
         << K.Use.LocalBytes << ',' << Row.Threads << ',' << O.ActiveCTAs << ','
         << O.ActiveWarps << ',' << O.MaxWarps << ','
         << format("%.1f", O.percent()) << ",\"" << O.limiterNames() << '"';
      if (K.Peer)
        OS << ',' << K.Peer->Registers << ',' << Row.Peer->ActiveWarps << ','
           << format("%.1f", Row.Peer->percent());
      else if (!R.PeerName.empty())
        OS << ",,,";
      OS << '\n';
    }
}

} // namespace

void printReports(ArrayRef<OccupancyReport> Reports, OutputFormat Format,
                  raw_ostream &OS) {
  switch (Format) {
  case OutputFormat::Text:
    printTexts(Reports, printText, OS);
    return;
  case OutputFormat::JSON:
    printJSON(Reports, "reports", reportJSON, OS);
    return;
  case OutputFormat::CSV:
    OS << "geometry,kernel,registers,shared_bytes,local_bytes,block,ctas,warps,"
          "max_warps,occupancy,limiters"
       << (any_of(Reports,
                  [](const OccupancyReport &R) { return !R.PeerName.empty(); })
               ? ",peer_registers,peer_warps,peer_occupancy\n"
               : "\n");
    for (const OccupancyReport &R : Reports)
      printCSV(R, OS);
  }
}

} // namespace heddle::tuning
