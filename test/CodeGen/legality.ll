; RUN: not ptx-opt -stop-after=tesla-isel -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error
; RUN: not ptx-opt -arch=gt200 -stop-after=tesla-isel -o /dev/null %s 2>&1 \
; RUN:   | FileCheck --check-prefix=GT200 --implicit-check-not="f64 is not" %s

; Selection would abort on what the chip cannot run. The legality pass refuses it
; first: every instruction, at its place, and the chip by name.
; GT200:     legality.ptx:20:3: in function types {{.*}}: values of type 'i128' are
; GT200-SAME:  not supported on gt200

; CHECK: legality.ptx:10:3: in function double {{.*}}: f64 is not supported on g80;
; CHECK-SAME: the lowest chip that has it is gt200 (sm_13)
define ptx_kernel void @double(i32 %p) !dbg !3 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %d = load double, ptr addrspace(1) %q, !dbg !4
  ret void
}

; CHECK: legality.ptx:20:3: in function types {{.*}}: values of type 'i128' are not
; CHECK-SAME: supported on g80
; CHECK: legality.ptx:21:5: in function types {{.*}}: values of type 'half' are not
define ptx_kernel void @types(i32 %p) !dbg !5 {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %w = load i128, ptr addrspace(1) %q, !dbg !6
  %h = load half, ptr addrspace(1) %q, !dbg !7
  ret void
}

; Rounding and flushing have to be spelled out; fneg and fabs are logic.
; CHECK: in function floats {{.*}}: plain 'fadd' is not supported on g80
; CHECK: in function floats {{.*}}: plain 'fsub' is not supported on g80
; CHECK: in function floats {{.*}}: plain 'fmul' is not supported on g80
; CHECK: in function floats {{.*}}: plain 'fdiv' is not supported on g80
; CHECK: in function floats {{.*}}: plain 'frem' is not supported on g80
; CHECK: in function floats {{.*}}: 'fptoui' is not supported on g80
; CHECK: in function floats {{.*}}: 'llvm.sqrt.f32' is not supported on g80
define ptx_kernel void @floats(i32 %p, float %a, float %b) {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %1 = fneg float %a
  %2 = call float @llvm.fabs.f32(float %a)
  store float %2, ptr addrspace(1) %q
  %3 = fadd float %a, %b
  %4 = fsub float %a, %b
  %5 = fmul float %a, %b
  %6 = fdiv float %a, %b
  %7 = frem float %a, %b
  %8 = fptoui float %a to i32
  %9 = call float @llvm.sqrt.f32(float %a)
  ret void
}

; What the optimizer expands, and what selection does itself.
; CHECK: in function wide {{.*}}: 64-bit 'mul' has not been expanded for g80
; CHECK: in function wide {{.*}}: 64-bit 'shl' has not been expanded for g80
; CHECK: in function wide {{.*}}: 'udiv' has not been expanded for g80
; CHECK: in function wide {{.*}}: 'srem' has not been expanded for g80
; CHECK: in function wide {{.*}}: 'udiv' has not been expanded for g80
; CHECK: in function wide {{.*}}: 'llvm.fshl.i64' is not supported on g80
define ptx_kernel void @wide(i64 %a, i64 %b, i32 %c, i32 %d) {
  %1 = add i64 %a, %b
  %2 = shl i64 %a, 5
  %3 = udiv i32 %c, 7
  %4 = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 3)
  %5 = mul i64 %a, %b
  %6 = shl i64 %a, %b
  %7 = udiv i32 %c, %d
  %8 = srem i64 %a, 7
  %9 = udiv i32 %c, 0
  %10 = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 %a)
  ret void
}

declare float @llvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
declare i64 @llvm.fshl.i64(i64, i64, i64)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "legality.ptx", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "double", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 10, column: 3, scope: !3)
!5 = distinct !DISubprogram(name: "types", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 20, column: 3, scope: !5)
!7 = !DILocation(line: 21, column: 5, scope: !5)
