; Loads from c0[] of every width; what is wider than a word is several.
; RUN: ptx-opt -passes=no-op-module -arch=gt200 -stop-after=tesla-expand-pseudos %s | FileCheck %s

target triple = "tesla-nvidia-cuda"

@c = addrspace(4) externally_initialized constant [16 x i32] zeroinitializer, align 16

; CHECK-LABEL: name: narrow
; CHECK-DAG: LD_C_U8 0, $a0, 1,
; CHECK-DAG: LD_C_U8 0, $a0, 2,
; CHECK-DAG: LD_C_U16 0, $a0, 4,
; CHECK-DAG: LD_C_S16 0, $a0, 6,
define ptx_kernel void @narrow(i32 %p) {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %a = load i8, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @c, i32 1), align 1
  %b = load i8, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @c, i32 2), align 1
  %h = load i16, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @c, i32 4), align 2
  %k = load i16, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @c, i32 6), align 2
  %ax = zext i8 %a to i32
  %bx = sext i8 %b to i32
  %hx = zext i16 %h to i32
  %kx = sext i16 %k to i32
  %s1 = add i32 %ax, %bx
  %s2 = add i32 %s1, %hx
  %s3 = xor i32 %s2, %kx
  store i32 %s3, ptr addrspace(1) %q, align 4
  ret void
}

; CHECK-LABEL: name: wide
; CHECK-DAG: LD_C_B32 0, $a0, 8,
; CHECK-DAG: LD_C_B32 0, $a0, 12,
; CHECK-DAG: LD_C_B32 0, $a0, 16,
; CHECK-DAG: LD_C_B32 0, $a0, 28,
; CHECK-DAG: LD_C_B32 0, $a0, 32,
; CHECK-DAG: LD_C_B32 0, $a0, 36,
; CHECK-DAG: ST_G_B128
define ptx_kernel void @wide(i32 %p, i32 %r, i32 %t) {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %q2 = inttoptr i32 %r to ptr addrspace(1)
  %q3 = inttoptr i32 %t to ptr addrspace(1)
  %a = load i64, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @c, i32 8), align 8
  %v = load <4 x i32>, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @c, i32 16), align 16
  %d = load double, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @c, i32 32), align 8
  store i64 %a, ptr addrspace(1) %q, align 8
  store <4 x i32> %v, ptr addrspace(1) %q2, align 16
  store double %d, ptr addrspace(1) %q3, align 8
  ret void
}

; The index is in $a, its distance from the table in the access.
; CHECK-LABEL: name: indexed
; CHECK: $[[A:a[1-6]]] = SHL_A_si {{.*}}, 2,
; CHECK: LD_C_B32 0, killed renamable $[[A]], 20,
define ptx_kernel void @indexed(i32 %p, i32 %i) {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %o = shl i32 %i, 2
  %s = add i32 %o, 20
  %x = inttoptr i32 %s to ptr addrspace(4)
  %v = load i32, ptr addrspace(4) %x, align 4
  store i32 %v, ptr addrspace(1) %q, align 4
  ret void
}
