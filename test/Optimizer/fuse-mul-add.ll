; CHECK lines were written by utils/update_checks.py
; RUN: ptx-opt -passes=fuse-mul-add -verify-each %s | FileCheck %s

declare float @llvm.nvvm.mul.rn.ftz.f(float, float)
declare float @llvm.nvvm.add.rn.ftz.f(float, float)

define float @fused(float %a, float %b, float %c) {
; CHECK-LABEL: define float @fused(
; CHECK-NEXT:   [[S:%[^ ,)]+]] = call float @heddle.mad.f32(float %a, float %b, float %c)
; CHECK-NEXT:   ret float [[S]]
; CHECK-NEXT: }
  %p = call float @llvm.nvvm.mul.rn.ftz.f(float %a, float %b), !heddle.fusable !0
  %s = call float @llvm.nvvm.add.rn.ftz.f(float %c, float %p), !heddle.fusable !0
  ret float %s
}

; mul.rn is rounded by request.
define float @rounded(float %a, float %b, float %c) {
; CHECK-LABEL: define float @rounded(
; CHECK-NEXT:   [[P:%[^ ,)]+]] = call float @llvm.nvvm.mul.rn.ftz.f(float %a, float %b)
; CHECK-NEXT:   [[S:%[^ ,)]+]] = call float @llvm.nvvm.add.rn.ftz.f(float [[P]], float %c)
; CHECK-NEXT:   ret float [[S]]
; CHECK-NEXT: }
  %p = call float @llvm.nvvm.mul.rn.ftz.f(float %a, float %b)
  %s = call float @llvm.nvvm.add.rn.ftz.f(float %p, float %c), !heddle.fusable !0
  ret float %s
}

; The product is needed by itself.
define float @two_uses(float %a, float %b) {
; CHECK-LABEL: define float @two_uses(
; CHECK-NEXT:   [[P:%[^ ,)]+]] = call float @llvm.nvvm.mul.rn.ftz.f(float %a, float %b)
; CHECK-NEXT:   [[S:%[^ ,)]+]] = call float @llvm.nvvm.add.rn.ftz.f(float [[P]], float [[P]])
; CHECK-NEXT:   ret float [[S]]
; CHECK-NEXT: }
  %p = call float @llvm.nvvm.mul.rn.ftz.f(float %a, float %b), !heddle.fusable !0
  %s = call float @llvm.nvvm.add.rn.ftz.f(float %p, float %p), !heddle.fusable !0
  ret float %s
}

!0 = !{}
