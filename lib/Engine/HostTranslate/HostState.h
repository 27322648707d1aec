//===- HostState.h - What differs by the kind of host -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kinds of host: how code sets their float and vector units around calls,
/// and the instructions that are written in another way for another kind.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HOSTSTATE_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HOSTSTATE_H

#include "heddle/SM/HostMode.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::hosttranslate {

/// Which kind of host \p M is for.
bool isForX86(const llvm::Module &M);
bool isForAArch64(const llvm::Module &M);

/// In front of code that may use vectors of the oldest kind only, which some
/// processors execute slowly while upper parts of registers are in use.
void leaveVectors(llvm::IRBuilderBase &At, unsigned Width);

/// Has floats be computed as \p Mode says.
void setHostMode(llvm::IRBuilderBase &At, sm::HostMode Mode);
/// That happens within \p F, so that two comparisons of the same values may
/// differ there.
void markChangeOfMode(llvm::Function &F);
/// Whether it does.
bool changesHostMode(const llvm::Function &F);

/// A function of the kernel \p Like's module that is hardly ever called. Where
/// the host's code can say so, it saves all registers, so that its callers need
/// not.
llvm::Function *makeRareFunction(const llvm::Function &Like,
                                 llvm::FunctionType *Type,
                                 const llvm::Twine &Name);
/// \p Call is of such a function.
void keepRegisters(llvm::CallInst &Call);

/// \p Call is of a handler, compiled from C++, and returns whether it is done.
void returnsBool(llvm::CallInst &Call);

/// Whether any of \p Bits, a vector of i1, is set.
llvm::Value *isAnySet(llvm::IRBuilderBase &At, llvm::Value *Bits);
/// Whether all of them are.
llvm::Value *areAllSet(llvm::IRBuilderBase &At, llvm::Value *Bits);
/// The bits of \p Mask, of 32 lanes, that are those of vector \p Chunk of
/// \p Width lanes, as a vector of bits.
llvm::Value *lanesOfChunk(llvm::IRBuilderBase &At, llvm::Value *Mask,
                          unsigned Chunk, unsigned Width);

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_HOSTSTATE_H
