//===- HostIsa.h - Choose the handlers for this host ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_HOSTISA_H
#define HEDDLE_LIB_SM_HOSTISA_H

#include "Handlers.h"
#include "heddle/SM/Launch.h"

namespace heddle::sm {

/// The one that Best stands for here, or \p Isa itself.
HostIsa resolveHostIsa(HostIsa Isa);

/// The handlers of \p Isa, to be run only where that is supported. Those of
/// another kind of host are the portable ones, for who asks what an instruction
/// is bound to.
const HandlerTable &handlersFor(HostIsa Isa);

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_HOSTISA_H
