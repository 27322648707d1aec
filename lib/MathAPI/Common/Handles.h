//===- Handles.h - Handles of a library -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_COMMON_HANDLES_H
#define HEDDLE_MATHAPI_COMMON_HANDLES_H

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace heddle::math {

/// Objects of type \p T, which programs know by a \p Handle, a pointer type. A
/// handle is looked up and never followed, and its number is not used again.
template <typename T, typename Handle> class Handles {
public:
  static Handles &get() {
    // Destructors of the program may still make calls.
    static Handles &All = *new Handles;
    return All;
  }

  Handle add(std::shared_ptr<T> Object) {
    std::lock_guard<std::mutex> Guard(Lock);
    // No address of user space has these bits.
    const uint64_t Number = (uint64_t(0x7d) << 56) | (++Serial << 4);
    Objects[Number] = std::move(Object);
    return reinterpret_cast<Handle>(Number);
  }

  /// Returns null if the handle names no object.
  std::shared_ptr<T> find(Handle H) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Found = Objects.find(reinterpret_cast<uint64_t>(H));
    return Found == Objects.end() ? nullptr : Found->second;
  }

  bool remove(Handle H) {
    std::lock_guard<std::mutex> Guard(Lock);
    return Objects.erase(reinterpret_cast<uint64_t>(H)) != 0;
  }

private:
  std::mutex Lock;
  std::map<uint64_t, std::shared_ptr<T>> Objects;
  uint64_t Serial = 0;
};

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_COMMON_HANDLES_H
