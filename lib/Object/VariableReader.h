//===- VariableReader.h - Reads variables and relocations -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The half of the object reader that knows module variables.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OBJECT_VARIABLEREADER_H
#define HEDDLE_LIB_OBJECT_VARIABLEREADER_H

#include "heddle/Object/Module.h"
#include "llvm/Object/ELF.h"

namespace heddle::object {

using llvm::object::ELFFile;

llvm::Error malformed(const llvm::Twine &Message);

/// Prefixes a message of LLVM's ELF reader.
llvm::Error malformed(llvm::Error E);

/// Adds variables, the constant image and all relocations to \p M, whose
/// kernels have been read.
template <typename ELFT>
llvm::Error readVariables(const ELFFile<ELFT> &File,
                          typename ELFT::ShdrRange Headers, Module &M);

} // namespace heddle::object

#endif // HEDDLE_LIB_OBJECT_VARIABLEREADER_H
