; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=expand-bit-fields -verify-each %s | FileCheck %s

; Counts above the width are defined; LLVM's own shifts are not for them.

define i32 @bfe_u32(i32 %a, i32 %p, i32 %n) {
; CHECK-LABEL: define i32 @bfe_u32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = and i32 %p, 255
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = and i32 %n, 255
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = lshr i32 %a, [[V1]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = select i1 [[V3]], i32 [[V4]], i32 0
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = icmp ult i32 [[V2]], 32
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = shl i32 -1, [[V2]]
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = select i1 [[V6]], i32 [[V7]], i32 0
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = xor i32 [[V8]], -1
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = and i32 [[V5]], [[V9]]
; CHECK-NEXT:   ret i32 [[V10]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfe.u32(i32 %a, i32 %p, i32 %n)
  ret i32 %r
}

define i64 @bfe_s64(i64 %a, i32 %p, i32 %n) {
; CHECK-LABEL: define i64 @bfe_s64(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = and i32 %p, 255
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = and i32 %n, 255
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 [[V1]], i32 63)
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = zext i32 [[V3]] to i64
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = ashr i64 %a, [[V4]]
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 [[V2]], i32 64)
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = sub i32 64, [[V6]]
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = icmp ult i32 [[V7]], 64
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = zext i32 [[V7]] to i64
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = shl i64 [[V5]], [[V9]]
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = select i1 [[V8]], i64 [[V10]], i64 0
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 [[V7]], i32 63)
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = zext i32 [[V12]] to i64
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = ashr i64 [[V11]], [[V13]]
; CHECK-NEXT:   ret i64 [[V14]]
; CHECK-NEXT: }
  %r = call i64 @heddle.bfe.s64(i64 %a, i32 %p, i32 %n)
  ret i64 %r
}

define i32 @bfe_constant(i32 %a) {
; CHECK-LABEL: define i32 @bfe_constant(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = ashr i32 %a, 4
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = shl i32 [[V1]], 24
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = ashr i32 [[V2]], 24
; CHECK-NEXT:   ret i32 [[V3]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfe.s32(i32 %a, i32 4, i32 8)
  ret i32 %r
}

define i32 @bfi_b32(i32 %a, i32 %b, i32 %p, i32 %n) {
; CHECK-LABEL: define i32 @bfi_b32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = and i32 %p, 255
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = and i32 %n, 255
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = icmp ult i32 [[V2]], 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = shl i32 -1, [[V2]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = select i1 [[V3]], i32 [[V4]], i32 0
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = xor i32 [[V5]], -1
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = shl i32 [[V6]], [[V1]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = select i1 [[V7]], i32 [[V8]], i32 0
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = shl i32 %a, [[V1]]
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = select i1 [[V10]], i32 [[V11]], i32 0
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = and i32 [[V12]], [[V9]]
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = xor i32 [[V9]], -1
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = and i32 %b, [[V14]]
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = or i32 [[V13]], [[V15]]
; CHECK-NEXT:   ret i32 [[V16]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfi.b32(i32 %a, i32 %b, i32 %p, i32 %n)
  ret i32 %r
}

define i32 @bmsk_clamp(i32 %p, i32 %n) {
; CHECK-LABEL: define i32 @bmsk_clamp(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = icmp ult i32 %n, 32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = shl i32 -1, %n
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = select i1 [[V1]], i32 [[V2]], i32 0
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = xor i32 [[V3]], -1
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = icmp ult i32 %p, 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = shl i32 [[V4]], %p
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = select i1 [[V5]], i32 [[V6]], i32 0
; CHECK-NEXT:   ret i32 [[V7]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bmsk.clamp.b32(i32 %p, i32 %n)
  ret i32 %r
}

define i32 @bmsk_wrap(i32 %p, i32 %n) {
; CHECK-LABEL: define i32 @bmsk_wrap(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = and i32 %p, 31
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = and i32 %n, 31
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = shl i32 -1, [[V2]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = xor i32 [[V3]], -1
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = shl i32 [[V4]], [[V1]]
; CHECK-NEXT:   ret i32 [[V5]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bmsk.wrap.b32(i32 %p, i32 %n)
  ret i32 %r
}

define i32 @szext_clamp_s32(i32 %a, i32 %n) {
; CHECK-LABEL: define i32 @szext_clamp_s32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 %n, i32 32)
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sub i32 32, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = icmp ult i32 [[V2]], 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = shl i32 %a, [[V2]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = select i1 [[V3]], i32 [[V4]], i32 0
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 [[V2]], i32 31)
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = ashr i32 [[V5]], [[V6]]
; CHECK-NEXT:   ret i32 [[V7]]
; CHECK-NEXT: }
  %r = call i32 @heddle.szext.clamp.s32(i32 %a, i32 %n)
  ret i32 %r
}

define i32 @szext_wrap_u32(i32 %a, i32 %n) {
; CHECK-LABEL: define i32 @szext_wrap_u32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = and i32 %n, 31
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = shl i32 -1, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = xor i32 [[V2]], -1
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = and i32 %a, [[V3]]
; CHECK-NEXT:   ret i32 [[V4]]
; CHECK-NEXT: }
  %r = call i32 @heddle.szext.wrap.u32(i32 %a, i32 %n)
  ret i32 %r
}

define i32 @declared_otherwise(i32 %a) {
; CHECK-LABEL: define i32 @declared_otherwise(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = call i32 @heddle.szext.wrap.s32(i32 %a)
; CHECK-NEXT:   ret i32 [[R]]
; CHECK-NEXT: }
  %r = call i32 @heddle.szext.wrap.s32(i32 %a)
  ret i32 %r
}

declare i32 @heddle.bfe.u32(i32, i32, i32)
declare i64 @heddle.bfe.s64(i64, i32, i32)
declare i32 @heddle.bfe.s32(i32, i32, i32)
declare i32 @heddle.bfi.b32(i32, i32, i32, i32)
declare i32 @heddle.bmsk.clamp.b32(i32, i32)
declare i32 @heddle.bmsk.wrap.b32(i32, i32)
declare i32 @heddle.szext.clamp.s32(i32, i32)
declare i32 @heddle.szext.wrap.u32(i32, i32)
declare i32 @heddle.szext.wrap.s32(i32)
