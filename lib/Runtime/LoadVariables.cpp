//===- LoadVariables.cpp - Gives module variables their places ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relocations were checked when the object was read: every offset lies in its
// section and every variable exists.
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

using namespace llvm;

namespace heddle::runtime {

Error LoadedModule::load(sm::GlobalMemory &Memory, bool PlaceConstants) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (IsLoaded)
    return Error::success();
  if (!Memory.isLow() && Object.Target->GlobalPointerBits != 64)
    return createStringError(
        Twine("code for ") + abi::findChip(Object.ComputeCapability)->Name +
        " has 32-bit pointers, which do not reach memory of the host");
  IsLoaded = true;
  return place(Memory, PlaceConstants);
}

void LoadedModule::unload(sm::GlobalMemory &Memory) {
  for (abi::Address A : Addresses)
    Memory.release(A);
  if (ConstantBank)
    Memory.release(*ConstantBank);
}

/// The sum may lie below the variable, and beyond either end of memory.
uint64_t LoadedModule::addressFor(const object::Relocation &R) const {
  assert(R.Variable < Addresses.size() && "readers check relocations");
  const abi::Address Sum =
      Addresses[R.Variable] + static_cast<uint64_t>(R.Addend);
  return Sum.wrapped(Object.Target->GlobalPointerBits).value();
}

void LoadedModule::patch(object::Kernel &K) const {
  for (const object::Relocation &R : K.Relocations)
    object::patchImmediate(MutableArrayRef(K.Code).drop_front(R.Offset),
                           uint32_t(addressFor(R) >> (R.IsHigh ? 32 : 0)));
}

void LoadedModule::addCode(const object::Kernel &Code) {
  std::lock_guard<std::mutex> Guard(Lock);
  assert(IsLoaded && "no variable has an address");
  auto Slot = find_if(Object.Kernels, [&](const object::Kernel &K) {
    return K.Info.Name == Code.Info.Name;
  });
  assert(Slot != Object.Kernels.end() && Slot->Code.empty() &&
         "the kernel is of another module, or has code");
  *Slot = Code;
  patch(*Slot);
}

Error LoadedModule::place(sm::GlobalMemory &Memory, bool PlaceConstants) {
  assert(Addresses.empty() && "placed twice");
  for (const object::Variable &V : Object.Variables) {
    Expected<abi::Address> Address =
        Memory.allocate(V.Size, V.Name, sm::Buffer::Variable,
                        std::max<uint64_t>(V.Align, Memory.LeastAlign));
    if (!Address)
      return Address.takeError();
    Addresses.push_back(*Address);
  }

  auto PatchData = [&](MutableArrayRef<uint8_t> Bytes,
                       ArrayRef<object::Relocation> Relocations) {
    for (const object::Relocation &R : Relocations)
      if (R.Byte >= 0)
        Bytes[R.Offset] = uint8_t(addressFor(R) >> (8 * R.Byte));
      else
        object::storePointer(Object.Target->GlobalPointerBits / 8,
                             &Bytes[R.Offset], abi::Address(addressFor(R)));
  };
  for (size_t I = 0; I != Addresses.size(); ++I) {
    object::Variable &V = Object.Variables[I];
    PatchData(V.Init, V.Relocations);
    MutableArrayRef<uint8_t> To = Memory.bytes(Addresses[I]);
    ArrayRef<uint8_t> Stored = V.Init;
    for (const object::VariablePart &Part : V.Parts) {
      assert(Part.Size <= Stored.size() && Part.Offset <= To.size() &&
             Part.Size <= To.size() - Part.Offset && "readers check parts");
      copy(Stored.take_front(Part.Size), To.drop_front(Part.Offset).begin());
      Stored = Stored.drop_front(Part.Size);
    }
  }
  PatchData(Object.Constants, Object.ConstantRelocations);
  PatchData(Object.AddressTable, Object.AddressRelocations);
  ConstantBytes = Object.Constants;
  if (PlaceConstants && !Object.Constants.empty()) {
    Expected<abi::Address> Bank = Memory.allocate(
        Object.Constants.size(), "constant memory", sm::Buffer::Variable);
    if (!Bank)
      return Bank.takeError();
    ConstantBank = *Bank;
    copy(Object.Constants, Memory.bytes(*Bank).begin());
    ConstantBytes = Memory.bytes(*Bank);
  }
  for (object::Kernel &K : Object.Kernels)
    patch(K);
  return Error::success();
}

Expected<MutableArrayRef<uint8_t>>
LoadedModule::variable(StringRef Name, sm::GlobalMemory &Memory) {
  if (Error E = load(Memory))
    return std::move(E);
  for (size_t I = 0; I != Object.Variables.size(); ++I)
    if (Object.Variables[I].Name == Name)
      return Memory.bytes(Addresses[I]);
  for (const object::ConstantSymbol &S : Object.ConstantSymbols)
    if (S.Name == Name)
      return (ConstantBank ? Memory.bytes(*ConstantBank)
                           : MutableArrayRef(Object.Constants))
          .slice(S.Offset, S.Size);
  std::string Known;
  for (const object::Variable &V : Object.Variables)
    Known += (Known.empty() ? "'" : ", '") + V.Name + "'";
  for (const object::ConstantSymbol &S : Object.ConstantSymbols)
    Known += (Known.empty() ? "'" : ", '") + S.Name + "'";
  return createStringError("no variable is called '" + Name +
                           "'; the module has " +
                           (Known.empty() ? "none" : Known));
}

} // namespace heddle::runtime
