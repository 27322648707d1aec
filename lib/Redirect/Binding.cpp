//===- Binding.cpp - Slots, and the runtime that they lead to -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This code runs in a namespace of the dynamic linker's of its own, where
// nothing is but a C library; the program and what it loads are in the first.
//
//===----------------------------------------------------------------------===//

#include "Binding.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace heddle::redirect {

static constexpr char RuntimeName[] = "libcudart.so.13";

static bool isBefore(const ElfSymbol &A, const ElfSymbol &B) {
  return A.Name < B.Name;
}

namespace {
/// The exports of Heddle's libcudart.
struct Exports {
  Exports() : File(ElfFile::open((libraryFolder() + RuntimeName).c_str())) {
    if (File)
      Symbols = File->symbols(/*Dynamic=*/true);
    std::sort(Symbols.begin(), Symbols.end(), isBefore);
  }
  std::optional<ElfFile> File;
  std::vector<ElfSymbol> Symbols;
};
} // namespace

const std::string &libraryFolder() {
  static const std::string &Folder = *[] {
    static int Anchor;
    Dl_info Info;
    std::string Path;
    if (dladdr(&Anchor, &Info) && Info.dli_fname)
      Path = Info.dli_fname;
    return new std::string(Path.substr(0, Path.rfind('/') + 1));
  }();
  return Folder;
}

static const Exports &exports() {
  static const Exports &All = *new Exports;
  return All;
}

static const ElfSymbol *findExport(std::string_view Name) {
  const std::vector<ElfSymbol> &All = exports().Symbols;
  auto Found = std::lower_bound(All.begin(), All.end(),
                                ElfSymbol{Name, 0, 0, true, false}, isBefore);
  return Found != All.end() && Found->Name == Name && Found->IsFunction
             ? &*Found
             : nullptr;
}

bool isExported(std::string_view Name) { return findExport(Name); }

void say(const std::string &Message) {
  // One write: other processes share stderr.
  std::string Line = "heddle: " + Message + "\n";
  (void)!write(STDERR_FILENO, Line.data(), Line.size());
}

void giveUp(const std::string &Message) {
  say(Message);
  // As shells say that a program cannot be run.
  _exit(126);
}

/// Loads Heddle's libcudart once, and returns its base address.
static uintptr_t loadRuntime() {
  // One of two threads that are here at once finds what the other has loaded.
  static std::atomic<uintptr_t> Loaded;
  if (uintptr_t Base = Loaded.load(std::memory_order_acquire))
    return Base;
  std::string Path = libraryFolder() + RuntimeName;
  void *Handle = dlmopen(LM_ID_BASE, Path.c_str(), RTLD_NOW);
  struct link_map *Map = nullptr;
  if (!Handle || dlinfo(Handle, RTLD_DI_LINKMAP, &Map)) {
    const char *Why = dlerror();
    giveUp(Why ? Why : "cannot load " + Path);
  }
  Loaded.store(Map->l_addr, std::memory_order_release);
  return Map->l_addr;
}

} // namespace heddle::redirect

using namespace heddle::redirect;

/// Called by bindSlot: where the function of \p S is.
extern "C" __attribute__((used, visibility("hidden"))) void *
heddleRedirectTarget(Slot *S) {
  const ElfSymbol *Function = findExport(S->Name);
  // Only functions that are there got a slot.
  if (!Function)
    giveUp(std::string("libcudart.so.13 has no ") + S->Name);
  void *Target = reinterpret_cast<void *>(loadRuntime() + Function->Address);
  __atomic_store_n(&S->Target, Target, __ATOMIC_RELEASE);
  return Target;
}

// The first target of every jump, which gets the address of its slot: it saves
// the arguments of the called function, binds the slot, and continues at the
// function.
extern "C" __attribute__((visibility("hidden"))) void heddleBindSlot();
#if defined(__x86_64__)
asm(R"(
  .text
  .p2align 4
  .hidden heddleBindSlot
  .globl heddleBindSlot
  .type heddleBindSlot, @function
heddleBindSlot:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %rax
  subq $136, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq %r11, %rdi
  call heddleRedirectTarget
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $136, %rsp
  popq %rax
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rbp
  .cfi_def_cfa %rsp, 8
  jmp *%r11
  .cfi_endproc
  .size heddleBindSlot, .-heddleBindSlot
)");
#elif defined(__aarch64__)
asm(R"(
  .text
  .p2align 4
  .hidden heddleBindSlot
  .globl heddleBindSlot
  .type heddleBindSlot, %function
heddleBindSlot:
  .cfi_startproc
  hint #34
  stp x29, x30, [sp, #-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset x29, -224
  .cfi_offset x30, -216
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x16
  bl heddleRedirectTarget
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .cfi_def_cfa_offset 0
  .cfi_restore x29
  .cfi_restore x30
  br x16
  .cfi_endproc
  .size heddleBindSlot, .-heddleBindSlot
)");
#endif

Slot *heddle::redirect::makeSlots(size_t Count) {
  auto *Slots = new Slot[Count];
  for (size_t I = 0; I != Count; ++I)
    Slots[I].Target = reinterpret_cast<void *>(&heddleBindSlot);
  return Slots;
}
