//===- LaunchInputs.cpp - What one launch is given ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/LaunchInputs.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Object/Variable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cassert>

using namespace llvm;

namespace heddle::session {

using runtime::Argument;
using runtime::ArgumentValue;
using runtime::ImageSpec;

std::string LaunchInputs::parameterName(size_t Index) const {
  const bool HasParam = Kernel && Index < Kernel->Info.Params.size();
  return HasParam ? Kernel->Info.Params[Index].Name
                  : ("argument " + Twine(Index)).str();
}

void LaunchInputs::addScalar(runtime::ElementType Type,
                             ArrayRef<uint8_t> Bytes) {
  ArgumentValue &V = Values.emplace_back();
  V.Type = Type;
  V.Bytes.assign(Bytes.begin(), Bytes.end());
}

void LaunchInputs::addRawBytes(ArrayRef<uint8_t> Bytes) {
  Values.emplace_back();
  setRawBytes(Values.size() - 1, Bytes);
}

void LaunchInputs::setRawBytes(size_t Index, ArrayRef<uint8_t> Bytes) {
  assert(Index < Values.size() && "a parameter that was given no value");
  Values[Index].Kind = ArgumentValue::RawBytes;
  Values[Index].Bytes.assign(Bytes.begin(), Bytes.end());
}

void LaunchInputs::addAddress(abi::Address Address) {
  ArgumentValue &V = Values.emplace_back();
  V.Kind = ArgumentValue::Pointer;
  V.Address = Address;
}

void LaunchInputs::addHandle(abi::ImageKind Kind, StringRef Name) {
  Handles.push_back({Values.size(), Kind, Name.str()});
  Values.emplace_back().Type = runtime::ElementType::U64;
}

abi::Address LaunchInputs::inside(const Argument &A) const {
  assert(isBuffer(A.BufferOf) && "no buffer to be inside of");
  return (Values[A.BufferOf].Address + A.Offset)
      .wrapped(Module.object().Target->GlobalPointerBits);
}

Error LaunchInputs::bindNewBuffer(const Argument &A) {
  Expected<abi::Address> Address =
      Memory.allocate(A.Size, parameterName(Values.size()));
  if (!Address)
    return Address.takeError();
  assert(A.Bytes.size() <= A.Size && "more contents than there is room for");
  Memory.setUndefined(*Address, A.IsUndefined);
  if (!A.Bytes.empty())
    copy(A.Bytes, Memory.bytes(*Address).begin());
  addAddress(*Address);
  return Error::success();
}

Error LaunchInputs::bindArgument(const Argument &A) {
  switch (A.Kind) {
  case Argument::Scalar:
    addScalar(*A.Type, A.Bytes);
    return Error::success();
  case Argument::RawBytes:
    addRawBytes(A.Bytes);
    return Error::success();
  case Argument::Handle:
    addHandle(A.ImageKind, A.Image);
    return Error::success();
  case Argument::NewBuffer:
    return bindNewBuffer(A);
  case Argument::SameBuffer:
    if (!isBuffer(A.BufferOf))
      return createStringError("argument " + Twine(Values.size()) +
                               ": no buffer was passed for parameter " +
                               Twine(A.BufferOf) + " before it");
    addAddress(inside(A));
    return Error::success();
  }
  llvm_unreachable("unknown kind of argument");
}

/// Bytes behind a value that is shorter than the variable stay as the module
/// has them.
Error LaunchInputs::setVariable(const VariableInput &V) {
  Expected<MutableArrayRef<uint8_t>> Bytes = Module.variable(V.Symbol, Memory);
  if (!Bytes)
    return Bytes.takeError();
  const Argument &A = V.Value;
  SmallVector<uint8_t, 8> Value = A.Bytes;
  if (A.Kind == Argument::NewBuffer) {
    if (A.Size <= Bytes->size())
      Value.resize(A.Size);
  } else if (A.Kind == Argument::SameBuffer) {
    if (!isBuffer(A.BufferOf))
      return createStringError(noBuffer(A.BufferOf));
    Value.resize(Module.object().pointerBytes());
    object::storePointer(Value.size(), Value.data(), inside(A));
  } else if (A.Kind == Argument::Handle) {
    return createStringError("variable '" + V.Symbol +
                             "': handles are passed as arguments only");
  }
  const bool IsDouble =
      A.Kind == Argument::Scalar && A.Type == runtime::ElementType::F64;
  if (IsDouble && Module.object().MapsDoubles)
    runtime::mapDouble(Value);
  const uint64_t Size = std::max<uint64_t>(A.Size, Value.size());
  if (Size > Bytes->size())
    return createStringError("variable '" + V.Symbol + "' has " +
                             Twine(Bytes->size()) + " bytes, not " +
                             Twine(Size));
  copy(Value, Bytes->begin());
  return Error::success();
}

std::string LaunchInputs::noBuffer(size_t Index) const {
  auto IsNamed = [&](size_t I) {
    return Kernel && I < Kernel->Info.Params.size();
  };
  std::string Text = ("parameter " + Twine(Index)).str();
  if (IsNamed(Index))
    Text += " ('" + Kernel->Info.Params[Index].Name + "')";
  Text += " has no buffer";
  bool IsFirst = true;
  for (size_t I = 0; I != Values.size(); ++I)
    if (isBuffer(I)) {
      Text += IsFirst ? "; buffers have '" : ", '";
      Text += (IsNamed(I) ? Kernel->Info.Params[I].Name : "") + "'";
      IsFirst = false;
    }
  return Text;
}

MutableArrayRef<uint8_t> LaunchInputs::bufferOf(size_t Index) const {
  assert(isBuffer(Index) && "the parameter is no buffer");
  const abi::Address Address = Values[Index].Address;
  const sm::Buffer *B = Memory.find(Address);
  if (!B)
    return {};
  return Memory.bytes(B->Address).drop_front(Address - B->Address);
}

std::optional<MutableArrayRef<uint8_t>>
LaunchInputs::imageBytes(StringRef Name) const {
  auto At = ImageBytes.find(Name);
  if (Name.empty() || At == ImageBytes.end())
    return std::nullopt;
  return At->second;
}

Error LaunchInputs::bindImage(const ImageSpec &S, abi::Address Address,
                              MutableArrayRef<uint8_t> Bytes) {
  assert((S.Kind == abi::ImageKind::Sampler) == Bytes.empty() &&
         "texels are what all but samplers have");
  if (S.Kind != abi::ImageKind::Sampler)
    ImageBytes[S.Name] = Bytes;
  return Images.bind(S, Address, Bytes);
}

Expected<MutableArrayRef<uint8_t>>
LaunchInputs::texelsInBuffer(const Argument &Contents, uint64_t Size) const {
  if (!isBuffer(Contents.BufferOf))
    return createStringError(noBuffer(Contents.BufferOf));
  MutableArrayRef<uint8_t> Bytes = bufferOf(Contents.BufferOf);
  Bytes = Bytes.drop_front(std::min<uint64_t>(Contents.Offset, Bytes.size()));
  if (Bytes.size() < Size)
    return createStringError("the buffer has " + Twine(Bytes.size()) +
                             " bytes, the image " + Twine(Size));
  return Bytes.take_front(Size);
}

Expected<MutableArrayRef<uint8_t>> LaunchInputs::newTexels(const ImageInput &I,
                                                           uint64_t Size) {
  Expected<abi::Address> Address = Memory.allocate(Size, I.Spec.Name);
  if (!Address)
    return Address.takeError();
  MutableArrayRef<uint8_t> Bytes = Memory.bytes(*Address);
  if (I.Contents) {
    if (I.Contents->Size != Size)
      return createStringError("contents have " + Twine(I.Contents->Size) +
                               " bytes, the image " + Twine(Size));
    copy(I.Contents->Bytes, Bytes.begin());
    Memory.setUndefined(*Address, I.Contents->IsUndefined);
  }
  return Bytes;
}

/// Binds an image whose texels are in a buffer of their own, or in a
/// parameter's.
Error LaunchInputs::bindImageInput(const ImageInput &I) {
  const ImageSpec &S = I.Spec;
  if (S.Kind == abi::ImageKind::Sampler)
    return bindImage(S, {}, {});
  const uint64_t Size = S.Layout.bytes();
  const bool IsInBuffer =
      I.Contents && I.Contents->Kind == Argument::SameBuffer;
  Expected<MutableArrayRef<uint8_t>> Bytes =
      IsInBuffer ? texelsInBuffer(*I.Contents, Size) : newTexels(I, Size);
  if (!Bytes)
    return createStringError(runtime::imageKindName(S.Kind) + " '" + S.Name +
                             "': " + toString(Bytes.takeError()));
  return bindImage(S, Memory.addressOf(Bytes->data()).value_or(abi::Address()),
                   *Bytes);
}

Error LaunchInputs::finish() {
  for (const WantedHandle &H : Handles) {
    Expected<uint64_t> Handle = Images.handleOf(H.Kind, H.Name);
    if (!Handle)
      return Handle.takeError();
    ArgumentValue &V = Values[H.Index];
    assert(V.Bytes.empty() && "inputs are finished once");
    runtime::appendBits(V.Type, *Handle, V.Bytes);
  }
  return Error::success();
}

Error LaunchInputs::checkIsNamed(const ImageSpec &S) const {
  if (Images.isNamed(S.Kind, S.Name) ||
      any_of(Handles, [&](const WantedHandle &H) {
        return H.Kind == S.Kind && H.Name == S.Name;
      }))
    return Error::success();
  return createStringError(runtime::imageKindName(S.Kind) + " '" + S.Name +
                           "' is neither the module's nor an argument; the "
                           "module has " +
                           Images.known(S.Kind));
}

/// \p E as an error of an option.
static Error ofOption(StringRef Option, Error E) {
  return E ? createStringError("option '--" + Option +
                               "': " + toString(std::move(E)))
           : Error::success();
}

Error LaunchInputs::bind(const CommandInputs &From) {
  for (const Argument &A : From.Arguments)
    if (Error E = bindArgument(A))
      return E;
  for (const VariableInput &V : From.Variables)
    if (Error E = ofOption("set", setVariable(V)))
      return E;
  for (const ImageInput &I : From.Images)
    if (Error E = ofOption(imageOption(I.Spec.Kind), bindImageInput(I)))
      return E;
  if (Error E = finish())
    return E;
  for (const ImageInput &I : From.Images)
    if (Error E = ofOption(imageOption(I.Spec.Kind), checkIsNamed(I.Spec)))
      return E;
  return Error::success();
}

} // namespace heddle::session
