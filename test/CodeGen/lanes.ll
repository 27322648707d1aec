; Lanes that meet: the vote's input is its predicate, the lock's verdict is $c.
; RUN: ptx-opt -passes=no-op-module -arch=gt215 -stop-after=tesla-expand-pseudos %s | FileCheck %s

target triple = "tesla-nvidia-cuda"

; CHECK-LABEL: name: vote
; CHECK: $[[C:c[0-9]]] = SET_S32_sr_c
; CHECK: $[[V:c[0-9]]] = VOTE_ALL 0, 5, killed renamable $[[C]]
; CHECK: LD_C_B32 1, $a0, 0, 0, 5, killed renamable $[[V]]
define ptx_kernel void @vote(i32 %p, i32 %x) {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %v = call i32 @heddle.vote.all(i32 %x)
  store i32 %v, ptr addrspace(1) %q, align 4
  ret void
}

; CHECK-LABEL: name: lock
; CHECK: , renamable $c0 = LD_S_LOCK_B32
; CHECK: ST_S_UNLOCK_B32
; CHECK: LD_C_B32 1, $a0, 0, 0, 5, killed renamable $c0
define ptx_kernel void @lock(i32 %p, i32 %a) {
  %q = inttoptr i32 %p to ptr addrspace(1)
  %r = call i64 @heddle.lds.lock(i32 %a)
  %v = trunc i64 %r to i32
  %h = lshr i64 %r, 32
  %got = trunc i64 %h to i32
  %n = add i32 %v, 1
  call void @heddle.sts.unlock(i32 %a, i32 %n)
  store i32 %got, ptr addrspace(1) %q, align 4
  ret void
}

declare i32 @heddle.vote.all(i32) convergent
declare i64 @heddle.lds.lock(i32) convergent
declare void @heddle.sts.unlock(i32, i32) convergent
