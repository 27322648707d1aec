; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=expand-dot-products -verify-each %s | FileCheck %s

; The types are those of the first and the second factor.

define i32 @dp4a_u32_s32(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @dp4a_u32_s32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i32 %a to i8
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = zext i8 [[V1]] to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i32 %b to i8
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = sext i8 [[V3]] to i32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = mul i32 [[V2]], [[V4]]
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = add i32 %c, [[V5]]
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = lshr i32 %a, 8
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = trunc i32 [[V7]] to i8
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = zext i8 [[V8]] to i32
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = lshr i32 %b, 8
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = trunc i32 [[V10]] to i8
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = sext i8 [[V11]] to i32
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = mul i32 [[V9]], [[V12]]
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = add i32 [[V6]], [[V13]]
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = lshr i32 %a, 16
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = trunc i32 [[V15]] to i8
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = zext i8 [[V16]] to i32
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = lshr i32 %b, 16
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = trunc i32 [[V18]] to i8
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = sext i8 [[V19]] to i32
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = mul i32 [[V17]], [[V20]]
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = add i32 [[V14]], [[V21]]
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = lshr i32 %a, 24
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = trunc i32 [[V23]] to i8
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = zext i8 [[V24]] to i32
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = lshr i32 %b, 24
; CHECK-NEXT:   [[V27:%[^ ,)]+]] = trunc i32 [[V26]] to i8
; CHECK-NEXT:   [[V28:%[^ ,)]+]] = sext i8 [[V27]] to i32
; CHECK-NEXT:   [[V29:%[^ ,)]+]] = mul i32 [[V25]], [[V28]]
; CHECK-NEXT:   [[V30:%[^ ,)]+]] = add i32 [[V22]], [[V29]]
; CHECK-NEXT:   ret i32 [[V30]]
; CHECK-NEXT: }
  %r = call i32 @heddle.dp4a.u32.s32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

define i32 @dp2a_lo_s32_u32(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @dp2a_lo_s32_u32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i32 %a to i16
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sext i16 [[V1]] to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i32 %b to i8
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = zext i8 [[V3]] to i32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = mul i32 [[V2]], [[V4]]
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = add i32 %c, [[V5]]
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = lshr i32 %a, 16
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = trunc i32 [[V7]] to i16
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = sext i16 [[V8]] to i32
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = lshr i32 %b, 8
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = trunc i32 [[V10]] to i8
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = zext i8 [[V11]] to i32
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = mul i32 [[V9]], [[V12]]
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = add i32 [[V6]], [[V13]]
; CHECK-NEXT:   ret i32 [[V14]]
; CHECK-NEXT: }
  %r = call i32 @heddle.dp2a.lo.s32.u32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

define i32 @dp2a_hi_u32_u32(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @dp2a_hi_u32_u32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i32 %a to i16
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = zext i16 [[V1]] to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = lshr i32 %b, 16
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = trunc i32 [[V3]] to i8
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = zext i8 [[V4]] to i32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = mul i32 [[V2]], [[V5]]
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = add i32 %c, [[V6]]
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = lshr i32 %a, 16
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = trunc i32 [[V8]] to i16
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = zext i16 [[V9]] to i32
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = lshr i32 %b, 24
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = trunc i32 [[V11]] to i8
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = zext i8 [[V12]] to i32
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = mul i32 [[V10]], [[V13]]
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = add i32 [[V7]], [[V14]]
; CHECK-NEXT:   ret i32 [[V15]]
; CHECK-NEXT: }
  %r = call i32 @heddle.dp2a.hi.u32.u32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

declare i32 @heddle.dp4a.u32.s32(i32, i32, i32)
declare i32 @heddle.dp2a.lo.s32.u32(i32, i32, i32)
declare i32 @heddle.dp2a.hi.u32.u32(i32, i32, i32)
