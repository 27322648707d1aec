; RUN: ptx-opt -passes=compare-shifted %s | FileCheck %s

; CHECK-LABEL: define i1 @above(
; CHECK: [[HALF:%.*]] = lshr i32 %n, 1
; CHECK: icmp ne i32 [[HALF]], 0
define i1 @above(i32 %n, ptr addrspace(1) %to) {
  %half = lshr i32 %n, 1
  store i32 %half, ptr addrspace(1) %to
  %go = icmp ugt i32 %n, 1
  ret i1 %go
}

; CHECK-LABEL: define i1 @below(
; CHECK: icmp eq i64 %high, 0
define i1 @below(i64 %n, ptr addrspace(1) %to) {
  %high = lshr i64 %n, 32
  store i64 %high, ptr addrspace(1) %to
  %fits = icmp ult i64 %n, 4294967296
  ret i1 %fits
}

; What is left may be more than a bit. Of several the one with the fewest bits.
; CHECK-LABEL: define i1 @more(
; CHECK: icmp ult i32 %quarter, 3
; CHECK: icmp ugt i32 %half, 6
define i1 @more(i32 %n, ptr addrspace(1) %to) {
  %half = lshr i32 %n, 1
  %quarter = lshr i32 %n, 2
  %both = add i32 %half, %quarter
  store i32 %both, ptr addrspace(1) %to
  %a = icmp ult i32 %n, 12
  %b = icmp ugt i32 %n, 13
  %c = or i1 %a, %b
  ret i1 %c
}

; Shifted by more, or behind the comparison; a bit of the number would be lost;
; all bits are set.
; CHECK-LABEL: define i1 @other(
; CHECK: icmp ugt i32 %n, 1
define i1 @other(i32 %n, ptr addrspace(1) %to) {
  %quarter = lshr i32 %n, 2
  store i32 %quarter, ptr addrspace(1) %to
  %go = icmp ugt i32 %n, 1
  %half = lshr i32 %n, 1
  store i32 %half, ptr addrspace(1) %to
  ret i1 %go
}

; CHECK-LABEL: define i1 @three(
; CHECK: icmp ugt i32 %n, 2
; CHECK: icmp sgt i32 %n, 1
; CHECK: icmp ugt i32 %n, -1
define i1 @three(i32 %n, ptr addrspace(1) %to) {
  %half = lshr i32 %n, 1
  store i32 %half, ptr addrspace(1) %to
  %a = icmp ugt i32 %n, 2
  %b = icmp sgt i32 %n, 1
  %all = icmp ugt i32 %n, -1
  %c = and i1 %a, %b
  %d = or i1 %c, %all
  ret i1 %d
}
