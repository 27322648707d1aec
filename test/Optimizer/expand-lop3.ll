; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=expand-lop3 -verify-each %s | FileCheck %s

; A table that is no constant is left for the check before selection.

define i32 @all(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @all(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = and i32 %c, %b
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = and i32 [[V1]], %a
; CHECK-NEXT:   ret i32 [[V2]]
; CHECK-NEXT: }
  %r = call i32 @heddle.lop3.b32(i32 %a, i32 %b, i32 %c, i32 128)
  ret i32 %r
}

define i32 @first(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @first(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = xor i32 %c, -1
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = xor i32 %b, -1
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = and i32 [[V1]], [[V2]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = and i32 [[V3]], %a
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = xor i32 %b, -1
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = and i32 %c, [[V5]]
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = and i32 [[V6]], %a
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = or i32 [[V4]], [[V7]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = xor i32 %c, -1
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = and i32 [[V9]], %b
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = and i32 [[V10]], %a
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = or i32 [[V8]], [[V11]]
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = and i32 %c, %b
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = and i32 [[V13]], %a
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = or i32 [[V12]], [[V14]]
; CHECK-NEXT:   ret i32 [[V15]]
; CHECK-NEXT: }
  %r = call i32 @heddle.lop3.b32(i32 %a, i32 %b, i32 %c, i32 240)
  ret i32 %r
}

define i32 @none(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @none(
; CHECK-NEXT:   ret i32 0
; CHECK-NEXT: }
  %r = call i32 @heddle.lop3.b32(i32 %a, i32 %b, i32 %c, i32 0)
  ret i32 %r
}

define i32 @choose(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @choose(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = xor i32 %b, -1
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = and i32 %c, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = xor i32 %a, -1
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = and i32 [[V2]], [[V3]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = and i32 %c, %b
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = xor i32 %a, -1
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = and i32 [[V5]], [[V6]]
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = or i32 [[V4]], [[V7]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = xor i32 %c, -1
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = and i32 [[V9]], %b
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = and i32 [[V10]], %a
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = or i32 [[V8]], [[V11]]
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = and i32 %c, %b
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = and i32 [[V13]], %a
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = or i32 [[V12]], [[V14]]
; CHECK-NEXT:   ret i32 [[V15]]
; CHECK-NEXT: }
  %r = call i32 @heddle.lop3.b32(i32 %a, i32 %b, i32 %c, i32 202)
  ret i32 %r
}

define i32 @not_a_constant(i32 %a, i32 %b, i32 %c, i32 %table) {
; CHECK-LABEL: define i32 @not_a_constant(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = call i32 @heddle.lop3.b32(i32 %a, i32 %b, i32 %c, i32 %table)
; CHECK-NEXT:   ret i32 [[R]]
; CHECK-NEXT: }
  %r = call i32 @heddle.lop3.b32(i32 %a, i32 %b, i32 %c, i32 %table)
  ret i32 %r
}

declare i32 @heddle.lop3.b32(i32, i32, i32, i32)
