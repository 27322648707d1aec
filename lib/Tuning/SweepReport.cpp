//===- SweepReport.cpp - A sweep as a table -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Tuning/SweepReport.h"
#include "CSV.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace heddle::tuning {
namespace {

bool hasExecuted(const RegisterSweep &S) {
  return any_of(S.Points, [](const SweepPoint &P) { return P.Executed; });
}

bool hasTimes(const RegisterSweep &S) {
  return any_of(S.Points, [](const SweepPoint &P) { return P.Microseconds; });
}

/// The sweeps of one kernel, which differ in their geometries.
using KernelSweeps = ArrayRef<RegisterSweep>;

std::vector<KernelSweeps> byKernel(ArrayRef<RegisterSweep> Sweeps) {
  std::vector<KernelSweeps> Groups;
  while (!Sweeps.empty()) {
    Groups.push_back(Sweeps.take_while([&](const RegisterSweep &S) {
      return S.Kernel == Sweeps.front().Kernel;
    }));
    Sweeps = Sweeps.drop_front(Groups.back().size());
  }
  return Groups;
}

/// "sm_70, sm_80"
std::string geometriesOf(KernelSweeps Of) {
  std::string Names;
  for (const RegisterSweep &S : Of)
    Names += (Names.empty() ? "" : ", ") + std::string(S.Geometry->Name);
  return Names;
}

/// Whether points \p A and \p B are the same for the choice of a budget: the
/// code costs the same, and as many warps fit on each geometry. The registers
/// that it takes for that do not matter.
bool sameResult(KernelSweeps Of, size_t A, size_t B) {
  auto Key = [](const SweepPoint &P) {
    return std::tuple(P.SpillStores, P.SpillLoads, P.LocalBytes, P.Instructions,
                      P.Occupancy.ActiveWarps, P.Executed, P.LocalAccesses,
                      P.Microseconds);
  };
  return all_of(Of, [&](const RegisterSweep &S) {
    return Key(S.Points[A]) == Key(S.Points[B]);
  });
}

std::string range(uint32_t First, uint32_t Last) {
  std::string Text = std::to_string(First);
  return First == Last ? Text : Text + ".." + std::to_string(Last);
}

/// Prints one row for the neighbouring budgets with the same result at \p First
/// and the \p Count points from there on.
void printRow(KernelSweeps Of, size_t First, size_t Count, raw_ostream &OS) {
  const RegisterSweep &S = Of.front();
  ArrayRef<SweepPoint> Points = ArrayRef(S.Points).slice(First, Count);
  const SweepPoint &P = Points.front();
  const uint32_t LastBudget = Points.back().Budget;
  auto [Least, Most] =
      std::minmax_element(Points.begin(), Points.end(),
                          [](const SweepPoint &A, const SweepPoint &B) {
                            return A.Registers < B.Registers;
                          });
  bool IsChosen = S.Chosen && P.Budget <= *S.Chosen && *S.Chosen <= LastBudget;
  OS << format("%c %8s  %9s  %6u  %5u  %5u  %12u", IsChosen ? '*' : ' ',
               range(P.Budget, LastBudget).c_str(),
               range(Least->Registers, Most->Registers).c_str(), P.SpillStores,
               P.SpillLoads, P.LocalBytes, P.Instructions);
  for (const RegisterSweep &On : Of) {
    const abi::Occupancy &O = On.Points[First].Occupancy;
    OS << format("  %2u/%-2u  %7.1f %%", O.ActiveWarps, O.MaxWarps,
                 O.percent());
  }
  if (P.Executed)
    OS << format("  %10llu  %14llu", (unsigned long long)*P.Executed,
                 (unsigned long long)*P.LocalAccesses);
  if (P.Microseconds)
    OS << format("  %10.2f", *P.Microseconds);
  OS << '\n';
}

void printHeading(KernelSweeps Of, raw_ostream &OS) {
  const RegisterSweep &S = Of.front();
  OS << S.Kernel << " for " << S.Arch << ", " << S.Threads
     << " threads a CTA on " << geometriesOf(Of);
  if (S.Chosen)
    OS << "; the compiler chooses " << *S.Chosen << " registers (*)\n";
  else
    OS << "; the compiler's own choice has no room for one\n";
  for (const RegisterSweep &On : Of)
    if (On.Peer)
      OS << On.Peer->CountedBy << " for " << On.Geometry->Name << ": "
         << On.Peer->Registers << " registers, "
         << On.Peer->Occupancy.ActiveWarps << " of "
         << On.Peer->Occupancy.MaxWarps << " warps ("
         << format("%.1f", On.Peer->Occupancy.percent()) << " %)\n";
  if (!S.Points.empty() && S.Points.front().Budget > FirstBudget)
    OS << "fewer than " << S.Points.front().Budget << " do not suffice\n";
}

void printText(KernelSweeps Of, raw_ostream &OS) {
  const RegisterSweep &S = Of.front();
  printHeading(Of, OS);
  constexpr StringLiteral Cost =
      "    budget  registers  stores  loads  local  instructions";
  constexpr StringLiteral Gain = "  warps  occupancy";
  OS << '\n';
  if (Of.size() > 1) {
    OS.indent(Cost.size());
    for (const RegisterSweep &On : Of)
      if (&On == &Of.back())
        OS << "  " << On.Geometry->Name;
      else
        OS << "  " << left_justify(On.Geometry->Name, Gain.size() - 2);
    OS << '\n';
  }
  OS << Cost;
  for (size_t I = 0; I != Of.size(); ++I)
    OS << Gain;
  if (hasExecuted(S))
    OS << "    executed  local accesses";
  if (hasTimes(S))
    OS << "     time us";
  OS << '\n';
  for (size_t I = 0, End = S.Points.size(); I != End;) {
    size_t Count = 1;
    while (I + Count != End && sameResult(Of, I, I + Count))
      ++Count;
    printRow(Of, I, Count, OS);
    I += Count;
  }
  for (const std::string &Failure : S.Failures)
    OS << "failed: " << Failure << '\n';
}

/// How many points there are up to where nothing changes any more, and a few
/// behind.
size_t pointsToDraw(KernelSweeps Of) {
  const size_t Count = Of.front().Points.size();
  size_t End = Count;
  while (End > 1 && sameResult(Of, End - 2, Count - 1))
    --End;
  constexpr size_t Fewest = 12;
  return std::min(Count, std::max(Fewest, End + 2 + End / 8));
}

json::Object sweepJSON(const RegisterSweep &S) {
  json::Array Points;
  for (const SweepPoint &P : S.Points) {
    json::Object O{{"budget", P.Budget},
                   {"registers", P.Registers},
                   {"spill_stores", P.SpillStores},
                   {"spill_loads", P.SpillLoads},
                   {"local_bytes", P.LocalBytes},
                   {"instructions", P.Instructions},
                   {"ctas", P.Occupancy.ActiveCTAs},
                   {"warps", P.Occupancy.ActiveWarps},
                   {"occupancy", P.Occupancy.percent()}};
    if (P.Executed) {
      O["executed"] = *P.Executed;
      O["local_accesses"] = *P.LocalAccesses;
    }
    if (P.Microseconds)
      O["time_us"] = *P.Microseconds;
    Points.push_back(std::move(O));
  }
  json::Array Failures;
  for (const std::string &Failure : S.Failures)
    Failures.push_back(json::fixUTF8(Failure));
  json::Object O{{"kernel", json::fixUTF8(S.Kernel)},
                 {"arch", S.Arch},
                 {"geometry", S.Geometry->Name},
                 {"block", S.Threads},
                 {"chosen", S.Chosen ? json::Value(*S.Chosen) : nullptr},
                 {"points", std::move(Points)},
                 {"failures", std::move(Failures)}};
  if (S.Peer)
    O["peer"] = json::Object{{"counted_by", S.Peer->CountedBy},
                             {"registers", S.Peer->Registers},
                             {"ctas", S.Peer->Occupancy.ActiveCTAs},
                             {"warps", S.Peer->Occupancy.ActiveWarps},
                             {"occupancy", S.Peer->Occupancy.percent()}};
  return O;
}

/// Whether rows of a table need to say which geometry they are of.
bool severalGeometries(ArrayRef<RegisterSweep> Sweeps) {
  return any_of(Sweeps, [&](const RegisterSweep &S) {
    return S.Geometry != Sweeps.front().Geometry;
  });
}

void printCSV(const RegisterSweep &S, bool WithGeometry, bool HasTimes,
              raw_ostream &OS) {
  bool Executed = hasExecuted(S);
  for (const SweepPoint &P : S.Points) {
    if (WithGeometry)
      OS << S.Geometry->Name << ',';
    OS << fieldCSV(S.Kernel) << ',' << S.Threads << ',' << P.Budget << ','
       << P.Registers << ',' << P.SpillStores << ',' << P.SpillLoads << ','
       << P.LocalBytes << ',' << P.Instructions << ','
       << P.Occupancy.ActiveWarps << ','
       << format("%.1f", P.Occupancy.percent());
    if (Executed)
      OS << ',' << P.Executed.value_or(0) << ',' << P.LocalAccesses.value_or(0);
    if (HasTimes)
      OS << ',' << format("%.2f", P.Microseconds.value_or(0));
    OS << '\n';
  }
}

} // namespace

json::Array sweepsJSON(ArrayRef<RegisterSweep> Sweeps) {
  json::Array Array;
  for (const RegisterSweep &S : Sweeps)
    Array.push_back(sweepJSON(S));
  return Array;
}

void printSweeps(ArrayRef<RegisterSweep> Sweeps, OutputFormat Format,
                 raw_ostream &OS) {
  switch (Format) {
  case OutputFormat::Text:
    for (KernelSweeps Of : byKernel(Sweeps)) {
      if (Of.begin() != Sweeps.begin())
        OS << '\n';
      printText(Of, OS);
    }
    return;
  case OutputFormat::JSON:
    OS << formatv("{0:2}\n",
                  json::Value(json::Object{{"schema", 1},
                                           {"sweeps", sweepsJSON(Sweeps)}}));
    return;
  case OutputFormat::CSV:
    if (severalGeometries(Sweeps))
      OS << "geometry,";
    OS << "kernel,block,budget,registers,spill_stores,spill_loads,local_bytes,"
          "instructions,warps,occupancy"
       << (any_of(Sweeps, hasExecuted) ? ",executed,local_accesses" : "")
       << (any_of(Sweeps, hasTimes) ? ",time_us\n" : "\n");
    for (const RegisterSweep &S : Sweeps)
      printCSV(S, severalGeometries(Sweeps), any_of(Sweeps, hasTimes), OS);
  }
}

static Chart chartOf(KernelSweeps Of) {
  const RegisterSweep &S = Of.front();
  Chart C;
  C.Title = S.Kernel + " for " + S.Arch + ", " + std::to_string(S.Threads) +
            " threads a CTA on " + geometriesOf(Of);
  C.Kernel = S.Kernel;
  C.XLabel = "registers allowed";
  const size_t Count = pointsToDraw(Of);
  if (Count < S.Points.size())
    C.XNote = "with more it stays so";
  if (S.Chosen) {
    C.Mark = *S.Chosen;
    C.MarkLabel = "chosen: " + std::to_string(*S.Chosen);
  }
  Panel Occupancy{"occupancy in percent", true, {}};
  for (const RegisterSweep &On : Of) {
    Curve &OfSM = Occupancy.Curves.emplace_back();
    OfSM.Label = Of.size() == 1 ? "occupancy" : On.Geometry->Name;
    for (const SweepPoint &P : ArrayRef(On.Points).take_front(Count))
      OfSM.Y.push_back(P.Occupancy.percent());
  }
  Panel Spills{
      "spill instructions", true, {{"spill stores", {}}, {"spill loads", {}}}};
  Panel Code{"instructions", true, {{"instructions", {}}}};
  Panel Executed{"executed warp-instructions",
                 true,
                 {{"executed", {}}, {"of these to local memory", {}}}};
  Panel Times{"microseconds on the board", true, {{"time", {}}}};
  for (const SweepPoint &P : ArrayRef(S.Points).take_front(Count)) {
    Times.Curves[0].Y.push_back(P.Microseconds.value_or(0));
    C.X.push_back(P.Budget);
    Spills.Curves[0].Y.push_back(P.SpillStores);
    Spills.Curves[1].Y.push_back(P.SpillLoads);
    Code.Curves[0].Y.push_back(P.Instructions);
    Executed.Curves[0].Y.push_back(P.Executed.value_or(0));
    Executed.Curves[1].Y.push_back(P.LocalAccesses.value_or(0));
  }
  C.Panels = {Occupancy, Spills, hasExecuted(S) ? Executed : Code};
  if (hasTimes(S))
    C.Panels.insert(C.Panels.begin() + 1, Times);
  return C;
}

std::vector<Chart> chartsOf(ArrayRef<RegisterSweep> Sweeps) {
  std::vector<Chart> Charts;
  for (KernelSweeps Of : byKernel(Sweeps))
    Charts.push_back(chartOf(Of));
  return Charts;
}

Chart chartOf(const KernelRows &Rows, const abi::Geometry &G) {
  Chart C;
  C.Title = (Rows.Use.Name.empty() ? std::string() : Rows.Use.Name + ", ") +
            std::to_string(Rows.Use.Registers) + " registers on " + G.Name;
  C.Kernel = Rows.Use.Name;
  C.XLabel = "threads a CTA";
  Panel Occupancy{"occupancy in percent", true, {{"occupancy", {}}}};
  // The table has whole warps; a picture is read between them, too.
  for (uint32_t T = 1; T <= G.MaxThreadsPerCTA; ++T) {
    C.X.push_back(T);
    Occupancy.Curves[0].Y.push_back(
        abi::computeOccupancy(G, T, Rows.Use.Registers, Rows.Use.SharedBytes)
            .percent());
  }
  uint32_t Declared = Rows.Use.DeclaredThreads;
  if (Declared != 0 && abi::computeOccupancy(G, Declared, Rows.Use.Registers,
                                             Rows.Use.SharedBytes)
                               .ActiveCTAs != 0) {
    C.Mark = Rows.Use.DeclaredThreads;
    C.MarkLabel = "declared: " + std::to_string(Rows.Use.DeclaredThreads);
  }
  C.Panels = {Occupancy};
  return C;
}

} // namespace heddle::tuning
