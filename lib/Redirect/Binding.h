//===- Binding.h - Slots, and the runtime that they lead to -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Heddle's libcudart is loaded when a program first calls its runtime: most of
/// what a script starts never does. Until then slots lead to bindSlot.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_REDIRECT_BINDING_H
#define HEDDLE_REDIRECT_BINDING_H

#include "heddle/Redirect/Plan.h"
#include <string>
#include <string_view>

namespace heddle::redirect {

/// The folder that this library is in, with a slash behind it.
const std::string &libraryFolder();

/// Whether Heddle's libcudart exports \p Name.
bool isExported(std::string_view Name);

/// Slots for \p Count functions, which lead to bindSlot and are never freed.
Slot *makeSlots(size_t Count);

/// Says what is wrong and ends the process: nothing that it could do from here
/// would be what it was written for.
[[noreturn]] void giveUp(const std::string &Message);

/// For messages: on stderr, behind "heddle: ".
void say(const std::string &Message);

} // namespace heddle::redirect

#endif // HEDDLE_REDIRECT_BINDING_H
