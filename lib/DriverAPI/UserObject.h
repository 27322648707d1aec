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
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>

namespace heddle::driver {

/// The call that ends an object.
struct ObjectEnd {
  CUhostFn Destroy;
  void *Pointer;
};

/// The object itself. Whoever has a pointer to it holds references.
class UserObject {
public:
  UserObject(void *Pointer, CUhostFn Destroy) : End(1, {Destroy, Pointer}) {}
  /// Removes the name, and hands the end to Driver::Ended; does neither for an
  /// object that has no name yet.
  ~UserObject();
  UserObject(const UserObject &) = delete;
  UserObject &operator=(const UserObject &) = delete;

  CUuserObject Name = nullptr;

private:
  /// A place in the list of Driver::Ended, which may get no memory for one.
  std::list<ObjectEnd> End;
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

/// Objects that nobody holds any more. A thread of the driver's calls their
/// functions, which may not call the driver: threads of the program may hold
/// locks that a function waits for.
class EndedObjects {
public:
  /// Starts the thread if there is none. False: there can be none.
  bool start();
  /// Moves \p End here, without new memory.
  void add(std::list<ObjectEnd> &End);
  /// Waits at the end of the program for the functions.
  void finish();

private:
  void run();

  /// Held neither while a function runs nor while the driver's is asked for.
  std::mutex Lock;
  std::condition_variable Changed;
  std::list<ObjectEnd> List;
  bool IsStarted = false;
  bool IsInFunction = false;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_USEROBJECT_H
