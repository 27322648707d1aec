; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=expand-wide-int -verify-each %s | FileCheck %s

define i64 @mul(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @mul(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 %b to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = trunc i64 [[V3]] to i32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = lshr i64 %b, 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = trunc i64 [[V5]] to i32
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V1]], i32 [[V2]])
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = mul i32 [[V1]], [[V6]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = add i32 [[V7]], [[V8]]
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = mul i32 [[V4]], [[V2]]
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = add i32 [[V9]], [[V10]]
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = mul i32 [[V1]], [[V2]]
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = zext i32 [[V11]] to i64
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = shl i64 [[V13]], 32
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = zext i32 [[V12]] to i64
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = or i64 [[V14]], [[V15]]
; CHECK-NEXT:   ret i64 [[V16]]
; CHECK-NEXT: }
  %r = mul i64 %a, %b
  ret i64 %r
}

define i64 @mul_wide_u32(i32 %a, i32 %b) {
; CHECK-LABEL: define i64 @mul_wide_u32(
; CHECK-NEXT:   [[X:%[^ ,)]+]] = zext i32 %a to i64
; CHECK-NEXT:   [[Y:%[^ ,)]+]] = zext i32 %b to i64
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 %a, i32 %b)
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = mul i32 %a, %b
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = zext i32 [[V1]] to i64
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = shl i64 [[V3]], 32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = zext i32 [[V2]] to i64
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = or i64 [[V4]], [[V5]]
; CHECK-NEXT:   ret i64 [[V6]]
; CHECK-NEXT: }
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %r = mul i64 %x, %y
  ret i64 %r
}

define i64 @mul_wide_s32(i32 %a) {
; CHECK-LABEL: define i64 @mul_wide_s32(
; CHECK-NEXT:   [[X:%[^ ,)]+]] = sext i32 %a to i64
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.i(i32 %a, i32 100)
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = mul i32 %a, 100
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = zext i32 [[V1]] to i64
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = shl i64 [[V3]], 32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = zext i32 [[V2]] to i64
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = or i64 [[V4]], [[V5]]
; CHECK-NEXT:   ret i64 [[V6]]
; CHECK-NEXT: }
  %x = sext i32 %a to i64
  %r = mul i64 %x, 100
  ret i64 %r
}

; The upper half of a product, as mul.hi.s32 of a mul.hi.s32.
define i64 @mul_upper_half(i64 %a, i32 %b) {
; CHECK-LABEL: define i64 @mul_upper_half(
; CHECK-NEXT:   [[X:%[^ ,)]+]] = ashr i64 %a, 32
; CHECK-NEXT:   [[Y:%[^ ,)]+]] = sext i32 %b to i64
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 [[V1]] to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.i(i32 [[V2]], i32 %b)
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = mul i32 [[V2]], %b
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = zext i32 [[V3]] to i64
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = shl i64 [[V5]], 32
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = zext i32 [[V4]] to i64
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = or i64 [[V6]], [[V7]]
; CHECK-NEXT:   ret i64 [[V8]]
; CHECK-NEXT: }
  %x = ashr i64 %a, 32
  %y = sext i32 %b to i64
  %r = mul i64 %x, %y
  ret i64 %r
}

define i64 @mul_part_of_upper_half(i64 %a) {
; CHECK-LABEL: define i64 @mul_part_of_upper_half(
; CHECK-NEXT:   [[X:%[^ ,)]+]] = ashr i64 %a, 40
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 [[V1]] to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = ashr i32 [[V2]], 8
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.i(i32 [[V3]], i32 -7)
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = mul i32 [[V3]], -7
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = zext i32 [[V4]] to i64
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = shl i64 [[V6]], 32
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = zext i32 [[V5]] to i64
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = or i64 [[V7]], [[V8]]
; CHECK-NEXT:   ret i64 [[V9]]
; CHECK-NEXT: }
  %x = ashr i64 %a, 40
  %r = mul i64 %x, -7
  ret i64 %r
}

define i64 @mul_more_than_upper_half(i64 %a, i32 %b) {
; CHECK-LABEL: define i64 @mul_more_than_upper_half(
; CHECK-NEXT:   [[X:%[^ ,)]+]] = ashr i64 %a, 31
; CHECK-NEXT:   [[Y:%[^ ,)]+]] = sext i32 %b to i64
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 [[X]] to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i64 [[X]], 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i64 [[V2]] to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = lshr i64 [[Y]], 32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = trunc i64 [[V4]] to i32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V1]], i32 %b)
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = mul i32 [[V1]], [[V5]]
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = add i32 [[V6]], [[V7]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = mul i32 [[V3]], %b
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = add i32 [[V8]], [[V9]]
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = mul i32 [[V1]], %b
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = zext i32 [[V10]] to i64
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = shl i64 [[V12]], 32
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = zext i32 [[V11]] to i64
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = or i64 [[V13]], [[V14]]
; CHECK-NEXT:   ret i64 [[V15]]
; CHECK-NEXT: }
  %x = ashr i64 %a, 31
  %y = sext i32 %b to i64
  %r = mul i64 %x, %y
  ret i64 %r
}

define i64 @mul_power_of_two(i64 %a) {
; CHECK-LABEL: define i64 @mul_power_of_two(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = shl i64 %a, 2
; CHECK-NEXT:   ret i64 [[V1]]
; CHECK-NEXT: }
  %r = mul i64 %a, 4
  ret i64 %r
}

define i64 @mul_hi_u64(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @mul_hi_u64(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 %b to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = trunc i64 [[V3]] to i32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = lshr i64 %b, 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = trunc i64 [[V5]] to i32
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V1]], i32 [[V2]])
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V1]], i32 [[V6]])
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = mul i32 [[V1]], [[V6]]
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = zext i32 [[V8]] to i64
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = shl i64 [[V10]], 32
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = zext i32 [[V9]] to i64
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = or i64 [[V11]], [[V12]]
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = zext i32 [[V7]] to i64
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = add i64 [[V13]], [[V14]]
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V4]], i32 [[V2]])
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = mul i32 [[V4]], [[V2]]
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = zext i32 [[V16]] to i64
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = shl i64 [[V18]], 32
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = zext i32 [[V17]] to i64
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = or i64 [[V19]], [[V20]]
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = trunc i64 [[V15]] to i32
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = zext i32 [[V22]] to i64
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = add i64 [[V21]], [[V23]]
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V4]], i32 [[V6]])
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = mul i32 [[V4]], [[V6]]
; CHECK-NEXT:   [[V27:%[^ ,)]+]] = zext i32 [[V25]] to i64
; CHECK-NEXT:   [[V28:%[^ ,)]+]] = shl i64 [[V27]], 32
; CHECK-NEXT:   [[V29:%[^ ,)]+]] = zext i32 [[V26]] to i64
; CHECK-NEXT:   [[V30:%[^ ,)]+]] = or i64 [[V28]], [[V29]]
; CHECK-NEXT:   [[V31:%[^ ,)]+]] = lshr i64 [[V15]], 32
; CHECK-NEXT:   [[V32:%[^ ,)]+]] = add i64 [[V30]], [[V31]]
; CHECK-NEXT:   [[V33:%[^ ,)]+]] = lshr i64 [[V24]], 32
; CHECK-NEXT:   [[V34:%[^ ,)]+]] = add i64 [[V32]], [[V33]]
; CHECK-NEXT:   ret i64 [[V34]]
; CHECK-NEXT: }
  %r = call i64 @llvm.nvvm.mulhi.ull(i64 %a, i64 %b)
  ret i64 %r
}

define i64 @mul_hi_s64(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @mul_hi_s64(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 %b to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = trunc i64 [[V3]] to i32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = lshr i64 %b, 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = trunc i64 [[V5]] to i32
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V1]], i32 [[V2]])
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V1]], i32 [[V6]])
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = mul i32 [[V1]], [[V6]]
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = zext i32 [[V8]] to i64
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = shl i64 [[V10]], 32
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = zext i32 [[V9]] to i64
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = or i64 [[V11]], [[V12]]
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = zext i32 [[V7]] to i64
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = add i64 [[V13]], [[V14]]
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V4]], i32 [[V2]])
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = mul i32 [[V4]], [[V2]]
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = zext i32 [[V16]] to i64
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = shl i64 [[V18]], 32
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = zext i32 [[V17]] to i64
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = or i64 [[V19]], [[V20]]
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = trunc i64 [[V15]] to i32
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = zext i32 [[V22]] to i64
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = add i64 [[V21]], [[V23]]
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = call i32 @llvm.nvvm.mulhi.ui(i32 [[V4]], i32 [[V6]])
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = mul i32 [[V4]], [[V6]]
; CHECK-NEXT:   [[V27:%[^ ,)]+]] = zext i32 [[V25]] to i64
; CHECK-NEXT:   [[V28:%[^ ,)]+]] = shl i64 [[V27]], 32
; CHECK-NEXT:   [[V29:%[^ ,)]+]] = zext i32 [[V26]] to i64
; CHECK-NEXT:   [[V30:%[^ ,)]+]] = or i64 [[V28]], [[V29]]
; CHECK-NEXT:   [[V31:%[^ ,)]+]] = lshr i64 [[V15]], 32
; CHECK-NEXT:   [[V32:%[^ ,)]+]] = add i64 [[V30]], [[V31]]
; CHECK-NEXT:   [[V33:%[^ ,)]+]] = lshr i64 [[V24]], 32
; CHECK-NEXT:   [[V34:%[^ ,)]+]] = add i64 [[V32]], [[V33]]
; CHECK-NEXT:   [[V35:%[^ ,)]+]] = icmp slt i64 %a, 0
; CHECK-NEXT:   [[V36:%[^ ,)]+]] = select i1 [[V35]], i64 %b, i64 0
; CHECK-NEXT:   [[V37:%[^ ,)]+]] = icmp slt i64 %b, 0
; CHECK-NEXT:   [[V38:%[^ ,)]+]] = select i1 [[V37]], i64 %a, i64 0
; CHECK-NEXT:   [[V39:%[^ ,)]+]] = sub i64 [[V34]], [[V36]]
; CHECK-NEXT:   [[V40:%[^ ,)]+]] = sub i64 [[V39]], [[V38]]
; CHECK-NEXT:   ret i64 [[V40]]
; CHECK-NEXT: }
  %r = call i64 @llvm.nvvm.mulhi.ll(i64 %a, i64 %b)
  ret i64 %r
}

define i64 @shl(i64 %a, i64 %n) {
; CHECK-LABEL: define i64 @shl(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %n to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = sub i32 32, [[V1]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = icmp ult i32 [[V3]], 32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = lshr i32 [[V2]], [[V3]]
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = select i1 [[V4]], i32 [[V5]], i32 0
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = sub i32 [[V1]], 32
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = icmp ult i32 [[V8]], 32
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = shl i32 [[V7]], [[V8]]
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = select i1 [[V9]], i32 [[V10]], i32 0
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = trunc i64 [[V12]] to i32
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = shl i32 [[V13]], [[V1]]
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = select i1 [[V14]], i32 [[V15]], i32 0
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = or i32 [[V16]], [[V6]]
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = or i32 [[V17]], [[V11]]
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = shl i32 [[V19]], [[V1]]
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = select i1 [[V20]], i32 [[V21]], i32 0
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = zext i32 [[V18]] to i64
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = shl i64 [[V23]], 32
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = zext i32 [[V22]] to i64
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = or i64 [[V24]], [[V25]]
; CHECK-NEXT:   ret i64 [[V26]]
; CHECK-NEXT: }
  %r = shl i64 %a, %n
  ret i64 %r
}

define i64 @lshr(i64 %a, i64 %n) {
; CHECK-LABEL: define i64 @lshr(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %n to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i64 [[V2]] to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = sub i32 32, [[V1]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = icmp ult i32 [[V4]], 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = shl i32 [[V3]], [[V4]]
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = select i1 [[V5]], i32 [[V6]], i32 0
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = trunc i64 [[V8]] to i32
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = sub i32 [[V1]], 32
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = icmp ult i32 [[V10]], 32
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = lshr i32 [[V9]], [[V10]]
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = select i1 [[V11]], i32 [[V12]], i32 0
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = lshr i32 [[V14]], [[V1]]
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = select i1 [[V15]], i32 [[V16]], i32 0
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = or i32 [[V17]], [[V7]]
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = or i32 [[V18]], [[V13]]
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = trunc i64 [[V20]] to i32
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = lshr i32 [[V21]], [[V1]]
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = select i1 [[V22]], i32 [[V23]], i32 0
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = zext i32 [[V24]] to i64
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = shl i64 [[V25]], 32
; CHECK-NEXT:   [[V27:%[^ ,)]+]] = zext i32 [[V19]] to i64
; CHECK-NEXT:   [[V28:%[^ ,)]+]] = or i64 [[V26]], [[V27]]
; CHECK-NEXT:   ret i64 [[V28]]
; CHECK-NEXT: }
  %r = lshr i64 %a, %n
  ret i64 %r
}

define i64 @ashr(i64 %a, i64 %n) {
; CHECK-LABEL: define i64 @ashr(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = trunc i64 %n to i32
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = trunc i64 [[V2]] to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = sub i32 32, [[V1]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = icmp ult i32 [[V4]], 32
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = shl i32 [[V3]], [[V4]]
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = select i1 [[V5]], i32 [[V6]], i32 0
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = trunc i64 %a to i32
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = lshr i32 [[V8]], [[V1]]
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = select i1 [[V9]], i32 [[V10]], i32 0
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = or i32 [[V11]], [[V7]]
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = trunc i64 [[V13]] to i32
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = sub i32 [[V1]], 32
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 [[V15]], i32 31)
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = ashr i32 [[V14]], [[V16]]
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = select i1 [[V18]], i32 [[V12]], i32 [[V17]]
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = lshr i64 %a, 32
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = trunc i64 [[V20]] to i32
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 [[V1]], i32 31)
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = ashr i32 [[V21]], [[V22]]
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = zext i32 [[V23]] to i64
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = shl i64 [[V24]], 32
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = zext i32 [[V19]] to i64
; CHECK-NEXT:   [[V27:%[^ ,)]+]] = or i64 [[V25]], [[V26]]
; CHECK-NEXT:   ret i64 [[V27]]
; CHECK-NEXT: }
  %r = ashr i64 %a, %n
  ret i64 %r
}

; Selection shifts by constants itself.
define i64 @shl_constant(i64 %a) {
; CHECK-LABEL: define i64 @shl_constant(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = shl i64 %a, 5
; CHECK-NEXT:   ret i64 [[R]]
; CHECK-NEXT: }
  %r = shl i64 %a, 5
  ret i64 %r
}

define i64 @fshl(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @fshl(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = shl i64 %a, 1
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i64 %b, 63
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = or i64 [[V1]], [[V2]]
; CHECK-NEXT:   ret i64 [[V3]]
; CHECK-NEXT: }
  %r = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 1)
  ret i64 %r
}

define i64 @abs(i64 %a) {
; CHECK-LABEL: define i64 @abs(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = icmp slt i64 %a, 0
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sub i64 0, %a
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = select i1 [[V1]], i64 [[V2]], i64 %a
; CHECK-NEXT:   ret i64 [[V3]]
; CHECK-NEXT: }
  %r = call i64 @llvm.abs.i64(i64 %a, i1 false)
  ret i64 %r
}

define i64 @smax(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @smax(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = icmp sgt i64 %a, %b
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = select i1 [[V1]], i64 %a, i64 %b
; CHECK-NEXT:   ret i64 [[V2]]
; CHECK-NEXT: }
  %r = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  ret i64 %r
}

define i64 @umin(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @umin(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = icmp ult i64 %a, %b
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = select i1 [[V1]], i64 %a, i64 %b
; CHECK-NEXT:   ret i64 [[V2]]
; CHECK-NEXT: }
  %r = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  ret i64 %r
}

define i64 @uadd_sat(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @uadd_sat(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = add i64 %a, %b
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = icmp ult i64 [[V1]], %a
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = select i1 [[V2]], i64 -1, i64 [[V1]]
; CHECK-NEXT:   ret i64 [[V3]]
; CHECK-NEXT: }
  %r = call i64 @llvm.uadd.sat.i64(i64 %a, i64 %b)
  ret i64 %r
}

; 32 bits are selection's.
define i32 @narrow(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @narrow(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = mul i32 %a, %b
; CHECK-NEXT:   ret i32 [[R]]
; CHECK-NEXT: }
  %r = mul i32 %a, %b
  ret i32 %r
}

; What InstCombine makes of an atomic addition of 0.
define i64 @read_atomically(ptr addrspace(1) %p) {
; CHECK-LABEL: define i64 @read_atomically(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = atomicrmw add ptr addrspace(1) [[P:%[^ ,)]+]], i64 0 monotonic, align 8
; CHECK-NEXT:   ret i64 [[R]]
; CHECK-NEXT: }
  %r = atomicrmw or ptr addrspace(1) %p, i64 0 monotonic, align 8
  ret i64 %r
}
