//===- AddressSpace.h - LLVM address-space numbers --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The address-space numbers of NVVM IR. They are NVPTX's, so that lifted
/// modules can go through a stock NVPTX back end.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_ADDRESSSPACE_H
#define HEDDLE_ABI_ADDRESSSPACE_H

namespace heddle::abi {

enum AddressSpace : unsigned {
  Generic = 0,
  Global = 1,
  Shared = 3,
  Constant = 4,
  Local = 5,
  Param = 101,
};

} // namespace heddle::abi

#endif // HEDDLE_ABI_ADDRESSSPACE_H
