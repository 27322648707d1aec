; RUN: not ptx-opt -passes=resolve-generic %s 2>&1 | FileCheck %s

@tile = internal addrspace(3) global [64 x i8] undef, align 4

; CHECK: error: {{.*}}in function mixed {{.*}} this address points into different spaces
define i32 @mixed(i1 %c, i32 %p) {
  %a = select i1 %c, i32 %p, i32 ptrtoint (ptr addrspace(3) @tile to i32)
  %ptr = inttoptr i32 %a to ptr
  %v = load i32, ptr %ptr
  ret i32 %v
}

; CHECK: error: {{.*}}in function loaded {{.*}} where this address points cannot be told
define i32 @loaded(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p
  %ptr = inttoptr i32 %a to ptr
  %v = load i32, ptr %ptr
  ret i32 %v
}

; CHECK: error: {{.*}}in function argument_or_loaded {{.*}} where this address points cannot be told
define i32 @argument_or_loaded(i1 %c, i32 %n, ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %a = select i1 %c, i32 %v, i32 %n
  %ptr = inttoptr i32 %a to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}
