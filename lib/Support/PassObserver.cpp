//===- PassObserver.cpp - Looks on while passes run -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/PassObserver.h"

namespace heddle {

PassObserver::~PassObserver() = default;

} // namespace heddle
