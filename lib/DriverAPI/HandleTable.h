//===- HandleTable.h - Handles that outlive what they name ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A handle that a program passes may be any number, so it is looked up and
/// never dereferenced. Numbers are not used again: the handle of a destroyed
/// object stays invalid.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_HANDLETABLE_H
#define HEDDLE_DRIVERAPI_HANDLETABLE_H

#include <cassert>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace heddle::driver {

/// Objects of type \p T, which programs know by a \p Handle, a pointer type.
/// \p Kind tells their numbers from those of other tables.
template <typename T, typename Handle, unsigned Kind> class HandleTable {
public:
  /// Adds \p Object and sets Object.Self to its handle.
  Handle add(std::shared_ptr<T> Object) {
    assert(Object && !Object->Self && "an object has one handle");
    // No address of user space has these bits: a program that dereferences the
    // handle crashes.
    uint64_t Number =
        (uint64_t(0x7e) << 56) | (uint64_t(Kind) << 48) | (++Serial << 4);
    Object->Self = reinterpret_cast<Handle>(Number);
    Objects[Number] = std::move(Object);
    return reinterpret_cast<Handle>(Number);
  }

  /// Returns null if the handle names no object.
  std::shared_ptr<T> find(Handle H) const {
    auto Found = Objects.find(reinterpret_cast<uint64_t>(H));
    return Found == Objects.end() ? nullptr : Found->second;
  }

  bool remove(Handle H) { return Objects.erase(reinterpret_cast<uint64_t>(H)); }

  /// Returns the objects in the order in which they were added.
  std::vector<std::shared_ptr<T>> all() const {
    std::vector<std::shared_ptr<T>> Result;
    Result.reserve(Objects.size());
    for (const auto &Entry : Objects)
      Result.push_back(Entry.second);
    return Result;
  }

  /// Removes the objects that satisfy \p Predicate.
  template <typename Fn> void removeIf(Fn Predicate) {
    for (const std::shared_ptr<T> &Object : all())
      if (Predicate(*Object))
        remove(Object->Self);
  }

private:
  /// A DenseMap reserves two keys, which programs may pass.
  std::map<uint64_t, std::shared_ptr<T>> Objects;
  uint64_t Serial = 0;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_HANDLETABLE_H
