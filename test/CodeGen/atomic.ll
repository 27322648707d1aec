; Atomics on global memory: `red` where nobody wants the old value.
; RUN: ptx-opt -passes=no-op-module -arch=gt215 -stop-after=tesla-expand-pseudos %s | FileCheck %s
; RUN: not ptx-opt -passes=no-op-module -arch=g84 -stop-after=tesla-isel %s 2>&1 | FileCheck %s --check-prefix=G84
; RUN: not ptx-opt -passes=no-op-module -arch=g80 -stop-after=tesla-isel %s 2>&1 | FileCheck %s --check-prefix=G80

; G84: 64-bit atomics are not supported on g84; the lowest chip that has them is gt215 (sm_12)
; G84-NOT: lowest chip that has them is g84
; G80: atomics are not supported on g80; the lowest chip that has them is g84 (sm_11)

target triple = "tesla-nvidia-cuda"

; CHECK-LABEL: name: words
; CHECK: RED_ADD_U32 14
; CHECK: RED_INC_U32 14
; CHECK: RED_MIN_S32 14
; CHECK: ATOM_EXCH_B32 14
; CHECK: ATOM_CAS_B32 14
define ptx_kernel void @words(i32 %p, i32 %v) #0 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %1 = atomicrmw add ptr addrspace(1) %q, i32 %v monotonic, align 4
  %2 = atomicrmw uinc_wrap ptr addrspace(1) %q, i32 %v monotonic, align 4
  %3 = atomicrmw min ptr addrspace(1) %q, i32 %v monotonic, align 4
  %4 = atomicrmw xchg ptr addrspace(1) %q, i32 %v monotonic, align 4
  %5 = cmpxchg ptr addrspace(1) %q, i32 %4, i32 %v monotonic monotonic, align 4
  ret void
}

; CHECK-LABEL: name: old_value
; CHECK: ATOM_ADD_U32 14
; CHECK-NOT: RED
define ptx_kernel void @old_value(i32 %p, i32 %v) #0 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %old = atomicrmw add ptr addrspace(1) %q, i32 %v monotonic, align 4
  store i32 %old, ptr addrspace(1) %q, align 4
  ret void
}

; CHECK-LABEL: name: pairs
; CHECK: = ATOM_ADD_U64 14
; CHECK: = ATOM_CAS_B64 14
define ptx_kernel void @pairs(i32 %p, i64 %v) #0 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %old = atomicrmw add ptr addrspace(1) %q, i64 %v monotonic, align 8
  %pair = cmpxchg ptr addrspace(1) %q, i64 %old, i64 %v monotonic monotonic, align 8
  ret void
}

attributes #0 = { null_pointer_is_valid }
