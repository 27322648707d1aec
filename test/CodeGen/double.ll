; f64 of gt200 lives in register pairs; 64-bit integers pass through them only
; to be converted.
; RUN: ptx-opt -passes=no-op-module -arch=gt200 -stop-after=tesla-expand-pseudos %s | FileCheck %s
; RUN: not ptx-opt -passes=no-op-module -arch=g80 -stop-after=tesla-isel %s 2>&1 | FileCheck %s --check-prefix=G80

; G80: f64 is not supported on g80; the lowest chip that has it is gt200 (sm_13)

target triple = "tesla-nvidia-cuda"

; CHECK-LABEL: name: arithmetic
; CHECK: $[[A:r[0-9]+_r[0-9]+]] = LD_G_B64 14
; CHECK: $[[S:r[0-9]+_r[0-9]+]] = DADD_rr renamable $[[A]], {{.*}}, 0, 0, 0, 0, 15
; CHECK: DFMA_rrr {{.*}}$[[S]], {{.*}}$[[A]], {{.*}}, 0, 0, 3, 0, 15
; CHECK: ST_G_B64 14
define ptx_kernel void @arithmetic(i32 %p, double %x) #0 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %a = load double, ptr addrspace(1) %q, align 8
  %s = call double @llvm.nvvm.add.rn.d(double %a, double %x)
  %m = call double @llvm.nvvm.fma.rz.d(double %s, double %a, double 2.5)
  store double %m, ptr addrspace(1) %q, align 8
  ret void
}

; A select is two predicated moves, a negation flips the high word's sign.
; CHECK-LABEL: name: choose
; CHECK: $c0 = DSET_rr_c {{.*}}, 1, 0, 0, 0, 0, 0, 15
; CHECK-DAG: MOV_B32_r {{.*}}, 0, 5, {{.*}}$c0
; CHECK-DAG: MOV_B32_r {{.*}}, 0, 5, {{.*}}$c0
; CHECK: XOR_B32_ri {{.*}}, -2147483648, 0
define ptx_kernel void @choose(i32 %p, double %x, double %y) #0 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %c = fcmp olt double %x, %y
  %z = select i1 %c, double %x, double %y
  %n = fneg double %z
  store double %n, ptr addrspace(1) %q, align 8
  ret void
}

; CHECK-LABEL: name: convert
; CHECK: CVT_S64_F64_r {{.*}}, 0, 0, 3, 0, 15
; CHECK: CVT_F64_S64_r {{.*}}, 0, 0, 0, 0, 0, 15
; CHECK: CVT_F32_F64_r
; CHECK: CVT_F64_F32_r
define ptx_kernel void @convert(i32 %p, double %x) #0 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %i = call i64 @llvm.nvvm.d2ll.rz(double %x)
  %j = add i64 %i, 1
  %d = call double @llvm.nvvm.ll2d.rn(i64 %j)
  %f = call float @llvm.nvvm.d2f.rn(double %d)
  %w = fpext float %f to double
  store double %w, ptr addrspace(1) %q, align 8
  ret void
}

; Shared memory has no 64-bit access.
; CHECK-LABEL: name: in_shared
; CHECK-COUNT-2: ST_S_B32
define ptx_kernel void @in_shared(i32 %p, double %x) #0 {
  %q = inttoptr i32 %p to ptr addrspace(3)
  store double %x, ptr addrspace(3) %q, align 8
  ret void
}

declare double @llvm.nvvm.add.rn.d(double, double)
declare double @llvm.nvvm.fma.rz.d(double, double, double)
declare i64 @llvm.nvvm.d2ll.rz(double)
declare double @llvm.nvvm.ll2d.rn(i64)
declare float @llvm.nvvm.d2f.rn(double)

attributes #0 = { null_pointer_is_valid }
