; Who accesses memory between two barriers needs both.
; RUN: ptx-opt %load-CountBarriers -passes=count-barriers %s | FileCheck %s
declare void @llvm.nvvm.barrier0()

; CHECK-LABEL: define void @stores(
; CHECK: barrier0
; CHECK-NEXT: store
; CHECK-NEXT: barrier0
define void @stores(ptr addrspace(3) %p) {
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier0()
  ret void
}

; CHECK-LABEL: define void @computes(
; CHECK-COUNT-1: barrier0
; CHECK-NOT: barrier0
define void @computes(i32 %a) {
  call void @llvm.nvvm.barrier0()
  %b = add i32 %a, 1
  call void @llvm.nvvm.barrier0()
  ret void
}
