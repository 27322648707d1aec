//===- Entry.cpp - What every call begins and ends with -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "Driver.h"
#include "Report.h"
#include "heddle/Support/GuardedCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>
#include <thread>
#include <utility>

namespace heddle::driver {

CUresult refuseForked() {
  explain("the process was forked off one that uses the driver");
  return CUDA_ERROR_NOT_INITIALIZED;
}

static CUresult refusal(const Driver &D, Needs What) {
  if (What == Needs::None)
    return CUDA_SUCCESS;
  if (D.IsForked)
    return refuseForked();
  if (NoCallsScope::isInside()) {
    explain("a function that the driver calls must not call the driver");
    return CUDA_ERROR_NOT_PERMITTED;
  }
  if (!D.IsInitialized)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (What == Needs::Init)
    return CUDA_SUCCESS;
  if (contextStack().empty())
    return What == Needs::NoFailure ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
  std::shared_ptr<Context> Current = D.current();
  if (!Current)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  if (Current->Failed != CUDA_SUCCESS) {
    explain("an earlier call has made this context unusable");
    Current->WasTold = true;
  }
  return Current->Failed;
}

Reserve::~Reserve() { std::free(Kept); }

/// A call notes down little; it needs less memory than is kept.
bool Reserve::open(bool GivesBack) {
  // Volatile, lest nothing is asked.
  void *volatile Probe = std::malloc(Bytes);
  if (!Probe && GivesBack)
    std::free(std::exchange(Kept, nullptr));
  std::free(Probe);
  return Probe || GivesBack;
}

void Reserve::close() {
  if (!Kept)
    Kept = std::malloc(Bytes);
}

/// Whether there is more memory when the call \p Name is over.
static bool givesBack(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Words[] = {
      "Free", "Destroy", "Unload", "Unregister", "Release", "Reset", "Trim"};
  return llvm::any_of(
      Words, [&](llvm::StringRef Word) { return Name.contains(Word); });
}

/// Whether the call \p Name takes away, or moves to other pages, what work
/// behind its call may use: it waits for that.
static bool waitsForAll(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Moves[] = {
      "GetMemHandle", "CloseMemHandle", "ExportPointer"};
  if (llvm::any_of(Moves,
                   [&](llvm::StringRef Word) { return Name.contains(Word); }))
    return true;
  static constexpr llvm::StringLiteral Others[] = {
      "Async", "Stream", "Event", "Graph", "Ctx", "Trim", "Link"};
  return givesBack(Name) && llvm::none_of(Others, [&](llvm::StringRef Word) {
           return Name.contains(Word);
         });
}

/// The exception of an allocation that failed ends here, with what the frames
/// it passed had.
static CUresult run(const char *Name, Needs What,
                    llvm::function_ref<CUresult()> Body) {
  CUresult Result = CUDA_ERROR_OUT_OF_MEMORY;
  std::optional<std::string> Thrown = callGuarded([&] {
    // An earlier call may have left an explanation of an error that it
    // recovered from; it does not explain this call's.
    explain("");
    CUresult Own = refusal(Driver::get(), What);
    Tasks &Behind = Driver::get().Behind;
    if (Own == CUDA_SUCCESS && Behind.any() && waitsForAll(Name)) {
      Behind.wait(Behind.all());
      Own = refusal(Driver::get(), What);
    }
    if (Own == CUDA_SUCCESS)
      Own = Body();
    Result = Own;
  });
  if (Thrown)
    Result = CUDA_ERROR_OUT_OF_MEMORY;
  if (Result != CUDA_SUCCESS && Result != CUDA_ERROR_NOT_READY)
    callGuarded([&] { logFailure(Name, Result); });
  return Result;
}

CUresult enter(const char *Name, Needs What, bool PerThreadStream,
               llvm::function_ref<CUresult()> Body) {
  Driver &D = Driver::get();
  // A process that was forked may find the lock taken for ever.
  std::unique_lock<std::mutex> Guard(D.Lock, std::defer_lock);
  if (!D.IsForked)
    Guard.lock();
  usesPerThreadStream() = PerThreadStream;
  // Nobody searches the name while there is memory.
  if (!D.ForNotes.open(/*GivesBack=*/false) &&
      !(givesBack(Name) && D.ForNotes.open(/*GivesBack=*/true)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult Result = run(Name, What, Body);
  D.ForNotes.close();
  if (Result == CUDA_ERROR_NOT_READY && Guard.owns_lock()) {
    // Programs ask in a loop; who is to be ready may need the lock.
    Guard.unlock();
    std::this_thread::yield();
  }
  return Result;
}

CUresult refuseUnsupported(const char *Name) {
  explain("this function is not implemented");
  logFailure(Name, CUDA_ERROR_NOT_SUPPORTED);
  return CUDA_ERROR_NOT_SUPPORTED;
}

} // namespace heddle::driver
