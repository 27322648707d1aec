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

; Where both may be the address, none of them is taken for it.
; CHECK: error: {{.*}}in function loaded_and_argument {{.*}} where this address points cannot be told
define i32 @loaded_and_argument(i64 %n, ptr addrspace(1) %p) {
  %v = load i64, ptr addrspace(1) %p
  %s = add i64 %v, %n
  %a = trunc i64 %s to i32
  %ptr = inttoptr i32 %a to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}

; The distance of two addresses, and a global address plus a negated one.
; CHECK: error: {{.*}}in function negated {{.*}} where this address points cannot be told
define i32 @negated(i64 %g) {
  %a = trunc i64 %g to i32
  %n = sub i32 0, ptrtoint (ptr addrspace(3) @tile to i32)
  %s = add i32 %a, %n
  %ptr = inttoptr i32 %s to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}

; An index that may be an address in disguise.
; CHECK: error: {{.*}}in function disguised {{.*}} where this address points cannot be told
define i32 @disguised(i64 %g) {
  %a = trunc i64 %g to i32
  %x = xor i32 ptrtoint (ptr addrspace(3) @tile to i32), 85
  %s = add i32 %a, %x
  %ptr = inttoptr i32 %s to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}

; Bytes of one pointer read as another.
; CHECK: error: {{.*}}in function pieces {{.*}} where this address points cannot be told
define i32 @pieces(i64 %n) {
  %x = alloca [16 x i8], align 8, addrspace(5)
  %at = getelementptr i8, ptr addrspace(5) %x, i32 4
  store i64 ptrtoint (ptr addrspace(3) @tile to i64), ptr addrspace(5) %at, align 4
  %below = getelementptr i8, ptr addrspace(5) %x, i32 6
  store i16 1, ptr addrspace(5) %below, align 2
  %v = load i64, ptr addrspace(5) %at, align 4
  %s = add i64 %v, %n
  %a = trunc i64 %s to i32
  %ptr = inttoptr i32 %a to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}

; A pointer at a computed place may be the one that is read at a known one.
; CHECK: error: {{.*}}in function computed_place {{.*}} this address points into different spaces
define i32 @computed_place(i64 %g, i32 %i) {
  %x = alloca [16 x i8], align 8, addrspace(5)
  store i64 ptrtoint (ptr addrspace(3) @tile to i64), ptr addrspace(5) %x, align 8
  %at = getelementptr i8, ptr addrspace(5) %x, i32 %i
  store i64 %g, ptr addrspace(5) %at, align 8
  %v = load i64, ptr addrspace(5) %x, align 8
  %a = trunc i64 %v to i32
  %ptr = inttoptr i32 %a to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}

; Halves of an address, put together again, may be the address.
; CHECK: error: {{.*}}in function halves {{.*}} where this address points cannot be told
define i32 @halves(i64 %n, i32 %i) {
  %t = ptrtoint ptr addrspace(3) @tile to i32
  %e = add i32 %t, %i
  %low = trunc i32 %e to i16
  %shifted = lshr i32 %e, 16
  %high = trunc i32 %shifted to i16
  %l = zext i16 %low to i32
  %h = zext i16 %high to i32
  %up = shl i32 %h, 16
  %whole = or i32 %up, %l
  %g = trunc i64 %n to i32
  %a = add i32 %whole, %g
  %ptr = inttoptr i32 %a to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}

; The same through memory.
; CHECK: error: {{.*}}in function halves_in_memory {{.*}} where this address points cannot be told
define i32 @halves_in_memory(i64 %n, i32 %i, i32 %at) {
  %x = alloca [16 x i8], align 8, addrspace(5)
  %t = ptrtoint ptr addrspace(3) @tile to i32
  %e = add i32 %t, %i
  store i32 %e, ptr addrspace(5) %x, align 4
  %high_at = getelementptr i8, ptr addrspace(5) %x, i32 2
  %low = load i16, ptr addrspace(5) %x, align 2
  %high = load i16, ptr addrspace(5) %high_at, align 2
  %any = getelementptr i8, ptr addrspace(5) %x, i32 %at
  store i16 7, ptr addrspace(5) %any, align 2
  %l = zext i16 %low to i32
  %h = zext i16 %high to i32
  %up = shl i32 %h, 16
  %whole = or i32 %up, %l
  %g = trunc i64 %n to i32
  %a = add i32 %whole, %g
  %ptr = inttoptr i32 %a to ptr
  %r = load i32, ptr %ptr
  ret i32 %r
}
