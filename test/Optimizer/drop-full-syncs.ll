; What exchanges values waits for all lanes by itself: that they meet before it
; need not be said. Of some lanes it must, as where nothing is exchanged.
; RUN: ptx-opt -passes=drop-full-syncs -verify-each -S %s | FileCheck %s
; RUN: ptx-opt -passes=drop-full-syncs -stats %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
; STATS: 1 drop-full-syncs - Meetings of all lanes dropped

; CHECK-LABEL: define i32 @votes(
; CHECK-NEXT:    %all = call i32 @heddle.vote.ballot(
; CHECK-NEXT:    call void @heddle.warpsync.next(i32 65535)
; CHECK-NEXT:    %half = call i32 @heddle.vote.ballot(
; CHECK-NEXT:    call void @heddle.warpsync.next(i32 %mask)
; CHECK-NEXT:    %some = call i32 @heddle.vote.ballot(
; CHECK-NEXT:    call void @heddle.warpsync(i32 -1)
define i32 @votes(i1 %p, i32 %mask) {
  call void @heddle.warpsync.next(i32 -1)
  %all = call i32 @heddle.vote.ballot(i1 %p)
  call void @heddle.warpsync.next(i32 65535)
  %half = call i32 @heddle.vote.ballot(i1 %p)
  call void @heddle.warpsync.next(i32 %mask)
  %some = call i32 @heddle.vote.ballot(i1 %p)
  call void @heddle.warpsync(i32 -1)
  %x = xor i32 %all, %half
  %y = xor i32 %x, %some
  ret i32 %y
}

declare void @heddle.warpsync(i32)
declare void @heddle.warpsync.next(i32)
declare i32 @heddle.vote.ballot(i1)
