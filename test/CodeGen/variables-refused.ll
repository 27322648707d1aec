; What no object can hold, and stores that no chip can do.
; RUN: not ptxas-lite -arch=g80 %s -o %t.cubin 2>&1 | FileCheck %s
; RUN: not ptx-opt -passes=no-op-module -arch=g80 -stop-after=tesla-isel %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=STORE

target triple = "tesla-nvidia-cuda"

@wide = addrspace(1) externally_initialized global i32 0, align 512
; CHECK-DAG: error: variable 'late' ends at byte 65544 of constant memory, which has 65536
@big = addrspace(4) externally_initialized constant [65540 x i8] zeroinitializer, align 4
@late = addrspace(4) externally_initialized constant i32 1, align 4
; CHECK-DAG: error: the initial value of variable 'f' is the address of 'k', which is no variable
@f = addrspace(1) externally_initialized global i32 ptrtoint (ptr @k to i32), align 4
; CHECK-DAG: error: the initial value of variable 's' is the address of 'tile', which is the same for no two kernels
@tile = internal addrspace(3) global i32 undef, align 4
@s = addrspace(1) externally_initialized global i32 ptrtoint (ptr addrspace(3) @tile to i32), align 4
; CHECK-DAG: error: the initial value of variable 'odd' has an address in a place that is no aligned word
@odd = addrspace(1) externally_initialized global <{ i8, i32 }> <{ i8 1, i32 ptrtoint (ptr addrspace(1) @wide to i32) }>, align 4
; CHECK-DAG: error: the variable 'other' is defined in another module, and modules are not linked
@other = external addrspace(1) global i32, align 4

; STORE: in function k {{.*}}: constant memory cannot be written
define ptx_kernel void @k(i32 "ptx-type"="u32" %p) {
  store i32 %p, ptr addrspace(4) @late, align 4
  store i32 %p, ptr addrspace(1) @other, align 4
  store i32 %p, ptr addrspace(3) @tile, align 4
  ret void
}
