//===- Unseen.cpp - Failures that a program did not look at ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unseen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

using namespace llvm;

namespace heddle::driver {

namespace {
struct Failure {
  std::thread::id Thread;
  const char *Call;
  int Error;
  unsigned Times;
};

/// With a lock of its own: the runtime is not under the driver's.
struct Failures {
  std::mutex Lock;
  std::vector<Failure> Unseen;
};
} // namespace

static Failures &failures() {
  // Programs call the runtime from their own destructors.
  static Failures *All = new Failures;
  return *All;
}

static void noteFailure(const char *Call, int Error) {
  Failures &F = failures();
  std::lock_guard<std::mutex> Guard(F.Lock);
  const std::thread::id Self = std::this_thread::get_id();
  for (Failure &Known : F.Unseen)
    if (Known.Thread == Self && Known.Error == Error &&
        StringRef(Known.Call) == Call) {
      ++Known.Times;
      return;
    }
  F.Unseen.push_back({Self, Call, Error, 1});
}

static void noteLook() {
  Failures &F = failures();
  std::lock_guard<std::mutex> Guard(F.Lock);
  const std::thread::id Self = std::this_thread::get_id();
  erase_if(F.Unseen, [&](const Failure &Each) { return Each.Thread == Self; });
}

static void noteQuestion(int Error) {
  Failures &F = failures();
  std::lock_guard<std::mutex> Guard(F.Lock);
  erase_if(F.Unseen, [&](const Failure &Each) { return Each.Error == Error; });
}

const HeddlePrivateTable &unseenTable() {
  static const HeddlePrivateTable Table = {sizeof(Table), noteFailure, noteLook,
                                           noteQuestion};
  return Table;
}

void forgetUnseen() {
  // The lock may be taken for ever: by a thread that is not in this process.
  if (!failures().Lock.try_lock())
    return;
  failures().Unseen.clear();
  failures().Lock.unlock();
}

static StringRef runtimeErrorName(int Error) {
  switch (Error) {
#define HEDDLE_RUNTIME_ERROR(CODE, RUNTIME, TEXT)                              \
  case CODE:                                                                   \
    return "cuda" #RUNTIME;
#include "heddle-cuda/errors.def"
  default:
    return "unknown error";
  }
}

std::string describeUnseen() {
  Failures &F = failures();
  std::string Text;
  if (!F.Lock.try_lock())
    return Text;
  for (const Failure &Each : F.Unseen) {
    Text += ("heddle: " + Twine(Each.Call) + " returned " +
             runtimeErrorName(Each.Error))
                .str();
    if (Each.Times > 1)
      Text += " " + utostr(Each.Times) + " times";
    Text += ", and the program did not ask for it\n";
  }
  F.Lock.unlock();
  return Text;
}

int strictExitCode() {
  constexpr int Code = 99;
  const char *Value = std::getenv("HEDDLE_STRICT");
  return Value && *Value && StringRef(Value) != "0" ? Code : 0;
}

} // namespace heddle::driver
