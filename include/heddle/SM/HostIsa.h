//===- HostIsa.h - Choose the handlers for this host ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_HOSTISA_H
#define HEDDLE_SM_HOSTISA_H

#include "heddle/SM/Handlers.h"
#include "heddle/SM/Launch.h"

namespace heddle::sm {

/// Returns the set that Best stands for on this host, or \p Isa itself.
HostIsa resolveHostIsa(HostIsa Isa);

/// Returns the handlers of \p Isa, which may only run where it is supported.
/// For sets of other kinds of hosts these are the portable ones, so that the
/// bindings of an instruction can be listed.
const HandlerTable &handlersFor(HostIsa Isa);

} // namespace heddle::sm

#endif // HEDDLE_SM_HOSTISA_H
