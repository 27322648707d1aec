//===- LaunchBuffers.cpp - What one launch gets and leaves ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBuffers.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {

Error LaunchBuffers::bind(const object::Kernel &K) {
  Kernel = &K;
  if (Error E = Module.load(Memory))
    return E;
  return Inputs.emplace(Module, Kernel, Memory).bind(Options.Given);
}

/// The parameter that \p Name means, as in the kernel's body, where parameters
/// hide variables, but one without a buffer, as a handle is, hides no image;
/// none for a variable or an image.
std::optional<unsigned>
LaunchBuffers::parameterOf(const BufferName &Name) const {
  if (Name.Symbol.empty())
    return Name.Parameter;
  if (!Kernel)
    return std::nullopt;
  const bool IsImage = Inputs->imageBytes(Name.Symbol).has_value();
  for (auto [Index, P] : enumerate(Kernel->Info.Params))
    if (P.Name == Name.Symbol && (Inputs->isBuffer(Index) || !IsImage))
      return unsigned(Index);
  return std::nullopt;
}

std::string LaunchBuffers::label(const BufferName &Name) const {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Parameter && Inputs->imageBytes(Name.Symbol))
    return fmt::format("image '{}'", Name.Symbol);
  if (!Parameter)
    return fmt::format("variable '{}'", Name.Symbol);
  if (!Kernel || *Parameter >= Kernel->Info.Params.size())
    return fmt::format("parameter {}", *Parameter);
  return fmt::format("buffer '{}' (parameter {})",
                     Kernel->Info.Params[*Parameter].Name, *Parameter);
}

Expected<MutableArrayRef<uint8_t>> LaunchBuffers::find(const BufferName &Name,
                                                       StringRef Option) {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (Parameter && Inputs->isBuffer(*Parameter))
    return Inputs->bufferOf(*Parameter);
  if (Parameter)
    return createStringError("option '--" + Option +
                             "': " + Inputs->noBuffer(*Parameter));
  if (std::optional<MutableArrayRef<uint8_t>> Image =
          Inputs->imageBytes(Name.Symbol))
    return *Image;
  Expected<MutableArrayRef<uint8_t>> Bytes =
      Module.variable(Name.Symbol, Memory);
  if (!Bytes)
    return createStringError("option '--" + Option +
                             "': " + toString(Bytes.takeError()));
  return Bytes;
}

runtime::ElementType
LaunchBuffers::typeOf(const BufferName &Name,
                      std::optional<runtime::ElementType> Said) const {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Said && Parameter && *Parameter < Options.Given.Arguments.size())
    Said = Options.Given.Arguments[*Parameter].Type;
  return Said.value_or(runtime::ElementType::B32);
}

} // namespace heddle
