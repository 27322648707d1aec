; RUN: ptx-opt -passes=unroll-loops -unroll-loop=4:2 -verify-each %s | FileCheck %s
; RUN: ptx-opt -passes=unroll-loops %s | FileCheck --check-prefix=AS-IS %s
; RUN: not ptx-opt -passes=unroll-loops -unroll-loop=2:4 %s -o - 2>&1 | FileCheck --check-prefix=NONE %s
; RUN: not ptx-opt -passes=unroll-loops -unroll-loop=4:65 %s -o - 2>&1 | FileCheck --check-prefix=VALUE %s
; RUN: ptx-opt -O1 -unroll-loop=4:2 -print-pipeline-passes %s | FileCheck --implicit-check-not=unroll-loops --check-prefix=O1 %s
; RUN: ptx-opt -O2 -unroll-loop=4:2 -print-pipeline-passes %s | FileCheck --check-prefix=O2 %s
; RUN: ptx-opt -O2 -print-pipeline-passes %s | FileCheck --implicit-check-not=unroll-loops --check-prefix=O1 %s

; NONE: -unroll-loop=2:4: no loop has code of this line
; VALUE: takes LINE:N, a line of the PTX and 2 to 64 copies, not '4:65'
; O1: always-inline
; O2: unroll-loops

; The inner loop of the two has code of line 4.
; CHECK-LABEL: define void @sums(
; CHECK:         outer:
; CHECK-COUNT-2: mul i32 {{.*}}, 3
; CHECK-NOT:     mul i32 {{.*}}, 3
; CHECK:         ret void
; AS-IS-LABEL: define void @sums(
; AS-IS-COUNT-1: mul i32 {{.*}}, 3
; AS-IS-NOT:     mul i32
; AS-IS:         ret void
define void @sums(ptr addrspace(1) %p, i32 %n) !dbg !5 {
entry:
  br label %outer, !dbg !6

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner, !dbg !7

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %s = phi i32 [ 1, %outer ], [ %s.next, %inner ]
  %s.next = mul i32 %s, 3, !dbg !8
  %j.next = add i32 %j, 1, !dbg !8
  %more = icmp ult i32 %j.next, 64, !dbg !8
  br i1 %more, label %inner, label %latch, !dbg !8

latch:
  store i32 %s.next, ptr addrspace(1) %p, !dbg !9
  %i.next = add i32 %i, 1, !dbg !9
  %again = icmp ult i32 %i.next, %n, !dbg !9
  br i1 %again, label %outer, label %done, !dbg !9

done:
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "sums.ptx", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "sums", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 2, scope: !5)
!7 = !DILocation(line: 3, scope: !5)
!8 = !DILocation(line: 4, scope: !5)
!9 = !DILocation(line: 5, scope: !5)
!10 = !DILocation(line: 6, scope: !5)
