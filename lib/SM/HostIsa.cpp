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
#define HEDDLE_HOST_ISA(NAME, TEXT)                                            \
  case HostIsa::NAME:                                                          \
    return TEXT;
#include "heddle/SM/HostIsas.def"
  }
  llvm_unreachable("covered switch");
}

static constexpr HostIsa AllIsas[] = {
    HostIsa::Best,
#define HEDDLE_HOST_ISA(NAME, TEXT) HostIsa::NAME,
#include "heddle/SM/HostIsas.def"
};

std::optional<HostIsa> findHostIsa(llvm::StringRef Name) {
  for (HostIsa Isa : AllIsas)
    if (Name == hostIsaName(Isa))
      return Isa;
  return std::nullopt;
}

llvm::Expected<HostIsa> hostIsaOption(llvm::StringRef Value) {
  if (std::optional<HostIsa> Isa = findHostIsa(Value))
    return *Isa;
  return llvm::createStringError("option '--host-isa' takes one of " +
                                 llvm::StringRef(HostIsaNames) + ", not '" +
                                 Value + "'");
}

llvm::Expected<HostIsa> supportedIsaOption(llvm::StringRef Value) {
  llvm::Expected<HostIsa> Isa = hostIsaOption(Value);
  if (Isa && !isSupported(*Isa))
    return llvm::createStringError("this machine does not execute " + Value);
  return Isa;
}

bool isOfThisHost(HostIsa Isa) {
  switch (Isa) {
  case HostIsa::Best:
  case HostIsa::Portable:
    return true;
  case HostIsa::SSE2:
  case HostIsa::AVX2:
  case HostIsa::AVX512:
#if defined(__x86_64__)
    return true;
#else
    return false;
#endif
  case HostIsa::NEON:
#if defined(__aarch64__)
    return true;
#else
    return false;
#endif
  }
  llvm_unreachable("covered switch");
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
  case HostIsa::NEON:
    return false;
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
  case HostIsa::NEON:
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

bool isSupported(HostIsa Isa) { return isOfThisHost(Isa); }

#if defined(__aarch64__)

HostIsa resolveHostIsa(HostIsa Isa) {
  return Isa == HostIsa::Best ? HostIsa::NEON : Isa;
}

const HandlerTable &handlersFor(HostIsa Isa) {
  return resolveHostIsa(Isa) == HostIsa::NEON ? neon::handlers()
                                              : portable::handlers();
}

#else

HostIsa resolveHostIsa(HostIsa Isa) {
  return Isa == HostIsa::Best ? HostIsa::Portable : Isa;
}

const HandlerTable &handlersFor(HostIsa) { return portable::handlers(); }

#endif
#endif

} // namespace heddle::sm
