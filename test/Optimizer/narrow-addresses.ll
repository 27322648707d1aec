; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=narrow-addresses -verify-each %s | FileCheck %s

; A pointer that moves through a loop.
define void @loop(i64 %base, i32 %n) {
; CHECK-LABEL: define void @loop(
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   [[V0:%[^ ,)]+]] = trunc i64 %base to i32
; CHECK-NEXT:   br label [[LOOP:%[^ ,)]+]]
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = phi i32 [ [[V0]], [[ENTRY:%[^ ,)]+]] ], [ [[V2:%[^ ,)]+]], [[LOOP]] ]
; CHECK-NEXT:   [[I:%[^ ,)]+]] = phi i32 [ 0, [[ENTRY]] ], [ [[J:%[^ ,)]+]], [[LOOP]] ]
; CHECK-NEXT:   [[PTR:%[^ ,)]+]] = inttoptr i32 [[V1]] to ptr addrspace(1)
; CHECK-NEXT:   store i32 [[I]], ptr addrspace(1) [[PTR]], align 4
; CHECK-NEXT:   [[V2]] = add i32 [[V1]], 4
; CHECK-NEXT:   [[J]] = add i32 [[I]], 1
; CHECK-NEXT:   [[C:%[^ ,)]+]] = icmp ult i32 [[J]], %n
; CHECK-NEXT:   br i1 [[C]], label [[LOOP]], label [[EXIT:%[^ ,)]+]]
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   ret void
; CHECK-NEXT: }
entry:
  br label %loop
loop:
  %p = phi i64 [ %base, %entry ], [ %q, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = trunc i64 %p to i32
  %ptr = inttoptr i32 %a to ptr addrspace(1)
  store i32 %i, ptr addrspace(1) %ptr
  %q = add nuw i64 %p, 4
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; base + 4 * index, as 64-bit PTX computes it.
define float @element(i64 %base, i32 %index) {
; CHECK-LABEL: define float @element(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %base to i32
; CHECK-NEXT:   [[WIDE:%[^ ,)]+]] = sext i32 %index to i64
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = shl i32 %index, 2
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = add i32 [[V1]], [[V2]]
; CHECK-NEXT:   [[PTR:%[^ ,)]+]] = inttoptr i32 [[V3]] to ptr addrspace(1)
; CHECK-NEXT:   [[V:%[^ ,)]+]] = load float, ptr addrspace(1) [[PTR]], align 4
; CHECK-NEXT:   ret float [[V]]
; CHECK-NEXT: }
  %wide = sext i32 %index to i64
  %offset = shl i64 %wide, 2
  %sum = add i64 %base, %offset
  %a = trunc i64 %sum to i32
  %ptr = inttoptr i32 %a to ptr addrspace(1)
  %v = load float, ptr addrspace(1) %ptr
  ret float %v
}

; All bits are wanted: nothing changes.
define i64 @kept(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @kept(
; CHECK-NEXT:   [[S:%[^ ,)]+]] = add i64 %a, %b
; CHECK-NEXT:   ret i64 [[S]]
; CHECK-NEXT: }
  %s = add i64 %a, %b
  ret i64 %s
}

; The upper half is read by the comparison.
define i1 @compared(i64 %a, i64 %b) {
; CHECK-LABEL: define i1 @compared(
; CHECK-NEXT:   [[S:%[^ ,)]+]] = add i64 %a, %b
; CHECK-NEXT:   [[C:%[^ ,)]+]] = icmp ult i64 [[S]], %a
; CHECK-NEXT:   ret i1 [[C]]
; CHECK-NEXT: }
  %s = add i64 %a, %b
  %c = icmp ult i64 %s, %a
  ret i1 %c
}

; The user stays in 64 bits; what it assumed of the upper half goes.
define i16 @assumption(i64 %a, i64 %b) {
; CHECK-LABEL: define i16 @assumption(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %b to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = add i32 [[V2]], [[V1]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = zext i32 [[V3]] to i64
; CHECK-NEXT:   [[H:%[^ ,)]+]] = lshr i64 [[V4]], 8
; CHECK-NEXT:   [[R:%[^ ,)]+]] = trunc i64 [[H]] to i16
; CHECK-NEXT:   ret i16 [[R]]
; CHECK-NEXT: }
  %s = add i64 %a, %b
  %h = lshr exact i64 %s, 8
  %r = trunc i64 %h to i16
  ret i16 %r
}

; A shift that moves the low half out needs no low half.
define i32 @large_shift(i64 %a) {
; CHECK-LABEL: define i32 @large_shift(
; CHECK-NEXT:   [[S:%[^ ,)]+]] = shl i64 %a, 40
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 [[S]] to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = add i32 [[V1]], 1
; CHECK-NEXT:   ret i32 [[V2]]
; CHECK-NEXT: }
  %s = shl i64 %a, 40
  %t = add i64 %s, 1
  %r = trunc i64 %t to i32
  ret i32 %r
}

define i32 @selected(i1 %c, i64 %a, i64 %b) {
; CHECK-LABEL: define i32 @selected(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %b to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = xor i32 [[V2]], [[V1]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = select i1 %c, i32 [[V3]], i32 7
; CHECK-NEXT:   ret i32 [[V4]]
; CHECK-NEXT: }
  %x = xor i64 %a, %b
  %s = select i1 %c, i64 %x, i64 7
  %r = trunc i64 %s to i32
  ret i32 %r
}
