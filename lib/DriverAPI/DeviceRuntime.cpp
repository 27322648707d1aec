//===- DeviceRuntime.cpp - What kernels call of the runtime ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::driver {

namespace {
struct DeviceFunction {
  StringLiteral Name;
  StringLiteral Text;
};
} // namespace

/// Without .weak, so that a program's own function of the name is an error.
static constexpr DeviceFunction DeviceFunctions[] = {
    // The handle of a condition is the address of its word.
    {"cudaGraphSetConditional", R"(
.visible .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value)
{
  .reg .b64 %a;
  .reg .b32 %v;
  ld.param.b64 %a, [handle];
  ld.param.b32 %v, [value];
  st.volatile.global.b32 [%a], %v;
  ret;
}
)"},
};

void addDeviceRuntime(std::vector<CodeInput> &Inputs) {
  std::string Text;
  for (const DeviceFunction &F : DeviceFunctions)
    if (any_of(Inputs, [&](const CodeInput &Input) {
          return !Input.isELF() && StringRef(Input.Bytes).contains(F.Name);
        }))
      Text += F.Text;
  if (!Text.empty())
    Inputs.push_back({".version 5.0\n.target sm_30\n.address_size 64\n" + Text,
                      "<device runtime>"});
}

} // namespace heddle::driver
