; Pairs of i64 move in one access, on the chip that has f64, too, where an i64 and
; an f64 are the same two words.
; RUN: ptx-opt -passes=no-op-module -arch=g80 -stop-after=tesla-expand-pseudos %s | FileCheck %s
; RUN: ptx-opt -passes=no-op-module -arch=gt200 -stop-after=tesla-expand-pseudos %s | FileCheck %s

target triple = "tesla-nvidia-cuda"

; CHECK-LABEL: name: sum_and_swap
; CHECK: LD_G_B128 14
; CHECK: ADDC_B32_rr_cc
; CHECK: ST_G_B128 14
define ptx_kernel void @sum_and_swap(i32 %p) null_pointer_is_valid {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %v = load <2 x i64>, ptr addrspace(1) %q, align 16
  %a = extractelement <2 x i64> %v, i64 0
  %b = extractelement <2 x i64> %v, i64 1
  %s = add i64 %a, %b
  %w = insertelement <2 x i64> poison, i64 %s, i64 0
  %x = insertelement <2 x i64> %w, i64 %a, i64 1
  store <2 x i64> %x, ptr addrspace(1) %q, align 16
  ret void
}
