//===- JobTensorMap.cpp - Tensor maps of job files ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobTensorMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::jobs {

using runtime::TensorMapSpec;

/// A list of integers; one that is not there is empty.
template <typename T>
static Error readList(JSONFields &Fields, StringRef Name, T &To) {
  if (!Fields.find(Name))
    return Error::success();
  return Fields.forEach(Name, [&](const json::Value &V, size_t I) -> Error {
    std::optional<int64_t> N = V.getAsInteger();
    if (!N || (std::is_unsigned_v<typename T::value_type> && *N < 0))
      return Fields.error(Name, I, "expected an integer");
    To.push_back(typename T::value_type(*N));
    return Error::success();
  });
}

/// Reads the properties with names: type, interleaving, swizzle and fill.
static Error readNames(JSONFields &Fields, TensorMapSpec &S) {
  Expected<std::string> Type = Fields.text("type");
  if (!Type)
    return Type.takeError();
  std::optional<unsigned> Known = runtime::findTensorMapType(*Type);
  if (!Known)
    return Fields.error("type", "unknown type '" + *Type + "'");
  S.Type = *Known;
  std::string Interleave = "none", Swizzle = "none", Fill = "zero";
  if (Error E = Fields.readText("inter", Interleave))
    return E;
  if (Interleave != "none")
    return Fields.error("inter",
                        "only \"none\" is supported: which dimensions "
                        "of an interleaved tensor have which stride is "
                        "not documented");
  if (Error E = Fields.readText("swz", Swizzle))
    return E;
  struct Swizzles {
    unsigned Swizzle, Atomicity;
  };
  auto Mode = StringSwitch<std::optional<Swizzles>>(Swizzle)
                  .Case("none", Swizzles{0, 0})
                  .Case("32B", Swizzles{1, 0})
                  .Case("64B", Swizzles{2, 0})
                  .Case("128B", Swizzles{3, 0})
                  .Case("128B_ATOM_32B", Swizzles{3, 1})
                  .Case("128B_ATOM_32B_FLIP_8B", Swizzles{3, 2})
                  .Case("128B_ATOM_64B", Swizzles{3, 3})
                  .Default(std::nullopt);
  if (!Mode)
    return Fields.error("swz", "unknown swizzle '" + Swizzle + "'");
  S.Swizzle = Mode->Swizzle;
  S.Atomicity = Mode->Atomicity;
  if (Error E = Fields.readText("oob", Fill))
    return E;
  if (Fill != "zero" && Fill != "nan")
    return Fields.error("oob", "expected \"zero\" or \"nan\"");
  S.FillsNaN = Fill == "nan";
  return Error::success();
}

static Error readIm2col(JSONFields &Fields, TensorMapSpec &S) {
  bool IsIm2col = false;
  if (Error E = Fields.readFlag("im2col", IsIm2col))
    return E;
  std::string Wide;
  if (Error E = Fields.readText("im2col_wide", Wide))
    return E;
  if (!Wide.empty() && Wide != "w" && Wide != "w128")
    return Fields.error("im2col_wide", "expected \"w\" or \"w128\"");
  S.Mode = Wide == "w"      ? HEDDLE_TENSOR_MAP_IM2COL_W
           : Wide == "w128" ? HEDDLE_TENSOR_MAP_IM2COL_W128
           : IsIm2col       ? HEDDLE_TENSOR_MAP_IM2COL
                            : HEDDLE_TENSOR_MAP_TILED;
  if (Error E = readList(Fields, "lower", S.Lower))
    return E;
  if (Error E = readList(Fields, "upper", S.Upper))
    return E;
  if (Error E = Fields.readNumber("cpp", UINT32_MAX, S.Channels))
    return E;
  if (Error E = Fields.readNumber("ppc", UINT32_MAX, S.Pixels))
    return E;
  // As the driver does, whatever it is told.
  if (S.Mode == HEDDLE_TENSOR_MAP_IM2COL_W128)
    S.Pixels = 128;
  return Error::success();
}

Error readTensorMap(JSONFields &Fields, JobArgument &A) {
  TensorMapSpec &S = A.Map.emplace();
  Expected<uint64_t> Of = Fields.number("buf", UINT32_MAX);
  if (!Of)
    return Of.takeError();
  A.MapOf = uint32_t(*Of);
  if (Error E = readNames(Fields, S))
    return E;
  if (Error E = readList(Fields, "dims", S.Dims))
    return E;
  uint64_t Rank = S.Dims.size();
  if (Error E = Fields.readNumber("rank", UINT32_MAX, Rank))
    return E;
  if (Rank != S.Dims.size())
    return Fields.error("rank",
                        "'dims' has " + Twine(S.Dims.size()) + " numbers");
  if (Error E = readList(Fields, "strides", S.Strides))
    return E;
  if (Error E = readList(Fields, "box", S.Box))
    return E;
  if (Error E = readList(Fields, "estr", S.ElementStrides))
    return E;
  if (S.ElementStrides.empty())
    S.ElementStrides.resize(S.Dims.size(), 1);
  return readIm2col(Fields, S);
}

} // namespace heddle::jobs
