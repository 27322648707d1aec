//===- Handles.h - What the handles of the C API stand for ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The objects behind the handles of heddle-c/heddle.h, and how calls answer.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_CAPI_HANDLES_H
#define HEDDLE_LIB_CAPI_HANDLES_H

#include "heddle-c/heddle.h"
#include "heddle/HostCode/LoadedTranslation.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/SM/Translation.h"
#include "heddle/Session/Session.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace heddle::capi {

/// Leaves \p Message for heddleGetLastErrorMessage and gives \p Code back.
heddleError_t fail(heddleError_t Code, const llvm::Twine &Message);
heddleError_t fail(heddleError_t Code, llvm::Error E);

/// "heddleCompile: Out is null"
heddleError_t isNull(const char *Function, const char *What);

/// Takes in the structure at \p In, as far as the caller's version has it; the
/// rest is 0. Nothing when it does not say its size.
template <class T> std::optional<T> readStruct(const T *In) {
  T Value = {};
  if (In->StructSize < sizeof(size_t))
    return std::nullopt;
  std::memcpy(&Value, In, std::min(In->StructSize, sizeof(T)));
  return Value;
}

/// Fills in the structure at \p Out, as far as the caller's version has it.
template <class T>
heddleError_t writeStruct(const char *Function, T *Out, T Value) {
  if (!Out)
    return isNull(Function, "Out");
  if (Out->StructSize < sizeof(size_t))
    return fail(heddleErrorInvalidValue, llvm::Twine(Function) +
                                             ": the structure does not say its "
                                             "size (HEDDLE_INIT)");
  Value.StructSize = Out->StructSize;
  std::memcpy(static_cast<void *>(Out), &Value,
              std::min(Out->StructSize, sizeof(T)));
  return heddleSuccess;
}

struct Diagnostic {
  heddleSeverity_t Severity;
  unsigned Line, Column;
  std::string File, Message, WarningName;
};

/// Global memory, and how launches run: what a device is to its modules, which
/// may outlive its handle.
struct DeviceState {
  DeviceState(sm::AddressModel Model, uint64_t Limit);
  ~DeviceState();

  /// Makes the session that \p S and \p Where say.
  llvm::Error open(session::Settings S, heddleOutputFn Where, void *User);
  /// Writes the reports that follow the last launch, once.
  llvm::Error finish();

  sm::GlobalMemory Memory;
  const uint64_t MemoryBytes;
  /// Null: that of each module's chip.
  const abi::Geometry *Geometry = nullptr;
  /// 0: as many as suit the launch.
  unsigned HostThreads = 0;
  /// 0: as the session has it.
  unsigned NumSMs = 0;
  double StallSeconds = 10;
  /// How launches run, with what takes its reports.
  struct Looks {
    std::unique_ptr<llvm::raw_ostream> Reports;
    std::unique_ptr<session::Session> Session;
    std::atomic<bool> IsFinished = false;
    /// The exception of the caller's function that gets reports.
    std::optional<std::string> Thrown;
  };
  /// The looks of this moment; a caller may use them after others have taken
  /// their place.
  std::shared_ptr<Looks> looks() const {
    std::lock_guard<std::mutex> Guard(Changing);
    return Current;
  }
  mutable std::mutex Changing;
  std::shared_ptr<Looks> Current;
  std::atomic<bool> HasModules = false;
  std::atomic<uint32_t> StackBytes = 16384;
  std::atomic<uint64_t> HeapBytes = uint64_t(8) << 20;
  heddleOutputFn Output = nullptr;
  void *OutputUser = nullptr;
};

} // namespace heddle::capi

struct heddleCompilationImpl {
  std::string FileName, Text;
  bool HasObject = false;
  llvm::SmallVector<char, 0> Object;
  /// For checkers.
  std::optional<heddle::object::OperationMap> Operations;
  std::string Log;
  std::vector<heddle::capi::Diagnostic> Diagnostics;
};

struct heddleDeviceImpl {
  std::shared_ptr<heddle::capi::DeviceState> State;
};

struct heddleKernelImpl {
  heddleModuleImpl *Module;
  const heddle::object::Kernel *Kernel;
  /// Bytes without padding behind the last parameter.
  size_t ParameterBytes = 0;
  bool IsTranslated = false;
  std::once_flag IsListed;
  std::string Listing;
};

struct heddleModuleImpl {
  heddleModuleImpl(std::shared_ptr<heddle::capi::DeviceState> D,
                   heddle::object::Module M)
      : Device(std::move(D)), Loaded(std::move(M)) {}
  ~heddleModuleImpl() { Loaded.unload(Device->Memory); }

  std::shared_ptr<heddle::capi::DeviceState> Device;
  /// The engine that runs kernels; null: the interpreter alone.
  std::unique_ptr<heddle::sm::Translator> Engine;
  /// The instruction set that Engine has code for.
  heddle::sm::HostIsa Isa = heddle::sm::HostIsa::Best;
  heddle::runtime::LoadedModule Loaded;
  const heddle::abi::Geometry *Geometry = nullptr;
  /// The PTX as it was compiled; empty where nobody has it.
  std::string Text;
  /// In the order of the object's.
  std::vector<std::unique_ptr<heddleKernelImpl>> Kernels;
  /// Guards reports, which read source files.
  std::mutex Reporting;
};

struct heddleResultImpl {
  heddle::sm::LaunchResult Result;
  std::string Report;
};

#endif // HEDDLE_LIB_CAPI_HANDLES_H
