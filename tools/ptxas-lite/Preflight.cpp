//===- Preflight.cpp - The list of what a chip cannot run -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preflight.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {

Preflight::Place Preflight::placeOf(SMLoc Loc) const {
  unsigned Buffer = Loc.isValid() ? Sources.FindBufferContainingLoc(Loc) : 0;
  if (Buffer == 0)
    return {};
  StringRef File = Sources.getMemoryBuffer(Buffer)->getBufferIdentifier();
  return {Sources.getNumBuffers() > 1 ? File : StringRef(),
          Sources.getLineAndColumn(Loc, Buffer).first};
}

void Preflight::add(SMLoc Loc, StringRef Message) {
  auto [It, IsNew] = Index.try_emplace(Message, Findings.size());
  if (IsNew)
    Findings.push_back({Message.str(), {}});
  Findings[It->second].Places.push_back(placeOf(Loc));
  if (Loc.isValid())
    Errors.push_back(Loc.getPointer());
}

void Preflight::setKernels(std::vector<KernelExtent> All) {
  Kernels = std::move(All);
  for (auto [N, K] : enumerate(Kernels))
    KernelIndex[K.Name] = N;
}

std::vector<Preflight::Place>
Preflight::placesIn(const KernelExtent &Kernel) const {
  if (!is_sorted(Errors))
    sort(Errors);
  std::vector<Place> Places;
  for (const SMRange &Body : Kernel.Bodies)
    for (auto It = lower_bound(Errors, Body.Start.getPointer());
         It != Errors.end() && *It <= Body.End.getPointer(); ++It)
      Places.push_back(placeOf(SMLoc::getFromPointer(*It)));
  return Places;
}

bool Preflight::isClean(StringRef Kernel) const {
  auto It = KernelIndex.find(Kernel);
  return It == KernelIndex.end() || placesIn(Kernels[It->second]).empty();
}

/// "lines 7, 9, b.ptx:3"; empty without a line.
std::string Preflight::list(ArrayRef<Place> Places) {
  std::string Numbers;
  Place Last;
  for (const Place &P : Places) {
    // Several in one line count, but one mention is enough.
    if (P.Line != 0 && (P.Line != Last.Line || P.File != Last.File))
      Numbers += fmt::format("{}{}{}{}", Numbers.empty() ? "" : ", ",
                             P.File.str(), P.File.empty() ? "" : ":", P.Line);
    Last = P;
  }
  const char *Noun = Numbers.find(',') == std::string::npos ? "line" : "lines";
  return Numbers.empty() ? Numbers : fmt::format(" ({} {})", Noun, Numbers);
}

std::string Preflight::report(StringRef FileName) const {
  std::string List;
  size_t Count = 0;
  for (const auto &[Message, Places] : Findings) {
    Count += Places.size();
    List += fmt::format("{:>6}  {}{}\n", Places.size(), Message, list(Places));
  }
  if (Kernels.size() > 1)
    for (const KernelExtent &K : Kernels) {
      std::vector<Place> Places = placesIn(K);
      std::string Number =
          Places.empty() ? "ok" : std::to_string(Places.size());
      List +=
          fmt::format("{:>6}  kernel '{}'{}\n", Number, K.Name, list(Places));
    }
  if (Findings.empty())
    return fmt::format("preflight: {}: nothing stands in the way\n{}",
                       FileName.str(), List);
  return fmt::format("preflight: {}: {} problems of {} kinds\n{}",
                     FileName.str(), Count, Findings.size(), List);
}

std::string Preflight::json(StringRef FileName) const {
  auto LinesOf = [](ArrayRef<Place> Places) {
    json::Array Lines;
    for (const Place &P : Places)
      if (P.Line != 0)
        Lines.push_back(P.Line);
    return Lines;
  };
  json::Array Kinds, ByKernel;
  size_t Count = 0;
  for (const auto &[Message, Places] : Findings) {
    Count += Places.size();
    Kinds.push_back(json::Object{{"message", json::fixUTF8(Message)},
                                 {"count", Places.size()},
                                 {"lines", LinesOf(Places)}});
  }
  for (const KernelExtent &K : Kernels) {
    std::vector<Place> Places = placesIn(K);
    ByKernel.push_back(json::Object{{"name", json::fixUTF8(K.Name)},
                                    {"problems", Places.size()},
                                    {"lines", LinesOf(Places)}});
  }
  json::Object All{{"file", json::fixUTF8(FileName)},
                   {"problems", Count},
                   {"kinds", std::move(Kinds)},
                   {"kernels", std::move(ByKernel)}};
  return formatv("{0:2}\n", json::Value(std::move(All)));
}

} // namespace heddle
