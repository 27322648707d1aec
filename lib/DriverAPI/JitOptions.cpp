//===- JitOptions.cpp - Options of compiling at run time ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JitOptions.h"
#include "Report.h"
#include <algorithm>
#include <cstring>

namespace heddle::driver {

static size_t scalar(void *Value) { return reinterpret_cast<uintptr_t>(Value); }

JitOptions::JitOptions(unsigned Count, const CUjit_option *Options,
                       void **Values) {
  if (Count && (!Options || !Values)) {
    Bad = CUDA_ERROR_INVALID_VALUE;
    return;
  }
  for (unsigned I = 0; I != Count; ++I) {
    switch (int(Options[I])) {
    case CU_JIT_MAX_REGISTERS:
      MaxRegisters = unsigned(scalar(Values[I]));
      break;
    case CU_JIT_INFO_LOG_BUFFER:
      InfoBuffer.Text = static_cast<char *>(Values[I]);
      break;
    case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
      InfoBuffer.Capacity = uint32_t(scalar(Values[I]));
      InfoBuffer.Written = &Values[I];
      break;
    case CU_JIT_ERROR_LOG_BUFFER:
      ErrorBuffer.Text = static_cast<char *>(Values[I]);
      break;
    case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
      ErrorBuffer.Capacity = uint32_t(scalar(Values[I]));
      ErrorBuffer.Written = &Values[I];
      break;
    case CU_JIT_OPTIMIZATION_LEVEL:
      // 4 is the driver's best, and its default.
      if (scalar(Values[I]) > 4)
        Bad = CUDA_ERROR_INVALID_VALUE;
      else
        Level = std::min(3u, unsigned(scalar(Values[I])));
      break;
    case CU_JIT_GENERATE_DEBUG_INFO:
    case CU_JIT_GENERATE_LINE_INFO:
      Lines |= scalar(Values[I]) != 0;
      break;
    case CU_JIT_LOG_VERBOSE:
      Verbose = scalar(Values[I]) != 0;
      break;
    default:
      // Choices of chip, caching and linking that change no result here.
      if (Options[I] < 0 || Options[I] >= CU_JIT_NUM_OPTIONS)
        Bad = CUDA_ERROR_INVALID_VALUE;
    }
  }
}

void JitOptions::Buffer::write(llvm::StringRef Messages) {
  size_t Size = 0;
  if (Text && Capacity) {
    Size = std::min(Messages.size(), Capacity - 1);
    std::memcpy(Text, Messages.data(), Size);
    Text[Size] = 0;
  }
  if (Written)
    *Written = reinterpret_cast<void *>(Size);
}

void JitOptions::writeLogs() {
  ErrorBuffer.write(Errors);
  InfoBuffer.write(Infos);
  if (!ErrorBuffer.Text && !Errors.empty())
    explain(Errors);
}

} // namespace heddle::driver
