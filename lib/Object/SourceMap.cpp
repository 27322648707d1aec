//===- SourceMap.cpp - From PTX places to source places -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/SourceMap.h"
#include "Encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <cassert>

using namespace llvm;

namespace heddle::object {
namespace {

/// "HSM" and the version of the encoding.
constexpr uint32_t SourceMapMagic = 'H' | 'S' << 8 | 'M' << 16 | 1 << 24;

void writeStrings(Writer &W, ArrayRef<std::string> Strings) {
  W.u32(Strings.size());
  for (const std::string &S : Strings)
    W.string(S);
}

std::vector<std::string> readStrings(Reader &R) {
  std::vector<std::string> Strings;
  for (uint32_t N = R.count(4); N != 0 && !R.failed(); --N)
    Strings.push_back(R.string());
  return Strings;
}

SourceLocation readLocation(Reader &R, const SourceMap &Map) {
  SourceLocation L;
  for (uint32_t *Field : {&L.File, &L.Line, &L.Column, &L.Function, &L.Caller})
    *Field = R.u32();
  R.check(L.File < Map.Files.size() && L.Function <= Map.Functions.size() &&
              L.Caller <= Map.Locations.size(),
          "source map: a location refers to what is not there");
  return L;
}

SourceMark readMark(Reader &R, const SourceMap &Map) {
  SourceMark M;
  for (uint32_t *Field : {&M.Line, &M.Column, &M.Location})
    *Field = R.u32();
  R.check(M.Location <= Map.Locations.size(),
          "source map: a mark refers to what is not there");
  if (!Map.Marks.empty()) {
    const SourceMark &Last = Map.Marks.back();
    R.check(std::pair(Last.Line, Last.Column) <= std::pair(M.Line, M.Column),
            "source map: it is not sorted");
  }
  return M;
}

} // namespace

const SourceLocation *SourceMap::find(uint32_t Line, uint32_t Column) const {
  auto It = upper_bound(Marks, std::pair(Line, Column),
                        [](const auto &Place, const SourceMark &M) {
                          return Place < std::pair(M.Line, M.Column);
                        });
  // Line 0 is code that belongs to no PTX.
  if (Line == 0 || It == Marks.begin() || std::prev(It)->Location == 0)
    return nullptr;
  assert(std::prev(It)->Location <= Locations.size() &&
         "a mark of no location");
  return &Locations[std::prev(It)->Location - 1];
}

std::string SourceMap::text(uint32_t Line, uint32_t Column) const {
  const SourceLocation *L = find(Line, Column);
  if (!L)
    return "";
  assert(L->File < Files.size() && "a location in no file");
  return (sys::path::filename(Files[L->File]) + ":" + Twine(L->Line)).str();
}

SmallVector<char, 0> encodeSourceMap(const SourceMap &Map) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(SourceMapMagic);
  writeStrings(W, Map.Files);
  writeStrings(W, Map.Functions);
  W.u32(Map.Locations.size());
  for (const SourceLocation &L : Map.Locations)
    for (uint32_t Field : {L.File, L.Line, L.Column, L.Function, L.Caller})
      W.u32(Field);
  W.u32(Map.Marks.size());
  for (const SourceMark &M : Map.Marks)
    for (uint32_t Field : {M.Line, M.Column, M.Location})
      W.u32(Field);
  return Bytes;
}

Expected<SourceMap> decodeSourceMap(ArrayRef<uint8_t> Bytes) {
  Reader R(Bytes);
  SourceMap Map;
  if (R.u32() != SourceMapMagic)
    R.fail("the source map does not start with the magic number of this "
           "version");
  Map.Files = readStrings(R);
  Map.Functions = readStrings(R);
  for (uint32_t N = R.count(20); N != 0 && !R.failed(); --N)
    Map.Locations.push_back(readLocation(R, Map));
  for (uint32_t N = R.count(12); N != 0 && !R.failed(); --N)
    Map.Marks.push_back(readMark(R, Map));
  if (!R.failed())
    R.check(R.rest() == 0, "the source map has bytes after its end");
  if (R.failed())
    return R.takeError();
  return Map;
}

} // namespace heddle::object
