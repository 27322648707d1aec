//===- Entry.h - What every call begins and ends with -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_ENTRY_H
#define HEDDLE_DRIVERAPI_ENTRY_H

#include "heddle-cuda/driver_types.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace heddle::driver {

/// The state of driver and context that a call requires.
enum class Needs : unsigned char {
  None,
  /// cuInit was called.
  Init,
  /// A context is current and has not failed.
  Context,
  /// cuInit was called, and the current context has not failed if there is one.
  NoFailure
};

/// Memory that is kept for the notes of calls that give memory back, for when
/// there is no other.
class Reserve {
public:
  Reserve() { close(); }
  ~Reserve();
  Reserve(const Reserve &) = delete;
  Reserve &operator=(const Reserve &) = delete;

  /// Returns whether there is memory for the notes of a call: as much as the
  /// reserve or, if the call \p GivesBack memory, the reserve itself.
  bool open(bool GivesBack);
  /// Fills the reserve again, if there is memory.
  void close();

private:
  static constexpr size_t Bytes = 1 << 16;
  void *Kept = nullptr;
};

/// Runs \p Body, the body of a call, under the driver's lock if the state that
/// it requires is there. With \p PerThreadStream, stream 0 is the calling
/// thread's own during the call.
CUresult enter(const char *Name, Needs What, bool PerThreadStream,
               llvm::function_ref<CUresult()> Body);

/// Returns the error for a process that was forked off one that had begun to
/// use the driver.
CUresult refuseForked();

/// Returns the error of a function that the driver does not have.
CUresult refuseUnsupported(const char *Name);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_ENTRY_H
