//===- Link.h - What cuLinkComplete makes -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_LINK_H
#define HEDDLE_DRIVERAPI_LINK_H

#include "Image.h"
#include "JitOptions.h"

namespace heddle::driver {

struct Context;

struct Link {
  CUlinkState Self = nullptr;
  Context *Owner = nullptr;
  /// The options of cuLinkCreate. The program keeps their buffers until it
  /// destroys the link.
  JitOptions Options;
  std::vector<CodeInput> Inputs;
  /// The linked image; null until the link is completed.
  std::shared_ptr<const Image> Linked;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_LINK_H
