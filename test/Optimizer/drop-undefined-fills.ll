; What of a variable stays memory needs no fill; what became registers keeps it.
; RUN: ptx-opt -passes=drop-undefined-fills -S %s | FileCheck %s
target triple = "tesla64-nvidia-cuda"

declare i32 @heddle.undefined(i32, i32)
declare void @llvm.memset.p5.i64(ptr addrspace(5), i8, i64, i1)

; CHECK-LABEL: define void @memory
; CHECK-NOT: memset
; CHECK: ret void
define void @memory(i32 %n) {
  %a = alloca [8 x i8], addrspace(5)
  %u = call i32 @heddle.undefined(i32 3, i32 1)
  %b = trunc i32 %u to i8
  call void @llvm.memset.p5.i64(ptr addrspace(5) %a, i8 %b, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define i32 @register
; CHECK: call i32 @heddle.undefined(i32 4, i32 2)
define i32 @register() {
  %u = call i32 @heddle.undefined(i32 4, i32 2)
  ret i32 %u
}

; CHECK-LABEL: define void @zeros
; CHECK: memset
define void @zeros() {
  %a = alloca [8 x i8], addrspace(5)
  call void @llvm.memset.p5.i64(ptr addrspace(5) %a, i8 0, i64 8, i1 false)
  ret void
}
