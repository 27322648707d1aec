//===- HostCode.h - Device code in objects of hosts -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inputs of links that a host's compiler has made: objects and archives, with
/// fat binaries in their sections.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_HOSTCODE_H
#define HEDDLE_DRIVERAPI_HOSTCODE_H

#include "Image.h"

namespace heddle::driver {

/// Like findCode, for an input of a link, which may be of a host. Code for
/// other devices is left out; an archive may have nothing else.
CUresult findInput(llvm::StringRef Bytes, llvm::StringRef Name,
                   JitOptions &Options, std::vector<CodeInput> &Inputs);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_HOSTCODE_H
