; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=expand-permutes -verify-each %s | FileCheck %s

; A funnel shift of 64 bits is for expand-wide-int.

define i32 @prmt(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @prmt(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = zext i32 %b to i64
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = shl i64 [[V1]], 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = zext i32 %a to i64
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = or i64 [[V2]], [[V3]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = and i32 %c, 15
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = and i32 [[V5]], 7
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = shl i32 [[V6]], 3
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = zext i32 [[V7]] to i64
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = lshr i64 [[V4]], [[V8]]
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = trunc i64 [[V9]] to i8
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = ashr i8 [[V10]], 7
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = and i32 [[V5]], 8
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = icmp ne i32 [[V12]], 0
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = select i1 [[V13]], i8 [[V11]], i8 [[V10]]
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = zext i8 [[V14]] to i32
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = lshr i32 %c, 4
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = and i32 [[V16]], 15
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = and i32 [[V17]], 7
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = shl i32 [[V18]], 3
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = zext i32 [[V19]] to i64
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = lshr i64 [[V4]], [[V20]]
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = trunc i64 [[V21]] to i8
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = ashr i8 [[V22]], 7
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = and i32 [[V17]], 8
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = icmp ne i32 [[V24]], 0
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = select i1 [[V25]], i8 [[V23]], i8 [[V22]]
; CHECK-NEXT:   [[V27:%[^ ,)]+]] = zext i8 [[V26]] to i32
; CHECK-NEXT:   [[V28:%[^ ,)]+]] = shl i32 [[V27]], 8
; CHECK-NEXT:   [[V29:%[^ ,)]+]] = or i32 [[V15]], [[V28]]
; CHECK-NEXT:   [[V30:%[^ ,)]+]] = lshr i32 %c, 8
; CHECK-NEXT:   [[V31:%[^ ,)]+]] = and i32 [[V30]], 15
; CHECK-NEXT:   [[V32:%[^ ,)]+]] = and i32 [[V31]], 7
; CHECK-NEXT:   [[V33:%[^ ,)]+]] = shl i32 [[V32]], 3
; CHECK-NEXT:   [[V34:%[^ ,)]+]] = zext i32 [[V33]] to i64
; CHECK-NEXT:   [[V35:%[^ ,)]+]] = lshr i64 [[V4]], [[V34]]
; CHECK-NEXT:   [[V36:%[^ ,)]+]] = trunc i64 [[V35]] to i8
; CHECK-NEXT:   [[V37:%[^ ,)]+]] = ashr i8 [[V36]], 7
; CHECK-NEXT:   [[V38:%[^ ,)]+]] = and i32 [[V31]], 8
; CHECK-NEXT:   [[V39:%[^ ,)]+]] = icmp ne i32 [[V38]], 0
; CHECK-NEXT:   [[V40:%[^ ,)]+]] = select i1 [[V39]], i8 [[V37]], i8 [[V36]]
; CHECK-NEXT:   [[V41:%[^ ,)]+]] = zext i8 [[V40]] to i32
; CHECK-NEXT:   [[V42:%[^ ,)]+]] = shl i32 [[V41]], 16
; CHECK-NEXT:   [[V43:%[^ ,)]+]] = or i32 [[V29]], [[V42]]
; CHECK-NEXT:   [[V44:%[^ ,)]+]] = lshr i32 %c, 12
; CHECK-NEXT:   [[V45:%[^ ,)]+]] = and i32 [[V44]], 15
; CHECK-NEXT:   [[V46:%[^ ,)]+]] = and i32 [[V45]], 7
; CHECK-NEXT:   [[V47:%[^ ,)]+]] = shl i32 [[V46]], 3
; CHECK-NEXT:   [[V48:%[^ ,)]+]] = zext i32 [[V47]] to i64
; CHECK-NEXT:   [[V49:%[^ ,)]+]] = lshr i64 [[V4]], [[V48]]
; CHECK-NEXT:   [[V50:%[^ ,)]+]] = trunc i64 [[V49]] to i8
; CHECK-NEXT:   [[V51:%[^ ,)]+]] = ashr i8 [[V50]], 7
; CHECK-NEXT:   [[V52:%[^ ,)]+]] = and i32 [[V45]], 8
; CHECK-NEXT:   [[V53:%[^ ,)]+]] = icmp ne i32 [[V52]], 0
; CHECK-NEXT:   [[V54:%[^ ,)]+]] = select i1 [[V53]], i8 [[V51]], i8 [[V50]]
; CHECK-NEXT:   [[V55:%[^ ,)]+]] = zext i8 [[V54]] to i32
; CHECK-NEXT:   [[V56:%[^ ,)]+]] = shl i32 [[V55]], 24
; CHECK-NEXT:   [[V57:%[^ ,)]+]] = or i32 [[V43]], [[V56]]
; CHECK-NEXT:   ret i32 [[V57]]
; CHECK-NEXT: }
  %r = call i32 @heddle.prmt.b32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

define i32 @prmt_constant(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @prmt_constant(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = zext i32 %b to i64
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = shl i64 [[V1]], 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = zext i32 %a to i64
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = or i64 [[V2]], [[V3]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = trunc i64 [[V4]] to i8
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = ashr i8 [[V5]], 7
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = zext i8 [[V5]] to i32
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = lshr i64 [[V4]], 8
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = trunc i64 [[V8]] to i8
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = ashr i8 [[V9]], 7
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = zext i8 [[V9]] to i32
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = shl i32 [[V11]], 8
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = or i32 [[V7]], [[V12]]
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = lshr i64 [[V4]], 16
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = trunc i64 [[V14]] to i8
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = ashr i8 [[V15]], 7
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = zext i8 [[V15]] to i32
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = shl i32 [[V17]], 16
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = or i32 [[V13]], [[V18]]
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = lshr i64 [[V4]], 24
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = trunc i64 [[V20]] to i8
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = ashr i8 [[V21]], 7
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = zext i8 [[V21]] to i32
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = shl i32 [[V23]], 24
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = or i32 [[V19]], [[V24]]
; CHECK-NEXT:   ret i32 [[V25]]
; CHECK-NEXT: }
  %r = call i32 @heddle.prmt.b32(i32 %a, i32 %b, i32 12816)
  ret i32 %r
}

define i32 @prmt_b4e(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @prmt_b4e(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = zext i32 %b to i64
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = shl i64 [[V1]], 32
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = zext i32 %a to i64
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = or i64 [[V2]], [[V3]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = and i32 %c, 3
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = icmp eq i32 [[V5]], 0
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = select i1 [[V6]], i32 0, i32 3
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = icmp eq i32 [[V5]], 1
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = select i1 [[V8]], i32 1, i32 [[V7]]
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = icmp eq i32 [[V5]], 2
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = select i1 [[V10]], i32 2, i32 [[V9]]
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = shl i32 [[V11]], 3
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = zext i32 [[V12]] to i64
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = lshr i64 [[V4]], [[V13]]
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = trunc i64 [[V14]] to i8
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = ashr i8 [[V15]], 7
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = zext i8 [[V15]] to i32
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = and i32 %c, 3
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = icmp eq i32 [[V18]], 0
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = select i1 [[V19]], i32 7, i32 2
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = icmp eq i32 [[V18]], 1
; CHECK-NEXT:   [[V22:%[^ ,)]+]] = select i1 [[V21]], i32 0, i32 [[V20]]
; CHECK-NEXT:   [[V23:%[^ ,)]+]] = icmp eq i32 [[V18]], 2
; CHECK-NEXT:   [[V24:%[^ ,)]+]] = select i1 [[V23]], i32 1, i32 [[V22]]
; CHECK-NEXT:   [[V25:%[^ ,)]+]] = shl i32 [[V24]], 3
; CHECK-NEXT:   [[V26:%[^ ,)]+]] = zext i32 [[V25]] to i64
; CHECK-NEXT:   [[V27:%[^ ,)]+]] = lshr i64 [[V4]], [[V26]]
; CHECK-NEXT:   [[V28:%[^ ,)]+]] = trunc i64 [[V27]] to i8
; CHECK-NEXT:   [[V29:%[^ ,)]+]] = ashr i8 [[V28]], 7
; CHECK-NEXT:   [[V30:%[^ ,)]+]] = zext i8 [[V28]] to i32
; CHECK-NEXT:   [[V31:%[^ ,)]+]] = shl i32 [[V30]], 8
; CHECK-NEXT:   [[V32:%[^ ,)]+]] = or i32 [[V17]], [[V31]]
; CHECK-NEXT:   [[V33:%[^ ,)]+]] = and i32 %c, 3
; CHECK-NEXT:   [[V34:%[^ ,)]+]] = icmp eq i32 [[V33]], 0
; CHECK-NEXT:   [[V35:%[^ ,)]+]] = select i1 [[V34]], i32 6, i32 1
; CHECK-NEXT:   [[V36:%[^ ,)]+]] = icmp eq i32 [[V33]], 1
; CHECK-NEXT:   [[V37:%[^ ,)]+]] = select i1 [[V36]], i32 7, i32 [[V35]]
; CHECK-NEXT:   [[V38:%[^ ,)]+]] = icmp eq i32 [[V33]], 2
; CHECK-NEXT:   [[V39:%[^ ,)]+]] = select i1 [[V38]], i32 0, i32 [[V37]]
; CHECK-NEXT:   [[V40:%[^ ,)]+]] = shl i32 [[V39]], 3
; CHECK-NEXT:   [[V41:%[^ ,)]+]] = zext i32 [[V40]] to i64
; CHECK-NEXT:   [[V42:%[^ ,)]+]] = lshr i64 [[V4]], [[V41]]
; CHECK-NEXT:   [[V43:%[^ ,)]+]] = trunc i64 [[V42]] to i8
; CHECK-NEXT:   [[V44:%[^ ,)]+]] = ashr i8 [[V43]], 7
; CHECK-NEXT:   [[V45:%[^ ,)]+]] = zext i8 [[V43]] to i32
; CHECK-NEXT:   [[V46:%[^ ,)]+]] = shl i32 [[V45]], 16
; CHECK-NEXT:   [[V47:%[^ ,)]+]] = or i32 [[V32]], [[V46]]
; CHECK-NEXT:   [[V48:%[^ ,)]+]] = and i32 %c, 3
; CHECK-NEXT:   [[V49:%[^ ,)]+]] = icmp eq i32 [[V48]], 0
; CHECK-NEXT:   [[V50:%[^ ,)]+]] = select i1 [[V49]], i32 5, i32 0
; CHECK-NEXT:   [[V51:%[^ ,)]+]] = icmp eq i32 [[V48]], 1
; CHECK-NEXT:   [[V52:%[^ ,)]+]] = select i1 [[V51]], i32 6, i32 [[V50]]
; CHECK-NEXT:   [[V53:%[^ ,)]+]] = icmp eq i32 [[V48]], 2
; CHECK-NEXT:   [[V54:%[^ ,)]+]] = select i1 [[V53]], i32 7, i32 [[V52]]
; CHECK-NEXT:   [[V55:%[^ ,)]+]] = shl i32 [[V54]], 3
; CHECK-NEXT:   [[V56:%[^ ,)]+]] = zext i32 [[V55]] to i64
; CHECK-NEXT:   [[V57:%[^ ,)]+]] = lshr i64 [[V4]], [[V56]]
; CHECK-NEXT:   [[V58:%[^ ,)]+]] = trunc i64 [[V57]] to i8
; CHECK-NEXT:   [[V59:%[^ ,)]+]] = ashr i8 [[V58]], 7
; CHECK-NEXT:   [[V60:%[^ ,)]+]] = zext i8 [[V58]] to i32
; CHECK-NEXT:   [[V61:%[^ ,)]+]] = shl i32 [[V60]], 24
; CHECK-NEXT:   [[V62:%[^ ,)]+]] = or i32 [[V47]], [[V61]]
; CHECK-NEXT:   ret i32 [[V62]]
; CHECK-NEXT: }
  %r = call i32 @heddle.prmt.b32.b4e(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

define i32 @shf_l_clamp(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @shf_l_clamp(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 %c, i32 32)
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sub i32 32, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = shl i32 %b, [[V1]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = select i1 [[V3]], i32 [[V4]], i32 0
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = icmp ult i32 [[V2]], 32
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = lshr i32 %a, [[V2]]
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = select i1 [[V6]], i32 [[V7]], i32 0
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = or i32 [[V5]], [[V8]]
; CHECK-NEXT:   ret i32 [[V9]]
; CHECK-NEXT: }
  %r = call i32 @heddle.shf.l.clamp.b32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

define i32 @shf_r_clamp(i32 %a, i32 %b, i32 %c) {
; CHECK-LABEL: define i32 @shf_r_clamp(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = call i32 @llvm.umin.i32(i32 %c, i32 32)
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sub i32 32, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = icmp ult i32 [[V2]], 32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = shl i32 %b, [[V2]]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = select i1 [[V3]], i32 [[V4]], i32 0
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = icmp ult i32 [[V1]], 32
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = lshr i32 %a, [[V1]]
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = select i1 [[V6]], i32 [[V7]], i32 0
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = or i32 [[V5]], [[V8]]
; CHECK-NEXT:   ret i32 [[V9]]
; CHECK-NEXT: }
  %r = call i32 @heddle.shf.r.clamp.b32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}

define i32 @fshl(i32 %high, i32 %low, i32 %c) {
; CHECK-LABEL: define i32 @fshl(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = and i32 %c, 31
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = sub i32 32, [[V1]]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = shl i32 %high, [[V1]]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = icmp ult i32 [[V2]], 32
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = lshr i32 %low, [[V2]]
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = select i1 [[V4]], i32 [[V5]], i32 0
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = or i32 [[V3]], [[V6]]
; CHECK-NEXT:   ret i32 [[V7]]
; CHECK-NEXT: }
  %r = call i32 @llvm.fshl.i32(i32 %high, i32 %low, i32 %c)
  ret i32 %r
}

define i32 @fshr_constant(i32 %high, i32 %low) {
; CHECK-LABEL: define i32 @fshr_constant(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = shl i32 %high, 24
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = lshr i32 %low, 8
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = or i32 [[V1]], [[V2]]
; CHECK-NEXT:   ret i32 [[V3]]
; CHECK-NEXT: }
  %r = call i32 @llvm.fshr.i32(i32 %high, i32 %low, i32 40)
  ret i32 %r
}

define i64 @pairs_stay(i64 %high, i64 %low, i64 %c) {
; CHECK-LABEL: define i64 @pairs_stay(
; CHECK-NEXT:   [[R:%[^ ,)]+]] = call i64 @llvm.fshl.i64(i64 %high, i64 %low, i64 %c)
; CHECK-NEXT:   ret i64 [[R]]
; CHECK-NEXT: }
  %r = call i64 @llvm.fshl.i64(i64 %high, i64 %low, i64 %c)
  ret i64 %r
}

declare i32 @heddle.prmt.b32(i32, i32, i32)
declare i32 @heddle.prmt.b32.b4e(i32, i32, i32)
declare i32 @heddle.shf.l.clamp.b32(i32, i32, i32)
declare i32 @heddle.shf.r.clamp.b32(i32, i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i64 @llvm.fshl.i64(i64, i64, i64)
