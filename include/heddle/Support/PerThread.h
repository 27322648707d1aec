//===- PerThread.h - What a thread has to itself, to its end ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread_local object is destroyed before the program's own ones that were
/// made before it, and, in the main thread, before all static objects and what
/// atexit knows. A library that is called from their destructors needs one that
/// outlives them: here the object goes with the thread's POSIX keys, behind all
/// of those, and the main thread's never.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_PERTHREAD_H
#define HEDDLE_SUPPORT_PERTHREAD_H

#include <atomic>
#include <pthread.h>

namespace heddle {

/// The calling thread's \p T, made when it is first asked for. \p T is a type
/// that nothing else in the library keeps one of for each thread.
template <typename T> class PerThread {
public:
  static T &get() {
    if (!Mine) {
      Mine = new T;
      static Key TheKey;
      if (IsKeyThere)
        pthread_setspecific(Number, Mine);
    }
    return *Mine;
  }

private:
  /// The key whose destructor frees the objects of threads that end. It is
  /// deleted with the library, whose code nobody may call then; the objects
  /// stay.
  struct Key {
    Key() { IsKeyThere = pthread_key_create(&Number, free) == 0; }
    ~Key() {
      if (IsKeyThere.exchange(false))
        pthread_key_delete(Number);
    }
  };

  static void free(void *Object) {
    Mine = nullptr;
    delete static_cast<T *>(Object);
  }

  static inline constinit thread_local T *Mine = nullptr;
  static inline pthread_key_t Number = 0;
  static inline std::atomic<bool> IsKeyThere = false;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_PERTHREAD_H
