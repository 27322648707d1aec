//===- Tesla.h - Makes the Tesla target known to LLVM -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registration of the target's parts with LLVM's TargetRegistry. Every
/// function may be called any number of times.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BACKEND_TESLA_H
#define HEDDLE_BACKEND_TESLA_H

namespace llvm {
class Target;
}

namespace heddle::tesla {

llvm::Target &getTheTeslaTarget();

/// The target itself: TargetRegistry::lookupTarget finds it afterwards.
/// Library HeddleTeslaInfo.
void initializeTargetInfo();

/// Registers, instructions, text, encodings, objects. Library HeddleTeslaDesc.
void initializeTargetMC();

/// Library HeddleTeslaAsmParser.
void initializeAsmParser();

/// Library HeddleTeslaDisassembler.
void initializeDisassembler();

} // namespace heddle::tesla

#endif // HEDDLE_BACKEND_TESLA_H
