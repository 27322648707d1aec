//===- Observer.cpp - Looks on while warps run ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Observer.h"

namespace heddle::sm {

Observer::~Observer() = default;

} // namespace heddle::sm
