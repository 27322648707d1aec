; RUN: ptx-opt -passes=forward-results %s | FileCheck %s
; What goes into a struct comes out of it, constants and all.

; CHECK-LABEL: define i64 @constant(
; CHECK-NOT: extractvalue
; CHECK: ret i64 7
define i64 @constant(i16 %h) {
  %s = insertvalue { i64, i16 } { i64 7, i16 poison }, i16 %h, 1
  %e = extractvalue { i64, i16 } %s, 0
  ret i64 %e
}

; CHECK-LABEL: define i16 @value(
; CHECK: ret i16 %h
define i16 @value(i16 %h) {
  %s = insertvalue { i64, i16 } { i64 7, i16 poison }, i16 %h, 1
  %e = extractvalue { i64, i16 } %s, 1
  ret i16 %e
}

; An operation's own struct stays.
; CHECK-LABEL: define i32 @exchange(
; CHECK: extractvalue { i32, i1 }
define i32 @exchange(ptr addrspace(1) %p, i32 %a, i32 %b) {
  %r = cmpxchg ptr addrspace(1) %p, i32 %a, i32 %b monotonic monotonic
  %old = extractvalue { i32, i1 } %r, 0
  ret i32 %old
}
