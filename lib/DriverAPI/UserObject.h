//===- UserObject.h - Objects of programs in graphs -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Something of the program's that lives as long as graphs need it, and is then
/// ended by a function of the program's. References of a graph go to its clones
/// and to what is made of it to be launched.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_USEROBJECT_H
#define HEDDLE_DRIVERAPI_USEROBJECT_H

#include "HandleTable.h"
#include "heddle-cuda/driver_types.h"
#include <memory>
#include <vector>

namespace heddle::driver {

/// The object itself. Whoever has a pointer to it holds references.
class UserObject {
public:
  UserObject(void *Pointer, CUhostFn Destroy)
      : Pointer(Pointer), Destroy(Destroy) {}
  /// Hands the object to Driver::Ended.
  ~UserObject();
  UserObject(const UserObject &) = delete;
  UserObject &operator=(const UserObject &) = delete;

private:
  void *const Pointer;
  const CUhostFn Destroy;
};

/// The program's references to an object, and its name for it.
struct UserObjectHandle {
  CUuserObject Self = nullptr;
  /// Null when the program has given all its references away.
  std::shared_ptr<UserObject> Held;
  std::weak_ptr<UserObject> Object;
  unsigned Count = 0;
};

/// The references that a graph has to one object.
struct KeptObject {
  std::shared_ptr<UserObject> Object;
  CUuserObject Name = nullptr;
  unsigned Count = 0;
};

/// Objects that nobody holds any more. Their functions run at the end of a
/// call, where no lock is held.
class EndedObjects {
public:
  void add(CUhostFn Destroy, void *Pointer) {
    List.push_back({Destroy, Pointer});
  }
  /// Calls the functions, which may not call the driver. Its lock is taken.
  void callAll();

private:
  struct Ended {
    CUhostFn Destroy;
    void *Pointer;
  };
  std::vector<Ended> List;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_USEROBJECT_H
