; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=expand-bit-counts -verify-each %s | FileCheck %s

; Words are counted by selection; what is declared with another type is left for
; the check before it.

define i64 @ctpop(i64 %a) {
; CHECK-LABEL: define i64 @ctpop(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i64 [[V2]] to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = call i32 @llvm.ctpop.i32(i32 [[V1]])
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = call i32 @llvm.ctpop.i32(i32 [[V3]])
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = add i32 [[V4]], [[V5]]
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = zext i32 [[V6]] to i64
; CHECK-NEXT:   ret i64 [[V7]]
; CHECK-NEXT: }
  %r = call i64 @llvm.ctpop.i64(i64 %a)
  ret i64 %r
}

define i64 @ctlz(i64 %a) {
; CHECK-LABEL: define i64 @ctlz(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 [[V1]] to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 [[V3]], i1 false)
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = add i32 [[V4]], 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = icmp eq i32 [[V2]], 0
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 [[V2]], i1 false)
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = select i1 [[V6]], i32 [[V5]], i32 [[V7]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = zext i32 [[V8]] to i64
; CHECK-NEXT:   ret i64 [[V9]]
; CHECK-NEXT: }
  %r = call i64 @llvm.ctlz.i64(i64 %a, i1 false)
  ret i64 %r
}

define i64 @bitreverse(i64 %a) {
; CHECK-LABEL: define i64 @bitreverse(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = call i32 @llvm.bitreverse.i32(i32 [[V1]])
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = trunc i64 [[V3]] to i32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = call i32 @llvm.bitreverse.i32(i32 [[V4]])
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = zext i32 [[V2]] to i64
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = shl i64 [[V6]], 32
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = zext i32 [[V5]] to i64
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = or i64 [[V7]], [[V8]]
; CHECK-NEXT:   ret i64 [[V9]]
; CHECK-NEXT: }
  %r = call i64 @llvm.bitreverse.i64(i64 %a)
  ret i64 %r
}

define i32 @bfind_u32(i32 %a) {
; CHECK-LABEL: define i32 @bfind_u32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sub i32 31, [[V1]]
; CHECK-NEXT:   ret i32 [[V2]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfind.u32(i32 %a)
  ret i32 %r
}

define i32 @bfind_s32(i32 %a) {
; CHECK-LABEL: define i32 @bfind_s32(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = ashr i32 %a, 31
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = xor i32 %a, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 [[V2]], i1 false)
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = sub i32 31, [[V3]]
; CHECK-NEXT:   ret i32 [[V4]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfind.s32(i32 %a)
  ret i32 %r
}

define i32 @bfind_u64(i64 %a) {
; CHECK-LABEL: define i32 @bfind_u64(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 [[V1]] to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 [[V3]], i1 false)
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = add i32 [[V4]], 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = icmp eq i32 [[V2]], 0
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 [[V2]], i1 false)
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = select i1 [[V6]], i32 [[V5]], i32 [[V7]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = sub i32 63, [[V8]]
; CHECK-NEXT:   ret i32 [[V9]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfind.u64(i64 %a)
  ret i32 %r
}

define i32 @bfind_shiftamt_s64(i64 %a) {
; CHECK-LABEL: define i32 @bfind_shiftamt_s64(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = ashr i64 %a, 63
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = xor i64 %a, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = lshr i64 [[V2]], 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = trunc i64 [[V3]] to i32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = trunc i64 [[V2]] to i32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 [[V5]], i1 false)
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = add i32 [[V6]], 32
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = icmp eq i32 [[V4]], 0
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = call i32 @llvm.ctlz.i32(i32 [[V4]], i1 false)
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = select i1 [[V8]], i32 [[V7]], i32 [[V9]]
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = icmp eq i32 [[V10]], 64
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = select i1 [[V11]], i32 -1, i32 [[V10]]
; CHECK-NEXT:   ret i32 [[V12]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfind.shiftamt.s64(i64 %a)
  ret i32 %r
}

define i32 @word_stays(i32 %a) {
; CHECK-LABEL: define i32 @word_stays(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = call i32 @llvm.ctpop.i32(i32 %a)
; CHECK-NEXT:   ret i32 [[R]]
; CHECK-NEXT: }
  %r = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %r
}

define i32 @wrong_type_stays(i64 %a) {
; CHECK-LABEL: define i32 @wrong_type_stays(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = call i32 @heddle.bfind.shiftamt.u32(i64 %a)
; CHECK-NEXT:   ret i32 [[R]]
; CHECK-NEXT: }
  %r = call i32 @heddle.bfind.shiftamt.u32(i64 %a)
  ret i32 %r
}

; The low word of a count is all of it.
define i32 @truncated(i64 %a) {
; CHECK-LABEL: define i32 @truncated(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i64 [[V2]] to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = call i32 @llvm.ctpop.i32(i32 [[V1]])
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = call i32 @llvm.ctpop.i32(i32 [[V3]])
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = add i32 [[V4]], [[V5]]
; CHECK-NEXT:   ret i32 [[V6]]
; CHECK-NEXT: }
  %n = call i64 @llvm.ctpop.i64(i64 %a)
  %r = trunc i64 %n to i32
  ret i32 %r
}

declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.bitreverse.i64(i64)
declare i32 @heddle.bfind.u32(i32)
declare i32 @heddle.bfind.s32(i32)
declare i32 @heddle.bfind.u64(i64)
declare i32 @heddle.bfind.shiftamt.s64(i64)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @heddle.bfind.shiftamt.u32(i64)
