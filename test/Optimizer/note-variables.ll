; The one variable that the address of an access is made of, or none.
; RUN: ptx-opt -passes=note-variables -S %s | FileCheck %s
target triple = "tesla64-nvidia-cuda"

@a = internal addrspace(3) global [32 x i8] undef
@b = internal addrspace(3) global [32 x i8] undef

; CHECK: !heddle.variables = !{![[#SUM:]], ![[#LOOP:]], ![[#TWO:]], ![[#DISTANCE:]], ![[#LOADED:]], ![[#LIST:]], ![[#OWN:]], ![[#CHANGED:]]}
; CHECK-DAG: ![[#SUM]] = !{i32 1, i32 3, !"a", i32 4}
; CHECK-DAG: ![[#LOOP]] = !{i32 2, i32 3, !"b", i32 4}
; CHECK-DAG: ![[#TWO]] = !{i32 3, i32 3, !"", i32 4}
; CHECK-DAG: ![[#DISTANCE]] = !{i32 4, i32 3, !"a", i32 4}
; CHECK-DAG: ![[#LOADED]] = !{i32 5, i32 3, !"", i32 4}
; CHECK-DAG: ![[#LIST]] = !{i32 7, i32 3, !"h/list", i32 4}
; CHECK-DAG: ![[#OWN]] = !{i32 8, i32 3, !"k/v", i32 4}
; CHECK-DAG: ![[#CHANGED]] = !{i32 9, i32 3, !"", i32 4}
; CHECK-DAG: !heddle.passed = !{![[#KNOWN:]], ![[#UNKNOWN:]]}
; CHECK-DAG: ![[#KNOWN]] = !{!"h/list", !"k/v"}
; CHECK-DAG: ![[#UNKNOWN]] = !{!"h/list", !""}
define void @f(i32 %n, i1 %c, ptr addrspace(3) %p) sanitize_thread !dbg !3 {
entry:
  %s = add i32 %n, ptrtoint (ptr addrspace(3) @a to i32)
  %sp = inttoptr i32 %s to ptr addrspace(3)
  store i32 0, ptr addrspace(3) %sp, !dbg !5
  br label %loop

loop:
  %i = phi i32 [ ptrtoint (ptr addrspace(3) @b to i32), %entry ], [ %next, %loop ]
  %next = add i32 %i, 4
  %lp = inttoptr i32 %next to ptr addrspace(3)
  store i32 0, ptr addrspace(3) %lp, !dbg !6
  br i1 %c, label %loop, label %done

done:
  %t = select i1 %c, ptr addrspace(3) @a, ptr addrspace(3) @b
  store i32 0, ptr addrspace(3) %t, !dbg !7
  %d = sub i32 %i, ptrtoint (ptr addrspace(3) @b to i32)
  %e = add i32 %d, ptrtoint (ptr addrspace(3) @a to i32)
  %ep = inttoptr i32 %e to ptr addrspace(3)
  store i32 0, ptr addrspace(3) %ep, !dbg !8
  store i32 0, ptr addrspace(3) %p, !dbg !9
  ret void
}

; Nobody checks it.
; CHECK-NOT: !{i32 6,
define void @g() !dbg !4 {
  store i32 0, ptr addrspace(3) @a, !dbg !10
  ret void
}

; What a function is called with.
define void @h(ptr "heddle-variable"="h/list" %list) sanitize_thread !dbg !11 {
  store i32 0, ptr %list, !dbg !13
  ret void
}

define void @k(ptr %p) sanitize_thread !dbg !12 {
  %v = alloca [8 x i8], !heddle-variable !16
  %w = alloca [8 x i8]
  call void @h(ptr %v), !dbg !14
  call void @h(ptr %p), !dbg !15
  store i32 0, ptr %v, !dbg !14
  ; A pass has made it, of who knows what.
  store i32 0, ptr %w, !dbg !15
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "k.ptx", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "g", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 1, column: 3, scope: !3)
!6 = !DILocation(line: 2, column: 3, scope: !3)
!7 = !DILocation(line: 3, column: 3, scope: !3)
!8 = !DILocation(line: 4, column: 3, scope: !3)
!9 = !DILocation(line: 5, column: 3, scope: !3)
!10 = !DILocation(line: 6, column: 3, scope: !4)
!11 = distinct !DISubprogram(name: "h", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "k", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 7, column: 3, scope: !11)
!14 = !DILocation(line: 8, column: 3, scope: !12)
!15 = !DILocation(line: 9, column: 3, scope: !12)
!16 = !{!"k/v", i1 false}
