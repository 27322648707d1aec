; A loop with an atomic or a volatile access keeps the points where lanes meet.
; RUN: ptx-opt -passes=hold-lanes -verify-each %s | FileCheck %s
; What for: no jump leads from the branch that has the lock out of the loop.
; RUN: ptx-opt -passes='hold-lanes,simplifycfg' %s | FileCheck %s --check-prefix=HELD
; RUN: ptx-opt -passes=simplifycfg %s | FileCheck %s --check-prefix=LOOSE

; CHECK-LABEL: define void @lock(
; CHECK:       again:
; CHECK-NEXT:    call void @heddle.meet()
; CHECK:       mine:
; CHECK-NOT:     heddle.meet
; CHECK:       next:
; CHECK-NEXT:    call void @heddle.meet()
; CHECK:       done:
; CHECK-NEXT:    ret void

; HELD-LABEL: define void @lock(
; HELD:       mine:
; HELD:         br label %next
; LOOSE-LABEL: define void @lock(
; LOOSE:      mine:
; LOOSE:        ret void
define void @lock(ptr addrspace(1) %lock, ptr addrspace(1) %count) {
entry:
  br label %again

again:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %got = icmp eq i32 %old, 0
  br i1 %got, label %mine, label %next

mine:
  %n = load volatile i32, ptr addrspace(1) %count
  %m = add i32 %n, 1
  store volatile i32 %m, ptr addrspace(1) %count
  %free = atomicrmw xchg ptr addrspace(1) %lock, i32 0 monotonic
  br label %next

next:
  br i1 %got, label %done, label %again

done:
  ret void
}

; Nobody else sees what this loop does.
; CHECK-LABEL: define void @alone(
; CHECK-NOT:   heddle.meet
; CHECK:       ret void
define void @alone(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}
