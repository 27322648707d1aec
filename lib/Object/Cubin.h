//===- Cubin.h - NVIDIA's objects of these chips ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Machine code that NVIDIA's compilers made for compute capability 1.0 to 1.3:
/// text files of CUDA 1.x and 2.x, and ELF files of CUDA 3.0 to 6.5. Both
/// become a Module, whose code runs with the taken side of a branch first.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OBJECT_CUBIN_H
#define HEDDLE_LIB_OBJECT_CUBIN_H

#include "heddle/Object/Module.h"

namespace heddle::object {

/// The start of a kernel's parameters in s[].
inline constexpr uint32_t CubinParams = 0x10;

/// Fills in what both formats leave to the chip, and checks sizes. \p Sm is the
/// 10 of sm_10.
llvm::Error startCubin(Module &M, unsigned Sm);
llvm::Error finishCubinKernel(Kernel &K);

/// Calls the texture with the number \p Slot in instructions \p Name. Fails on
/// a number that no instruction has room for.
llvm::Error nameTexture(Module &M, uint32_t Slot, llvm::StringRef Name);

/// Whether the header of an ELF file for EM_CUDA is one of NVIDIA's for these
/// chips.
bool isElfCubin(llvm::StringRef Bytes);
llvm::Expected<Module> readElfCubin(llvm::StringRef Bytes);
llvm::Expected<Module> readTextCubin(llvm::StringRef Bytes);

} // namespace heddle::object

#endif // HEDDLE_LIB_OBJECT_CUBIN_H
