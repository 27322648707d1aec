; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=resolve-generic -verify-each %s | FileCheck %s

@tile = internal addrspace(3) global [64 x i8] undef, align 4

; An argument of a kernel points to global memory.
define void @argument(i64 %p) {
; CHECK-LABEL: define void @argument(
; CHECK-NEXT:   [[A:%[^ ,)]+]] = trunc i64 %p to i32
; CHECK-NEXT:   [[B:%[^ ,)]+]] = add i32 [[A]], 16
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = inttoptr i32 [[B]] to ptr addrspace(1)
; CHECK-NEXT:   store i32 1, ptr addrspace(1) [[V1]], align 4
; CHECK-NEXT:   ret void
; CHECK-NEXT: }
  %a = trunc i64 %p to i32
  %b = add i32 %a, 16
  %ptr = inttoptr i32 %b to ptr
  store i32 1, ptr %ptr
  ret void
}

define i32 @shared(i32 %i) {
; CHECK-LABEL: define i32 @shared(
; CHECK-NEXT:   [[O:%[^ ,)]+]] = shl i32 %i, 2
; CHECK-NEXT:   [[A:%[^ ,)]+]] = add i32 ptrtoint (ptr addrspace(3) @tile to i32), [[O]]
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = inttoptr i32 [[A]] to ptr addrspace(3)
; CHECK-NEXT:   [[V:%[^ ,)]+]] = load i32, ptr addrspace(3) [[V1]], align 4
; CHECK-NEXT:   ret i32 [[V]]
; CHECK-NEXT: }
  %o = shl i32 %i, 2
  %a = add i32 ptrtoint (ptr addrspace(3) @tile to i32), %o
  %ptr = inttoptr i32 %a to ptr
  %v = load i32, ptr %ptr
  ret i32 %v
}

; The index comes from memory, the address does not.
define i32 @loop(i64 %base, i32 %n) {
; CHECK-LABEL: define i32 @loop(
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   [[START:%[^ ,)]+]] = trunc i64 %base to i32
; CHECK-NEXT:   br label [[LOOP:%[^ ,)]+]]
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   [[P:%[^ ,)]+]] = phi i32 [ [[START]], [[ENTRY:%[^ ,)]+]] ], [ [[Q:%[^ ,)]+]], [[LOOP]] ]
; CHECK-NEXT:   [[I:%[^ ,)]+]] = phi i32 [ 0, [[ENTRY]] ], [ [[J:%[^ ,)]+]], [[LOOP]] ]
; CHECK-NEXT:   [[V0:%[^ ,)]+]] = inttoptr i32 [[P]] to ptr addrspace(1)
; CHECK-NEXT:   [[V:%[^ ,)]+]] = load i32, ptr addrspace(1) [[V0]], align 4
; CHECK-NEXT:   [[Q]] = add i32 [[P]], [[V]]
; CHECK-NEXT:   [[J]] = add i32 [[I]], 1
; CHECK-NEXT:   [[C:%[^ ,)]+]] = icmp ult i32 [[J]], %n
; CHECK-NEXT:   br i1 [[C]], label [[LOOP]], label [[EXIT:%[^ ,)]+]]
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   ret i32 [[V]]
; CHECK-NEXT: }
entry:
  %start = trunc i64 %base to i32
  br label %loop
loop:
  %p = phi i32 [ %start, %entry ], [ %q, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %ptr = inttoptr i32 %p to ptr
  %v = load i32, ptr %ptr
  %q = add i32 %p, %v
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %v
}

define i8 @local(i1 %c) {
; CHECK-LABEL: define i8 @local(
; CHECK-NEXT:   [[X:%[^ ,)]+]] = alloca [4 x i8], align 1, addrspace(5)
; CHECK-NEXT:   [[Y:%[^ ,)]+]] = alloca [4 x i8], align 1, addrspace(5)
; CHECK-NEXT:   [[XA:%[^ ,)]+]] = ptrtoint ptr addrspace(5) [[X]] to i32
; CHECK-NEXT:   [[YA:%[^ ,)]+]] = ptrtoint ptr addrspace(5) [[Y]] to i32
; CHECK-NEXT:   [[A:%[^ ,)]+]] = select i1 %c, i32 [[XA]], i32 [[YA]]
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = inttoptr i32 [[A]] to ptr addrspace(5)
; CHECK-NEXT:   [[V:%[^ ,)]+]] = load i8, ptr addrspace(5) [[V1]], align 1
; CHECK-NEXT:   ret i8 [[V]]
; CHECK-NEXT: }
  %x = alloca [4 x i8], addrspace(5)
  %y = alloca [4 x i8], addrspace(5)
  %xa = ptrtoint ptr addrspace(5) %x to i32
  %ya = ptrtoint ptr addrspace(5) %y to i32
  %a = select i1 %c, i32 %xa, i32 %ya
  %ptr = inttoptr i32 %a to ptr
  %v = load i8, ptr %ptr
  ret i8 %v
}

; On one path the index is loaded, on the other it is a parameter.
define i32 @index(i64 %p, i32 %n, i1 %c, ptr addrspace(1) %q) {
; CHECK-LABEL: define i32 @index(
; CHECK-NEXT:   [[V:%[^ ,)]+]] = load i32, ptr addrspace(1) [[Q:%[^ ,)]+]], align 4
; CHECK-NEXT:   [[I:%[^ ,)]+]] = select i1 %c, i32 [[V]], i32 %n
; CHECK-NEXT:   [[A:%[^ ,)]+]] = trunc i64 %p to i32
; CHECK-NEXT:   [[B:%[^ ,)]+]] = add i32 [[A]], [[I]]
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = inttoptr i32 [[B]] to ptr addrspace(1)
; CHECK-NEXT:   [[R:%[^ ,)]+]] = load i32, ptr addrspace(1) [[V1]], align 4
; CHECK-NEXT:   ret i32 [[R]]
; CHECK-NEXT: }
  %v = load i32, ptr addrspace(1) %q
  %i = select i1 %c, i32 %v, i32 %n
  %a = trunc i64 %p to i32
  %b = add i32 %a, %i
  %ptr = inttoptr i32 %b to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}
