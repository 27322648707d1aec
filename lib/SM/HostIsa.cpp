//===- HostIsa.cpp - Choose the handlers for this host --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HostIsa.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

llvm::StringRef hostIsaName(HostIsa Isa) {
  switch (Isa) {
  case HostIsa::Best:
    return "best";
  case HostIsa::Portable:
    return "portable";
  case HostIsa::SSE2:
    return "sse2";
  case HostIsa::AVX2:
    return "avx2";
  case HostIsa::AVX512:
    return "avx512";
  }
  llvm_unreachable("covered switch");
}

std::optional<HostIsa> findHostIsa(llvm::StringRef Name) {
  for (HostIsa Isa : {HostIsa::Best, HostIsa::Portable, HostIsa::SSE2,
                      HostIsa::AVX2, HostIsa::AVX512})
    if (Name == hostIsaName(Isa))
      return Isa;
  return std::nullopt;
}

#if defined(__x86_64__)

bool isSupported(HostIsa Isa) {
  __builtin_cpu_init();
  switch (Isa) {
  case HostIsa::Best:
  case HostIsa::Portable:
  case HostIsa::SSE2:
    return true;
  case HostIsa::AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  case HostIsa::AVX512:
    return isSupported(HostIsa::AVX2) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  }
  llvm_unreachable("covered switch");
}

HostIsa resolveHostIsa(HostIsa Isa) {
  if (Isa != HostIsa::Best)
    return Isa;
  for (HostIsa Candidate : {HostIsa::AVX512, HostIsa::AVX2})
    if (isSupported(Candidate))
      return Candidate;
  return HostIsa::SSE2;
}

const HandlerTable &handlersFor(HostIsa Isa) {
  switch (Isa) {
  case HostIsa::Best:
    return handlersFor(resolveHostIsa(Isa));
  case HostIsa::Portable:
    return portable::handlers();
  case HostIsa::SSE2:
    return sse2::handlers();
  case HostIsa::AVX2:
    return avx2::handlers();
  case HostIsa::AVX512:
    return avx512::handlers();
  }
  llvm_unreachable("covered switch");
}

#else

bool isSupported(HostIsa Isa) {
  return Isa == HostIsa::Best || Isa == HostIsa::Portable;
}

HostIsa resolveHostIsa(HostIsa) { return HostIsa::Portable; }

const HandlerTable &handlersFor(HostIsa) { return portable::handlers(); }

#endif

} // namespace heddle::sm
