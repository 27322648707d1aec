; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=link-builtins -verify-each %s | FileCheck %s
; RUN: ptx-opt -passes=link-builtins %s | FileCheck %s --check-prefix=MODULE \
; RUN:   --implicit-check-not='{{@heddle.rt.|fadd|fmul|nvptx|mustprogress}}'

; Nothing is left of the builtins but their bodies, and a body names no target
; and promises nothing.

declare i32 @heddle.rt.udiv32(i32, i32)
declare i64 @heddle.rt.urem64(i64, i64)

define i32 @quotient(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @quotient(
; CHECK-NEXT:   [[V1:%[^ ,)]+]] = call float @llvm.nvvm.ui2f.rn(i32 %b)
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = call float @llvm.nvvm.rcp.approx.ftz.f(float [[V1]])
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = bitcast float [[V2]] to i32
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = add i32 [[V3]], -6
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = bitcast i32 [[V4]] to float
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = call float @llvm.nvvm.ui2f.rz(i32 %a)
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = call float @llvm.nvvm.mul.rn.ftz.f(float [[V6]], float [[V5]])
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = call i32 @llvm.nvvm.f2ui.rz.ftz(float [[V7]])
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = mul i32 [[V8]], %b
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = sub i32 %a, [[V9]]
; CHECK-NEXT:   [[V11:%[^ ,)]+]] = call float @llvm.nvvm.ui2f.rz(i32 [[V10]])
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = call float @llvm.nvvm.mul.rn.ftz.f(float [[V11]], float [[V5]])
; CHECK-NEXT:   [[V13:%[^ ,)]+]] = call i32 @llvm.nvvm.f2ui.rz.ftz(float [[V12]])
; CHECK-NEXT:   [[V14:%[^ ,)]+]] = mul i32 [[V13]], %b
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = sub i32 [[V10]], [[V14]]
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = icmp uge i32 [[V15]], %b
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = zext i1 [[V16]] to i32
; CHECK-NEXT:   [[V18:%[^ ,)]+]] = add i32 [[V13]], [[V8]]
; CHECK-NEXT:   [[V19:%[^ ,)]+]] = add i32 [[V18]], [[V17]]
; CHECK-NEXT:   [[V20:%[^ ,)]+]] = icmp eq i32 %b, 0
; CHECK-NEXT:   [[V21:%[^ ,)]+]] = select i1 [[V20]], i32 -1, i32 [[V19]]
; CHECK-NEXT:   ret i32 [[V21]]
; CHECK-NEXT: }
; MODULE-LABEL: define i32 @quotient(
; MODULE-NEXT:   [[V1:%[^ ,)]+]] = call float @llvm.nvvm.ui2f.rn(i32 %b)
; MODULE-NEXT:   [[V2:%[^ ,)]+]] = call float @llvm.nvvm.rcp.approx.ftz.f(float [[V1]])
; MODULE-NEXT:   [[V3:%[^ ,)]+]] = bitcast float [[V2]] to i32
; MODULE-NEXT:   [[V4:%[^ ,)]+]] = add i32 [[V3]], -6
; MODULE-NEXT:   [[V5:%[^ ,)]+]] = bitcast i32 [[V4]] to float
; MODULE-NEXT:   [[V6:%[^ ,)]+]] = call float @llvm.nvvm.ui2f.rz(i32 %a)
; MODULE-NEXT:   [[V7:%[^ ,)]+]] = call float @llvm.nvvm.mul.rn.ftz.f(float [[V6]], float [[V5]])
; MODULE-NEXT:   [[V8:%[^ ,)]+]] = call i32 @llvm.nvvm.f2ui.rz.ftz(float [[V7]])
; MODULE-NEXT:   [[V9:%[^ ,)]+]] = mul i32 [[V8]], %b
; MODULE-NEXT:   [[V10:%[^ ,)]+]] = sub i32 %a, [[V9]]
; MODULE-NEXT:   [[V11:%[^ ,)]+]] = call float @llvm.nvvm.ui2f.rz(i32 [[V10]])
; MODULE-NEXT:   [[V12:%[^ ,)]+]] = call float @llvm.nvvm.mul.rn.ftz.f(float [[V11]], float [[V5]])
; MODULE-NEXT:   [[V13:%[^ ,)]+]] = call i32 @llvm.nvvm.f2ui.rz.ftz(float [[V12]])
; MODULE-NEXT:   [[V14:%[^ ,)]+]] = mul i32 [[V13]], %b
; MODULE-NEXT:   [[V15:%[^ ,)]+]] = sub i32 [[V10]], [[V14]]
; MODULE-NEXT:   [[V16:%[^ ,)]+]] = icmp uge i32 [[V15]], %b
; MODULE-NEXT:   [[V17:%[^ ,)]+]] = zext i1 [[V16]] to i32
; MODULE-NEXT:   [[V18:%[^ ,)]+]] = add i32 [[V13]], [[V8]]
; MODULE-NEXT:   [[V19:%[^ ,)]+]] = add i32 [[V18]], [[V17]]
; MODULE-NEXT:   [[V20:%[^ ,)]+]] = icmp eq i32 %b, 0
; MODULE-NEXT:   [[V21:%[^ ,)]+]] = select i1 [[V20]], i32 -1, i32 [[V19]]
; MODULE-NEXT:   ret i32 [[V21]]
; MODULE-NEXT: }
  %q = call i32 @heddle.rt.udiv32(i32 %a, i32 %b)
  ret i32 %q
}

define i64 @remainder(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @remainder(
; CHECK-NEXT:   br label [[V1:%[^ ,)]+]]
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   [[V2:%[^ ,)]+]] = phi i64 [ 0, [[V0:%[^ ,)]+]] ], [ [[V11:%[^ ,)]+]], [[V1]] ]
; CHECK-NEXT:   [[V3:%[^ ,)]+]] = phi i64 [ %a, [[V0]] ], [ [[V13:%[^ ,)]+]], [[V1]] ]
; CHECK-NEXT:   [[V4:%[^ ,)]+]] = phi i32 [ 0, [[V0]] ], [ [[V14:%[^ ,)]+]], [[V1]] ]
; CHECK-NEXT:   [[V5:%[^ ,)]+]] = call i64 @llvm.fshl.i64(i64 [[V2]], i64 [[V3]], i64 1)
; CHECK-NEXT:   [[V6:%[^ ,)]+]] = icmp uge i64 [[V5]], %b
; CHECK-NEXT:   [[V7:%[^ ,)]+]] = icmp slt i64 [[V2]], 0
; CHECK-NEXT:   [[V8:%[^ ,)]+]] = or i1 [[V7]], [[V6]]
; CHECK-NEXT:   [[V9:%[^ ,)]+]] = zext i1 [[V8]] to i64
; CHECK-NEXT:   [[V10:%[^ ,)]+]] = select i1 [[V8]], i64 %b, i64 0
; CHECK-NEXT:   [[V11]] = sub i64 [[V5]], [[V10]]
; CHECK-NEXT:   [[V12:%[^ ,)]+]] = shl i64 [[V3]], 1
; CHECK-NEXT:   [[V13]] = or disjoint i64 [[V12]], [[V9]]
; CHECK-NEXT:   [[V14]] = add nuw nsw i32 [[V4]], 1
; CHECK-NEXT:   [[V15:%[^ ,)]+]] = icmp eq i32 [[V14]], 64
; CHECK-NEXT:   br i1 [[V15]], label [[HEDDLE_RT_UREM64_EXIT:%[^ ,)]+]], label [[V1]]
; CHECK: {{^}}{{.*}}:
; CHECK-NEXT:   [[V16:%[^ ,)]+]] = icmp eq i64 %b, 0
; CHECK-NEXT:   [[V17:%[^ ,)]+]] = select i1 [[V16]], i64 -1, i64 [[V11]]
; CHECK-NEXT:   ret i64 [[V17]]
; CHECK-NEXT: }
; MODULE-LABEL: define i64 @remainder(
; MODULE-NEXT:   br label [[V1:%[^ ,)]+]]
; MODULE: {{^}}{{.*}}:
; MODULE-NEXT:   [[V2:%[^ ,)]+]] = phi i64 [ 0, [[V0:%[^ ,)]+]] ], [ [[V11:%[^ ,)]+]], [[V1]] ]
; MODULE-NEXT:   [[V3:%[^ ,)]+]] = phi i64 [ %a, [[V0]] ], [ [[V13:%[^ ,)]+]], [[V1]] ]
; MODULE-NEXT:   [[V4:%[^ ,)]+]] = phi i32 [ 0, [[V0]] ], [ [[V14:%[^ ,)]+]], [[V1]] ]
; MODULE-NEXT:   [[V5:%[^ ,)]+]] = call i64 @llvm.fshl.i64(i64 [[V2]], i64 [[V3]], i64 1)
; MODULE-NEXT:   [[V6:%[^ ,)]+]] = icmp uge i64 [[V5]], %b
; MODULE-NEXT:   [[V7:%[^ ,)]+]] = icmp slt i64 [[V2]], 0
; MODULE-NEXT:   [[V8:%[^ ,)]+]] = or i1 [[V7]], [[V6]]
; MODULE-NEXT:   [[V9:%[^ ,)]+]] = zext i1 [[V8]] to i64
; MODULE-NEXT:   [[V10:%[^ ,)]+]] = select i1 [[V8]], i64 %b, i64 0
; MODULE-NEXT:   [[V11]] = sub i64 [[V5]], [[V10]]
; MODULE-NEXT:   [[V12:%[^ ,)]+]] = shl i64 [[V3]], 1
; MODULE-NEXT:   [[V13]] = or disjoint i64 [[V12]], [[V9]]
; MODULE-NEXT:   [[V14]] = add nuw nsw i32 [[V4]], 1
; MODULE-NEXT:   [[V15:%[^ ,)]+]] = icmp eq i32 [[V14]], 64
; MODULE-NEXT:   br i1 [[V15]], label [[HEDDLE_RT_UREM64_EXIT:%[^ ,)]+]], label [[V1]]
; MODULE: {{^}}{{.*}}:
; MODULE-NEXT:   [[V16:%[^ ,)]+]] = icmp eq i64 %b, 0
; MODULE-NEXT:   [[V17:%[^ ,)]+]] = select i1 [[V16]], i64 -1, i64 [[V11]]
; MODULE-NEXT:   ret i64 [[V17]]
; MODULE-NEXT: }
  %r = call i64 @heddle.rt.urem64(i64 %a, i64 %b)
  ret i64 %r
}
