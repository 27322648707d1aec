; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=expand-division -verify-each %s | FileCheck %s

declare i32 @heddle.rt.udiv32(i32, i32)
declare i32 @heddle.rt.srem32(i32, i32)

define i32 @variable(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @variable(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = call i32 @heddle.rt.sdiv32(i32 %a, i32 %b)
; CHECK-NEXT:   ret i32 [[Q]]
; CHECK-NEXT: }
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; Selection multiplies by the reciprocal.
define i32 @constant(i32 %a) {
; CHECK-LABEL: define i32 @constant(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = udiv i32 %a, 7
; CHECK-NEXT:   ret i32 [[Q]]
; CHECK-NEXT: }
  %q = udiv i32 %a, 7
  ret i32 %q
}

define i32 @by_zero(i32 %a) {
; CHECK-LABEL: define i32 @by_zero(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = call i32 @heddle.rt.udiv32(i32 %a, i32 0)
; CHECK-NEXT:   ret i32 [[Q]]
; CHECK-NEXT: }
  %q = call i32 @heddle.rt.udiv32(i32 %a, i32 0)
  ret i32 %q
}

; Overflows for the most negative dividend, which LLVM leaves undefined.
define i32 @by_minus_one(i32 %a) {
; CHECK-LABEL: define i32 @by_minus_one(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = call i32 @heddle.rt.srem32(i32 %a, i32 -1)
; CHECK-NEXT:   ret i32 [[Q]]
; CHECK-NEXT: }
  %q = call i32 @heddle.rt.srem32(i32 %a, i32 -1)
  ret i32 %q
}

define i32 @became_constant(i32 %a) {
; CHECK-LABEL: define i32 @became_constant(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = udiv i32 %a, 10
; CHECK-NEXT:   ret i32 [[V1]]
; CHECK-NEXT: }
  %q = call i32 @heddle.rt.udiv32(i32 %a, i32 10)
  ret i32 %q
}

define i16 @short(i16 %a, i16 %b) {
; CHECK-LABEL: define i16 @short(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = sext i16 %a to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sext i16 %b to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = call i32 @heddle.rt.srem32(i32 [[V1]], i32 [[V2]])
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = trunc i32 [[V3]] to i16
; CHECK-NEXT:   ret i16 [[Q]]
; CHECK-NEXT: }
  %q = srem i16 %a, %b
  ret i16 %q
}

define i64 @long(i64 %a) {
; CHECK-LABEL: define i64 @long(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = call i64 @heddle.rt.urem64(i64 %a, i64 1000)
; CHECK-NEXT:   ret i64 [[Q]]
; CHECK-NEXT: }
  %q = urem i64 %a, 1000
  ret i64 %q
}

define i64 @long_power_of_two(i64 %a) {
; CHECK-LABEL: define i64 @long_power_of_two(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = lshr i64 %a, 10
; CHECK-NEXT:   [[R:%[^ ,)]+]] = and i64 [[Q]], 7
; CHECK-NEXT:   ret i64 [[R]]
; CHECK-NEXT: }
  %q = udiv i64 %a, 1024
  %r = urem i64 %q, 8
  ret i64 %r
}

; Chips with 64-bit products divide 64 bits by them.
define i64 @wide(i64 %a, i64 %b) #0 {
; CHECK-LABEL: define i64 @wide(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = call i64 @heddle.rt.udiv64_wide(i64 %a, i64 %b)
; CHECK-NEXT:   [[R:%[^ ,)]+]] = call i64 @heddle.rt.srem64_wide(i64 [[Q]], i64 %b)
; CHECK-NEXT:   ret i64 [[R]]
; CHECK-NEXT: }
  %q = udiv i64 %a, %b
  %r = srem i64 %q, %b
  ret i64 %r
}

; More bits are shifted where the divisor is a power of two.
define i128 @longer(i128 %a) #0 {
; CHECK-LABEL: define i128 @longer(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = ashr i128 %a, 127
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i128 [[V1]], 124
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = add i128 %a, [[V2]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = ashr i128 [[V3]], 4
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = sub i128 0, [[V4]]
; CHECK-NEXT:   [[R:%[^ ,)]+]] = and i128 [[Q]], 7
; CHECK-NEXT:   ret i128 [[R]]
; CHECK-NEXT: }
  %q = sdiv i128 %a, -16
  %r = urem i128 %q, 8
  ret i128 %r
}

define i65 @odd(i65 %a) #0 {
; CHECK-LABEL: define i65 @odd(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = ashr i65 %a, 64
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i65 [[V1]], 55
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = add i65 %a, [[V2]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = and i65 [[V3]], -1024
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = sub i65 %a, [[V4]]
; CHECK-NEXT:   [[R:%[^ ,)]+]] = lshr i65 [[Q]], 2
; CHECK-NEXT:   ret i65 [[R]]
; CHECK-NEXT: }
  %q = srem i65 %a, 1024
  %r = udiv i65 %q, 4
  ret i65 %r
}

; Chips without 64-bit products have no such values.
define i128 @refused(i128 %a, i128 %b) {
; CHECK-LABEL: define i128 @refused(
; CHECK-NEXT:   [[Q:%[^ ,)]+]] = udiv i128 %a, %b
; CHECK-NEXT:   ret i128 [[Q]]
; CHECK-NEXT: }
  %q = udiv i128 %a, %b
  ret i128 %q
}

attributes #0 = { "target-cpu"="tx1" }
