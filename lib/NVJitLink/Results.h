//===- Results.h - What calls of nvJitLink return ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The numbers of NVIDIA's nvJitLink.h that matter here.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVJITLINK_RESULTS_H
#define HEDDLE_NVJITLINK_RESULTS_H

namespace heddle::jitlink {

enum Result : unsigned {
  Success = 0,
  UnrecognizedOption = 1,
  MissingArch = 2,
  InvalidInput = 3,
  PtxCompile = 4,
  NvvmCompile = 5,
  Internal = 6,
  UnrecognizedInput = 8,
  NullInput = 10,
  UnrecognizedArch = 16,
  LtoNotEnabled = 18
};

enum InputType : unsigned {
  InputNone = 0,
  InputCubin = 1,
  InputPtx = 2,
  InputLtoIr = 3,
  InputFatbin = 4,
  InputObject = 5,
  InputLibrary = 6,
  InputIndex = 7,
  InputAny = 10
};

} // namespace heddle::jitlink

#endif // HEDDLE_NVJITLINK_RESULTS_H
