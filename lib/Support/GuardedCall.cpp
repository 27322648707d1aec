//===- GuardedCall.cpp - Calls of functions that may throw ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that is compiled with exceptions: those of programs end here.
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/GuardedCall.h"
#include <cxxabi.h>
#include <exception>

namespace heddle {

std::optional<std::string> callGuarded(llvm::function_ref<void()> Function) {
  try {
    Function();
  } catch (const std::exception &E) {
    return E.what();
  } catch (const abi::__forced_unwind &) {
    // The thread ends (pthread_exit, pthread_cancel), and nobody may stop it.
    throw;
  } catch (...) {
    return "of an unknown type";
  }
  return std::nullopt;
}

} // namespace heddle
