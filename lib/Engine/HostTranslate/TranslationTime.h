//===- TranslationTime.h - How long host code takes to be made --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_TRANSLATIONTIME_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_TRANSLATIONTIME_H

#include "heddle/HostCode/FlowGraph.h"
#include "heddle/SM/Launch.h"

namespace heddle::hosttranslate {

/// Returns about how many instructions of LLVM IR are written for \p G, as the
/// kinds of its instructions tell. For most of the kernels that the weights
/// were taken from, it is between two thirds and four thirds of what is
/// written.
uint64_t expectedSize(const hostcode::FlowGraph &G, const sm::Program &P,
                      sm::HostIsa Isa);

/// Returns the nanoseconds that \p Size instructions of LLVM IR take to become
/// host code on a processor of today.
uint64_t timeOfSize(uint64_t Size);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_TRANSLATIONTIME_H
