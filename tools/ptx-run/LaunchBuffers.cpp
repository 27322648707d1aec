//===- LaunchBuffers.cpp - What one launch gets and leaves ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchBuffers.h"
#include "Requests.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {

/// The address of the buffer that \p A refers to, plus the offset.
abi::Address LaunchBuffers::inside(const runtime::Argument &A) const {
  return (Values[A.BufferOf].Address + A.Offset)
      .wrapped(Module.object().Target->GlobalPointerBits);
}

Error LaunchBuffers::bindBuffer(const runtime::Argument &A, StringRef Name,
                                runtime::ArgumentValue &V) {
  V.Kind = runtime::ArgumentValue::Pointer;
  if (A.Kind == runtime::Argument::SameBuffer) {
    bool IsBuffer = A.BufferOf + 1 < Values.size() &&
                    Values[A.BufferOf].Kind == runtime::ArgumentValue::Pointer;
    if (!IsBuffer)
      return createStringError("argument " + Twine(Values.size() - 1) +
                               ": no buffer was passed for parameter " +
                               Twine(A.BufferOf) + " before it");
    V.Address = inside(A);
    return Error::success();
  }
  Expected<abi::Address> Address = Memory.allocate(A.Size, Name);
  if (!Address)
    return Address.takeError();
  V.Address = *Address;
  Memory.setUndefined(*Address, A.IsUndefined);
  if (!A.Bytes.empty())
    copy(A.Bytes, Memory.bytes(*Address).begin());
  return Error::success();
}

Error LaunchBuffers::bindArguments() {
  // References into Values are kept while it grows otherwise.
  Values.reserve(Options.Arguments.size());
  for (const runtime::Argument &A : Options.Arguments) {
    size_t Index = Values.size();
    runtime::ArgumentValue &V = Values.emplace_back();
    switch (A.Kind) {
    case runtime::Argument::Scalar:
      V.Type = *A.Type;
      V.Bytes = A.Bytes;
      break;
    case runtime::Argument::RawBytes:
      V.Kind = runtime::ArgumentValue::RawBytes;
      V.Bytes = A.Bytes;
      break;
    case runtime::Argument::Handle:
      // Filled in when images are bound.
      V.Type = runtime::ElementType::U64;
      break;
    case runtime::Argument::NewBuffer:
    case runtime::Argument::SameBuffer: {
      bool HasParam = Index < Kernel->Info.Params.size();
      std::string Name = HasParam ? Kernel->Info.Params[Index].Name
                                  : fmt::format("argument {}", Index);
      if (Error E = bindBuffer(A, Name, V))
        return E;
      break;
    }
    }
  }
  return Error::success();
}

/// Bytes behind a value that is shorter than the variable stay as the module
/// has them.
Error LaunchBuffers::setVariable(const SetRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = Module.variable(R.Symbol, Memory);
  if (!Bytes)
    return createStringError("option '--set': " + toString(Bytes.takeError()));
  const runtime::Argument &A = R.Value;
  SmallVector<uint8_t, 8> Value = A.Bytes;
  if (A.Kind == runtime::Argument::NewBuffer) {
    if (A.Size <= Bytes->size())
      Value.resize(A.Size);
  } else if (A.Kind == runtime::Argument::SameBuffer) {
    BufferName Buffer{A.BufferOf, ""};
    if (Expected<MutableArrayRef<uint8_t>> B = find(Buffer, "set"); !B)
      return B.takeError();
    Value.resize(Module.object().pointerBytes());
    object::storePointer(Value.size(), Value.data(), inside(A));
  }
  bool IsDouble = A.Kind == runtime::Argument::Scalar &&
                  A.Type == runtime::ElementType::F64;
  if (IsDouble && Module.object().MapsDoubles)
    runtime::mapDouble(Value);
  uint64_t Size = std::max<uint64_t>(A.Size, Value.size());
  if (Size > Bytes->size())
    return createStringError("option '--set': variable '" + R.Symbol +
                             "' has " + Twine(Bytes->size()) + " bytes, not " +
                             Twine(Size));
  copy(Value, Bytes->begin());
  return Error::success();
}

/// Binds an image whose texels are in a buffer of their own, or in a
/// parameter's.
Error LaunchBuffers::bindImage(const ImageRequest &R) {
  const runtime::ImageSpec &S = R.Spec;
  auto Fail = [&](Error E) {
    return createStringError("option '--" + imageOption(S.Kind) +
                             "': " + runtime::imageKindName(S.Kind) + " '" +
                             S.Name + "': " + toString(std::move(E)));
  };
  auto Bind = [&](abi::Address Address, MutableArrayRef<uint8_t> Bytes) {
    Error E = Images.bind(S, Address, Bytes);
    return E ? createStringError("option '--" + imageOption(S.Kind) +
                                 "': " + toString(std::move(E)))
             : Error::success();
  };
  if (S.Kind == abi::ImageKind::Sampler)
    return Bind({}, {});
  const uint64_t Size = S.Layout.bytes();
  MutableArrayRef<uint8_t> Bytes;
  if (R.Contents && R.Contents->Kind == runtime::Argument::SameBuffer) {
    Expected<MutableArrayRef<uint8_t>> Whole =
        ofParameter(R.Contents->BufferOf);
    if (!Whole)
      return Fail(Whole.takeError());
    Bytes = Whole->drop_front(
        std::min<uint64_t>(R.Contents->Offset, Whole->size()));
    if (Bytes.size() < Size)
      return Fail(createStringError("the buffer has " + Twine(Bytes.size()) +
                                    " bytes, the image " + Twine(Size)));
    ImageBytes[S.Name] = Bytes.take_front(Size);
    return Bind(Memory.addressOf(Bytes.data()).value_or(abi::Address()),
                Bytes.take_front(Size));
  }
  Expected<abi::Address> Address = Memory.allocate(Size, S.Name);
  if (!Address)
    return Fail(Address.takeError());
  ImageBytes[S.Name] = Bytes = Memory.bytes(*Address);
  if (R.Contents) {
    if (R.Contents->Size != Size)
      return Fail(createStringError("contents have " + Twine(R.Contents->Size) +
                                    " bytes, the image " + Twine(Size)));
    copy(R.Contents->Bytes, Bytes.begin());
    Memory.setUndefined(*Address, R.Contents->IsUndefined);
  }
  return Bind(*Address, Bytes);
}

Error LaunchBuffers::bindHandles() {
  for (auto [A, V] : zip(Options.Arguments, Values)) {
    if (A.Kind != runtime::Argument::Handle)
      continue;
    Expected<uint64_t> Handle = Images.handleOf(A.ImageKind, A.Image);
    if (!Handle)
      return Handle.takeError();
    runtime::appendBits(V.Type, *Handle, V.Bytes);
  }
  // An image that neither the module nor an argument names is a slip.
  for (const ImageRequest &R : Options.Images)
    if (!Images.isNamed(R.Spec.Kind, R.Spec.Name) &&
        none_of(Options.Arguments, [&](const runtime::Argument &A) {
          return A.Kind == runtime::Argument::Handle &&
                 A.ImageKind == R.Spec.Kind && A.Image == R.Spec.Name;
        }))
      return createStringError("option '--" + imageOption(R.Spec.Kind) +
                               "': " + runtime::imageKindName(R.Spec.Kind) +
                               " '" + R.Spec.Name +
                               "' is neither the module's nor an argument; the "
                               "module has " +
                               Images.known(R.Spec.Kind));
  return Error::success();
}

std::optional<MutableArrayRef<uint8_t>>
LaunchBuffers::imageAt(StringRef Name) const {
  auto At = ImageBytes.find(Name);
  if (Name.empty() || At == ImageBytes.end())
    return std::nullopt;
  return At->second;
}

Error LaunchBuffers::bind(const object::Kernel &K) {
  Kernel = &K;
  if (Error E = Module.load(Memory))
    return E;
  if (Error E = bindArguments())
    return E;
  for (const SetRequest &R : Options.Sets)
    if (Error E = setVariable(R))
      return E;
  for (const ImageRequest &R : Options.Images)
    if (Error E = bindImage(R))
      return E;
  return bindHandles();
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
  const bool IsImage = imageAt(Name.Symbol).has_value();
  for (auto [Index, P] : enumerate(Kernel->Info.Params)) {
    const bool HasBuffer =
        Index < Values.size() &&
        Values[Index].Kind == runtime::ArgumentValue::Pointer;
    if (P.Name == Name.Symbol && (HasBuffer || !IsImage))
      return unsigned(Index);
  }
  return std::nullopt;
}

/// The message that \p Parameter has no buffer, and which ones have.
std::string LaunchBuffers::noBuffer(unsigned Parameter) const {
  auto NameOf = [&](size_t Index) {
    bool IsNamed = Kernel && Index < Kernel->Info.Params.size();
    return IsNamed ? Kernel->Info.Params[Index].Name : std::string();
  };
  std::string Known;
  for (auto [Index, V] : enumerate(Values))
    if (V.Kind == runtime::ArgumentValue::Pointer)
      Known +=
          (Known.empty() ? "; buffers have '" : ", '") + NameOf(Index) + "'";
  std::string Name = NameOf(Parameter);
  return fmt::format("parameter {}{} has no buffer{}", Parameter,
                     Name.empty() ? "" : fmt::format(" ('{}')", Name), Known);
}

std::string LaunchBuffers::label(const BufferName &Name) const {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Parameter && imageAt(Name.Symbol))
    return fmt::format("image '{}'", Name.Symbol);
  if (!Parameter)
    return fmt::format("variable '{}'", Name.Symbol);
  if (!Kernel || *Parameter >= Kernel->Info.Params.size())
    return fmt::format("parameter {}", *Parameter);
  return fmt::format("buffer '{}' (parameter {})",
                     Kernel->Info.Params[*Parameter].Name, *Parameter);
}

Expected<MutableArrayRef<uint8_t>>
LaunchBuffers::ofParameter(unsigned Parameter) {
  if (Parameter >= Values.size() ||
      Values[Parameter].Kind != runtime::ArgumentValue::Pointer)
    return createStringError(noBuffer(Parameter));
  const sm::Buffer *B = Memory.find(Values[Parameter].Address);
  if (!B)
    return MutableArrayRef<uint8_t>();
  uint64_t Offset = Values[Parameter].Address - B->Address;
  return Memory.bytes(B->Address).drop_front(Offset);
}

Expected<MutableArrayRef<uint8_t>> LaunchBuffers::find(const BufferName &Name,
                                                       StringRef Option) {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Parameter) {
    if (std::optional<MutableArrayRef<uint8_t>> Image = imageAt(Name.Symbol))
      return *Image;
    auto Bytes = Module.variable(Name.Symbol, Memory);
    if (!Bytes)
      return createStringError("option '--" + Option +
                               "': " + toString(Bytes.takeError()));
    return Bytes;
  }
  Expected<MutableArrayRef<uint8_t>> Bytes = ofParameter(*Parameter);
  if (!Bytes)
    return createStringError("option '--" + Option +
                             "': " + toString(Bytes.takeError()));
  return Bytes;
}

runtime::ElementType
LaunchBuffers::typeOf(const BufferName &Name,
                      std::optional<runtime::ElementType> Said) const {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Said && Parameter && *Parameter < Options.Arguments.size())
    Said = Options.Arguments[*Parameter].Type;
  return Said.value_or(runtime::ElementType::B32);
}

} // namespace heddle
