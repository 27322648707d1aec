//===- HandleTable.h - Handles that outlive what they name ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A handle that a program passes is looked up, never followed: it may be
/// anything. The number of a handle is not used again, so that one whose object
/// was destroyed stays wrong.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_HANDLETABLE_H
#define HEDDLE_DRIVERAPI_HANDLETABLE_H

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace heddle::driver {

/// Objects of type \p T, which programs know by a \p Handle, a pointer type.
/// \p Kind sets their numbers apart from those of other tables.
template <typename T, typename Handle, unsigned Kind> class HandleTable {
public:
  /// Sets Object.Self to its handle.
  Handle add(std::shared_ptr<T> Object) {
    // No address of user space has these bits, so that nobody can follow it.
    uint64_t Number =
        (uint64_t(0x7e) << 56) | (uint64_t(Kind) << 48) | (++Serial << 4);
    Object->Self = reinterpret_cast<Handle>(Number);
    Objects[Number] = std::move(Object);
    return reinterpret_cast<Handle>(Number);
  }

  /// Null: it names nothing.
  std::shared_ptr<T> find(Handle H) const {
    auto Found = Objects.find(reinterpret_cast<uint64_t>(H));
    return Found == Objects.end() ? nullptr : Found->second;
  }

  bool remove(Handle H) { return Objects.erase(reinterpret_cast<uint64_t>(H)); }

  /// In the order they were made.
  std::vector<std::shared_ptr<T>> all() const {
    std::vector<std::shared_ptr<T>> Result;
    Result.reserve(Objects.size());
    for (const auto &Entry : Objects)
      Result.push_back(Entry.second);
    return Result;
  }

  /// Removes what \p Predicate holds of.
  template <typename Fn> void removeIf(Fn Predicate) {
    for (const std::shared_ptr<T> &Object : all())
      if (Predicate(*Object))
        remove(Object->Self);
  }

private:
  /// Not a DenseMap, which keeps some keys for itself: programs may pass them.
  std::map<uint64_t, std::shared_ptr<T>> Objects;
  uint64_t Serial = 0;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_HANDLETABLE_H
