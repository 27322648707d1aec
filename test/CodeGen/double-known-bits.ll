; The upper word of an f64 that an intrinsic computes is not known to be zero.
; RUN: ptx-opt -passes=no-op-module -arch=gt200 -stop-after=tesla-isel %s | FileCheck %s

target triple = "tesla-nvidia-cuda"

declare double @llvm.nvvm.mul.rn.d(double, double)

; CHECK-LABEL: name: magnitude
; CHECK: DMUL_rr
; CHECK: AND_B32_ri {{.*}}, 2147483647
; CHECK: DSET_rr
define ptx_kernel void @magnitude(double %a, double %b, i32 %o, i32 %i) {
  %m = call double @llvm.nvvm.mul.rn.d(double %a, double %b)
  %x = bitcast double %m to i64
  %w = zext i32 %i to i64
  %x2 = or i64 %x, %w
  %y = and i64 %x2, 9223372036854775807
  %z = bitcast i64 %y to double
  %c = fcmp olt double %z, %b
  %s = zext i1 %c to i32
  %p = inttoptr i32 %o to ptr addrspace(1)
  store i32 %s, ptr addrspace(1) %p
  ret void
}
