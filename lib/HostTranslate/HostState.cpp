//===- HostState.cpp - The state of the host's units ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::hosttranslate {

void leaveVectors(IRBuilderBase &At, unsigned Width) {
#if defined(__x86_64__)
  if (Width > 4)
    At.CreateIntrinsic(At.getVoidTy(), Intrinsic::x86_avx_vzeroupper, {});
#else
  (void)At;
  (void)Width;
#endif
}

void setHostMode(IRBuilderBase &At, sm::HostMode Mode) {
#if defined(__x86_64__)
  // As FloatEnvironment::enter.
  constexpr uint32_t MaskAll = 0x1f80, FlushBoth = 0x8040;
  uint32_t Word = MaskAll | uint32_t(Mode & 3) << 13 |
                  (Mode & sm::KeepsDenormals ? 0 : FlushBoth);
  auto *Constant = new GlobalVariable(
      *At.GetInsertBlock()->getModule(), At.getInt32Ty(), true,
      GlobalValue::PrivateLinkage, At.getInt32(Word), "heddle.mode");
  At.CreateIntrinsic(At.getVoidTy(), Intrinsic::x86_sse_ldmxcsr, {Constant});
#else
  (void)At;
  (void)Mode;
#endif
}

} // namespace heddle::hosttranslate
