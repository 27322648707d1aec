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
#include <tuple>

using namespace llvm;

namespace heddle::tuning {
namespace {

bool hasExecuted(const RegisterSweep &S) {
  return any_of(S.Points, [](const SweepPoint &P) { return P.Executed; });
}

/// Whether two budgets come to the same code and the same run.
bool sameResult(const SweepPoint &A, const SweepPoint &B) {
  auto Key = [](const SweepPoint &P) {
    return std::tuple(P.Registers, P.SpillStores, P.SpillLoads, P.LocalBytes,
                      P.Instructions, P.Occupancy.ActiveWarps, P.Executed,
                      P.LocalAccesses);
  };
  return Key(A) == Key(B);
}

/// One row for neighbouring budgets with the same result.
void printRow(const SweepPoint &P, uint32_t LastBudget,
              std::optional<uint32_t> Chosen, raw_ostream &OS) {
  std::string Budgets = std::to_string(P.Budget);
  if (LastBudget != P.Budget)
    Budgets += ".." + std::to_string(LastBudget);
  bool IsChosen = Chosen && P.Budget <= *Chosen && *Chosen <= LastBudget;
  OS << format("%c %8s  %9u  %6u  %5u  %5u  %12u  %2u/%-2u  %7.1f %%",
               IsChosen ? '*' : ' ', Budgets.c_str(), P.Registers,
               P.SpillStores, P.SpillLoads, P.LocalBytes, P.Instructions,
               P.Occupancy.ActiveWarps, P.Occupancy.MaxWarps,
               P.Occupancy.percent());
  if (P.Executed)
    OS << format("  %10llu  %14llu", (unsigned long long)*P.Executed,
                 (unsigned long long)*P.LocalAccesses);
  OS << '\n';
}

void printText(const RegisterSweep &S, raw_ostream &OS) {
  bool Executed = hasExecuted(S);
  OS << S.Kernel << " for " << S.Arch << ", " << S.Threads
     << " threads a CTA on " << S.Geometry->Name;
  if (S.Chosen)
    OS << "; the compiler chooses " << *S.Chosen << " registers (*)\n";
  else
    OS << "; the compiler's own choice has no room for one\n";
  if (!S.Points.empty() && S.Points.front().Budget > FirstBudget)
    OS << "fewer than " << S.Points.front().Budget << " do not suffice\n";
  OS << "\n    budget  registers  stores  loads  local  instructions  warps  "
        "occupancy";
  if (Executed)
    OS << "    executed  local accesses";
  OS << '\n';
  ArrayRef<SweepPoint> Left = S.Points;
  while (!Left.empty()) {
    ArrayRef<SweepPoint> Equal = Left.take_while(
        [&](const SweepPoint &P) { return sameResult(P, Left.front()); });
    printRow(Equal.front(), Equal.back().Budget, S.Chosen, OS);
    Left = Left.drop_front(Equal.size());
  }
  for (const std::string &Failure : S.Failures)
    OS << "failed: " << Failure << '\n';
}

/// The points up to where nothing changes any more, and a few behind.
ArrayRef<SweepPoint> pointsToDraw(const RegisterSweep &S) {
  ArrayRef<SweepPoint> Points = S.Points;
  size_t End = Points.size();
  while (End > 1 && sameResult(Points[End - 2], Points.back()))
    --End;
  constexpr size_t Fewest = 12;
  return Points.take_front(std::max(Fewest, End + 2 + End / 8));
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
    Points.push_back(std::move(O));
  }
  json::Array Failures;
  for (const std::string &Failure : S.Failures)
    Failures.push_back(json::fixUTF8(Failure));
  return json::Object{{"kernel", json::fixUTF8(S.Kernel)},
                      {"arch", S.Arch},
                      {"geometry", S.Geometry->Name},
                      {"block", S.Threads},
                      {"chosen", S.Chosen ? json::Value(*S.Chosen) : nullptr},
                      {"points", std::move(Points)},
                      {"failures", std::move(Failures)}};
}

void printCSV(const RegisterSweep &S, raw_ostream &OS) {
  bool Executed = hasExecuted(S);
  for (const SweepPoint &P : S.Points) {
    OS << fieldCSV(S.Kernel) << ',' << S.Threads << ',' << P.Budget << ','
       << P.Registers << ',' << P.SpillStores << ',' << P.SpillLoads << ','
       << P.LocalBytes << ',' << P.Instructions << ','
       << P.Occupancy.ActiveWarps << ','
       << format("%.1f", P.Occupancy.percent());
    if (Executed)
      OS << ',' << P.Executed.value_or(0) << ',' << P.LocalAccesses.value_or(0);
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
    for (const RegisterSweep &S : Sweeps) {
      if (&S != Sweeps.begin())
        OS << '\n';
      printText(S, OS);
    }
    return;
  case OutputFormat::JSON:
    OS << formatv("{0:2}\n",
                  json::Value(json::Object{{"schema", 1},
                                           {"sweeps", sweepsJSON(Sweeps)}}));
    return;
  case OutputFormat::CSV:
    OS << "kernel,block,budget,registers,spill_stores,spill_loads,local_bytes,"
          "instructions,warps,occupancy"
       << (any_of(Sweeps, hasExecuted) ? ",executed,local_accesses\n" : "\n");
    for (const RegisterSweep &S : Sweeps)
      printCSV(S, OS);
  }
}

Chart chartOf(const RegisterSweep &S) {
  Chart C;
  C.Title = S.Kernel + " for " + S.Arch + ", " + std::to_string(S.Threads) +
            " threads a CTA on " + S.Geometry->Name;
  C.Kernel = S.Kernel;
  C.XLabel = "registers allowed";
  ArrayRef<SweepPoint> Points = pointsToDraw(S);
  if (Points.size() < S.Points.size())
    C.XNote = "with more it stays so";
  if (S.Chosen) {
    C.Mark = *S.Chosen;
    C.MarkLabel = "chosen: " + std::to_string(*S.Chosen);
  }
  Panel Occupancy{"occupancy in percent", true, {{"occupancy", {}}}};
  Panel Spills{
      "spill instructions", true, {{"spill stores", {}}, {"spill loads", {}}}};
  Panel Code{"instructions", true, {{"instructions", {}}}};
  Panel Executed{"executed warp-instructions",
                 true,
                 {{"executed", {}}, {"of these to local memory", {}}}};
  for (const SweepPoint &P : Points) {
    C.X.push_back(P.Budget);
    Occupancy.Curves[0].Y.push_back(P.Occupancy.percent());
    Spills.Curves[0].Y.push_back(P.SpillStores);
    Spills.Curves[1].Y.push_back(P.SpillLoads);
    Code.Curves[0].Y.push_back(P.Instructions);
    Executed.Curves[0].Y.push_back(P.Executed.value_or(0));
    Executed.Curves[1].Y.push_back(P.LocalAccesses.value_or(0));
  }
  C.Panels = {Occupancy, Spills, hasExecuted(S) ? Executed : Code};
  return C;
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
