//===- Errors.cpp - How calls of the C API fail ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Handles.h"
#include "heddle/Support/PerThread.h"

using namespace heddle;

#define HEDDLE_TEXT_OF(N) #N
#define HEDDLE_TEXT(N) HEDDLE_TEXT_OF(N)

namespace heddle::capi {

namespace {
/// The message of the thread's last call that failed.
struct LastMessage {
  std::string Text;
};
} // namespace

static std::string &lastMessage() { return PerThread<LastMessage>::get().Text; }

heddleError_t fail(heddleError_t Code, const llvm::Twine &Message) {
  lastMessage() = Message.str();
  return Code;
}

heddleError_t fail(heddleError_t Code, llvm::Error E) {
  return fail(Code, llvm::toString(std::move(E)));
}

heddleError_t isNull(const char *Function, const char *What) {
  return fail(heddleErrorInvalidValue,
              llvm::Twine(Function) + ": " + What + " is null");
}

} // namespace heddle::capi

const char *heddleGetErrorName(heddleError_t Error) noexcept {
  switch (Error) {
#define HEDDLE_ERROR(ID, NUMBER, TEXT)                                         \
  case heddle##ID:                                                             \
    return "heddle" #ID;
#include "heddle-c/Errors.def"
  }
  return nullptr;
}

const char *heddleGetErrorString(heddleError_t Error) noexcept {
  switch (Error) {
#define HEDDLE_ERROR(ID, NUMBER, TEXT)                                         \
  case heddle##ID:                                                             \
    return TEXT;
#include "heddle-c/Errors.def"
  }
  return nullptr;
}

const char *heddleGetLastErrorMessage(void) noexcept {
  return capi::lastMessage().c_str();
}

const char *heddleGetVersion(void) noexcept {
  return HEDDLE_TEXT(HEDDLE_VERSION_MAJOR) "." HEDDLE_TEXT(
      HEDDLE_VERSION_MINOR) "." HEDDLE_TEXT(HEDDLE_VERSION_PATCH);
}
