; RUN: ptx-opt -passes=lower-exit -verify-each %s | FileCheck %s

declare void @heddle.exit()

; CHECK-LABEL: define ptx_kernel void @leaves(
; CHECK:       out:
; CHECK-NEXT:    br label %return
; CHECK:       on:
; CHECK-NEXT:    store i32 %a, ptr addrspace(1) %p
; CHECK-NEXT:    br label %return
; CHECK:       return:
; CHECK-NEXT:    ret void
define ptx_kernel void @leaves(ptr addrspace(1) %p, i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %out, label %on

out:
  call void @heddle.exit()
  unreachable

on:
  store i32 %a, ptr addrspace(1) %p
  ret void
}

; All paths exit.
; CHECK-LABEL: define ptx_kernel void @never(
; CHECK:         br label %return
; CHECK:       return:
; CHECK-NEXT:    ret void
define ptx_kernel void @never() {
  call void @heddle.exit()
  unreachable
}

; What came behind an exit is left with one way less.
; CHECK-LABEL: define ptx_kernel void @inlined(
; CHECK:       out:
; CHECK-NEXT:    br label %return
; CHECK:       behind:
; CHECK-NEXT:    store i32 %a, ptr addrspace(1) %p
define ptx_kernel void @inlined(ptr addrspace(1) %p, i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %out, label %behind

out:
  call void @heddle.exit()
  br label %behind

behind:
  %v = phi i32 [ 0, %out ], [ %a, %entry ]
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; A device function waits for its kernel, or keeps it.
; CHECK-LABEL: define internal void @device(
; CHECK-NEXT:    call void @heddle.exit()
define internal void @device() {
  call void @heddle.exit()
  unreachable
}

; What stands behind an exit is never run, be it another one, and may be used
; where only it led to.
; CHECK-LABEL: define ptx_kernel void @twice(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    br label %return
; CHECK:       behind:
; CHECK-NEXT:    store i32 poison, ptr addrspace(1) %p
; CHECK-NEXT:    br label %return
; CHECK:       return:
; CHECK-NEXT:    ret void
define ptx_kernel void @twice(ptr addrspace(1) %p, i32 %a) {
entry:
  call void @heddle.exit()
  %v = add i32 %a, 1
  call void @heddle.exit()
  call void @heddle.exit()
  br label %behind

behind:
  store i32 %v, ptr addrspace(1) %p
  call void @heddle.exit()
  ret void
}
