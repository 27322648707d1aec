//===- TeslaSourceMap.cpp - Source places for the object ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Backend/TeslaCodeGen.h"
#include "heddle/Intrinsics/SourceLocations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <cassert>
#include <tuple>

using namespace llvm;
using namespace heddle;

namespace {

class SourceMapBuilder {
public:
  object::SourceMap Map;

  /// Index + 1 of \p Where and, before it, of what it was inlined at; 0 for
  /// null.
  uint32_t add(const DILocation *Where);

private:
  static uint32_t index(StringRef S, StringMap<uint32_t> &Known,
                        std::vector<std::string> &List) {
    auto [It, IsNew] = Known.try_emplace(S, List.size());
    if (IsNew)
      List.push_back(S.str());
    return It->second;
  }

  StringMap<uint32_t> Files, Functions;
  DenseMap<const DILocation *, uint32_t> Known;
};

uint32_t SourceMapBuilder::add(const DILocation *Where) {
  // From the outermost on, without recursion: IR may come from anywhere.
  SmallVector<const DILocation *, 4> Chain;
  uint32_t Caller = 0;
  for (; Where; Where = Where->getInlinedAt()) {
    if (auto It = Known.find(Where); It != Known.end()) {
      Caller = It->second;
      break;
    }
    Chain.push_back(Where);
  }
  for (const DILocation *L : reverse(Chain)) {
    object::SourceLocation Place;
    Place.File = index(L->getFilename(), Files, Map.Files);
    Place.Line = L->getLine();
    Place.Column = L->getColumn();
    assert(Caller <= Map.Locations.size() && "callers come first");
    StringRef Function = L->getScope()->getSubprogram()->getName();
    if (!Function.empty())
      Place.Function = index(Function, Functions, Map.Functions) + 1;
    Place.Caller = Caller;
    Map.Locations.push_back(Place);
    Caller = Known[L] = Map.Locations.size();
  }
  return Caller;
}

} // namespace

object::SourceMap heddle::tesla::sourceMapOf(const Module &M) {
  SourceMapBuilder Builder;
  forEachSourceMark(
      M, [&](unsigned Line, unsigned Column, const DILocation *Where) {
        Builder.Map.Marks.push_back({Line, Column, Builder.add(Where)});
      });
  // Lifted marks are in order; edited ones need not be.
  sort(Builder.Map.Marks, [](const auto &A, const auto &B) {
    return std::tie(A.Line, A.Column, A.Location) <
           std::tie(B.Line, B.Column, B.Location);
  });
  return std::move(Builder.Map);
}
