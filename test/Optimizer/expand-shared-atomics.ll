; RUN: ptx-opt -passes=expand-shared-atomics -verify-each %s | FileCheck %s
; RUN: sed 's/gt215/g84/' %s > %t.ll
; RUN: not ptx-opt -passes=expand-shared-atomics %t.ll 2>&1 | FileCheck %s --check-prefix=CHIP

; CHIP: this atomic operation on shared memory is not supported on g84; the lowest chip that has it is

define i32 @add(ptr addrspace(3) %p, i32 %v) "target-cpu"="gt215" {
; CHECK-LABEL: define i32 @add(
; CHECK: br label %[[LOCK:.*]]
; CHECK: [[LOCK]]:
; CHECK-NEXT: [[A:%.*]] = ptrtoint ptr addrspace(3) %p to i32
; CHECK-NEXT: [[BOTH:%.*]] = call i64 @heddle.lds.lock(i32 [[A]])
; CHECK-NEXT: [[OLD:%.*]] = trunc i64 [[BOTH]] to i32
; CHECK-NEXT: [[HAS:%.*]] = icmp slt i64 [[BOTH]], 0
; CHECK-NEXT: br i1 [[HAS]], label %[[STORE:.*]], label %[[NEXT:.*]]
; CHECK: [[STORE]]:
; CHECK-NEXT: [[NEW:%.*]] = add i32 [[OLD]], %v
; CHECK-NEXT: call void @heddle.sts.unlock(i32 [[A]], i32 [[NEW]])
; CHECK-NEXT: br label %[[NEXT]]
; CHECK: [[NEXT]]:
; CHECK-NEXT: br i1 [[HAS]], label %[[DONE:.*]], label %[[LOCK]]
; CHECK: [[DONE]]:
; CHECK-NEXT: ret i32 [[OLD]]
  %old = atomicrmw add ptr addrspace(3) %p, i32 %v monotonic
  ret i32 %old
}

; Where the value differs, it is stored as it was.
define i32 @cas(ptr addrspace(3) %p, i32 %c, i32 %v) "target-cpu"="gt215" {
; CHECK-LABEL: define i32 @cas(
; CHECK: [[OLD:%.*]] = trunc i64
; CHECK: [[SAME:%.*]] = icmp eq i32 [[OLD]], %c
; CHECK: [[NEW:%.*]] = select i1 [[SAME]], i32 %v, i32 [[OLD]]
; CHECK: call void @heddle.sts.unlock(i32 {{%.*}}, i32 [[NEW]])
  %pair = cmpxchg ptr addrspace(3) %p, i32 %c, i32 %v monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}

; InstCombine moves a freeze of a part in front of it.
define i1 @frozen(ptr addrspace(3) %p, i32 %c, i32 %v, ptr addrspace(1) %q) "target-cpu"="gt215" {
; CHECK-LABEL: define i1 @frozen(
; CHECK: [[OLD:%.*]] = trunc i64
; CHECK: [[IS_EQUAL:%.*]] = icmp eq i32 [[OLD]], %c
; CHECK-NOT: poison
; CHECK: [[SAME:%.*]] = icmp eq i32 [[OLD]], %c
; CHECK-NEXT: store i32 [[OLD]], ptr addrspace(1) %q
; CHECK-NEXT: ret i1 [[SAME]]
  %pair = cmpxchg ptr addrspace(3) %p, i32 %c, i32 %v monotonic monotonic
  %frozen = freeze { i32, i1 } %pair
  %old = extractvalue { i32, i1 } %frozen, 0
  store i32 %old, ptr addrspace(1) %q
  %same = extractvalue { i32, i1 } %frozen, 1
  ret i1 %same
}

; The pair as a whole is put together.
define { i32, i1 } @pair(ptr addrspace(3) %p, i32 %c, i32 %v) "target-cpu"="gt215" {
; CHECK-LABEL: define { i32, i1 } @pair(
; CHECK: [[OLD:%.*]] = trunc i64
; CHECK: [[HALF:%.*]] = insertvalue { i32, i1 } poison, i32 [[OLD]], 0
; CHECK: [[PAIR:%.*]] = insertvalue { i32, i1 } [[HALF]], i1 {{%.*}}, 1
; CHECK: ret { i32, i1 } [[PAIR]]
  %pair = cmpxchg ptr addrspace(3) %p, i32 %c, i32 %v monotonic monotonic
  ret { i32, i1 } %pair
}

; Global memory does these itself.
define i32 @global(ptr addrspace(1) %p, i32 %v) "target-cpu"="gt215" {
; CHECK-LABEL: define i32 @global(
; CHECK-NEXT: %old = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  %old = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic, align 4
  ret i32 %old
}
