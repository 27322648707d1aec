//===- HostIsa.cpp - Choose the handlers for this host --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/SM/HostIsa.h"
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

/// The handlers of \p Isa, or null where this build has none of them.
static const HandlerTable *findHandlers(HostIsa Isa) {
#define HEDDLE_BUILT_ISA(NAME, SPACE)                                          \
  if (Isa == HostIsa::NAME)                                                    \
    return &SPACE::handlers();
#include "BuiltIsas.inc"
  return nullptr;
}

#if defined(__x86_64__)

/// Whether this machine executes \p Isa.
static bool executes(HostIsa Isa) {
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
    return executes(HostIsa::AVX2) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  case HostIsa::NEON:
    return false;
  }
  llvm_unreachable("covered switch");
}

#else

static bool executes(HostIsa Isa) { return isOfThisHost(Isa); }

#endif

bool isSupported(HostIsa Isa) {
  return Isa == HostIsa::Best || (findHandlers(Isa) && executes(Isa));
}

llvm::Expected<HostIsa> supportedIsaOption(llvm::StringRef Value) {
  llvm::Expected<HostIsa> Isa = hostIsaOption(Value);
  if (!Isa || isSupported(*Isa))
    return Isa;
  if (executes(*Isa))
    return llvm::createStringError("this build has no code for " + Value +
                                   "; configure it with "
                                   "-DHEDDLE_HOST_ISAS=all");
  return llvm::createStringError("this machine does not execute " + Value);
}

HostIsa resolveHostIsa(HostIsa Isa) {
  if (Isa != HostIsa::Best)
    return Isa;
  for (HostIsa Candidate :
       {HostIsa::AVX512, HostIsa::AVX2, HostIsa::SSE2, HostIsa::NEON})
    if (isSupported(Candidate))
      return Candidate;
  return HostIsa::Portable;
}

const HandlerTable &handlersFor(HostIsa Isa) {
  const HandlerTable *Found = findHandlers(resolveHostIsa(Isa));
  return Found ? *Found : portable::handlers();
}

} // namespace heddle::sm
