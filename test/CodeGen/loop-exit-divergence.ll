; Which exit a lane took differs between lanes that leave a loop at different
; times, even when it is told by constants.
; RUN: ptx-opt -passes=no-op-module -arch=g80 -stop-after=tesla-loop-exit-divergence %s | FileCheck %s
; RUN: ptx-opt -passes=no-op-module -arch=g80 -stop-after=tesla-isel %s | FileCheck %s --check-prefix=ISEL

target triple = "tesla-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@divergent
; CHECK: out:
; CHECK-NEXT: phi i1 [ true, %top ], [ false, %body ], !heddle.divergent
; ISEL-LABEL: name: divergent
; ISEL: bb.{{[0-9]+}}.out:
; ISEL: BRA_DIV
define ptx_kernel void @divergent(i32 %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = inttoptr i32 %p to ptr addrspace(1)
  br label %top

top:
  %i = phi i32 [ %n, %entry ], [ %next, %body ]
  %next = sub i32 %i, 1
  %stop = icmp sle i32 %next, 0
  br i1 %stop, label %out, label %body

body:
  %c = icmp eq i32 %t, %next
  br i1 %c, label %out, label %top

out:
  %stopped = phi i1 [ true, %top ], [ false, %body ]
  br i1 %stopped, label %a, label %b

a:
  store volatile i32 1, ptr addrspace(1) %q, align 4
  br label %end

b:
  store volatile i32 2, ptr addrspace(1) %q, align 4
  br label %end

end:
  ret void
}

; All lanes leave together, by the same exit.
; CHECK-LABEL: define {{.*}}@uniform
; CHECK-NOT: !heddle.divergent
; ISEL-LABEL: name: uniform
; ISEL-NOT: BRA_DIV
define ptx_kernel void @uniform(i32 %p, i32 %n, i32 %m) {
entry:
  %q = inttoptr i32 %p to ptr addrspace(1)
  br label %top

top:
  %i = phi i32 [ %n, %entry ], [ %next, %body ]
  %next = sub i32 %i, 1
  %stop = icmp sle i32 %next, 0
  br i1 %stop, label %out, label %body

body:
  %c = icmp eq i32 %m, %next
  br i1 %c, label %out, label %top

out:
  %stopped = phi i1 [ true, %top ], [ false, %body ]
  br i1 %stopped, label %a, label %b

a:
  store volatile i32 1, ptr addrspace(1) %q, align 4
  br label %end

b:
  store volatile i32 2, ptr addrspace(1) %q, align 4
  br label %end

end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
