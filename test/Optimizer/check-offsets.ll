; RUN: ptx-opt -passes=check-offsets %s 2>%t.txt | FileCheck %s --check-prefix=IR
; RUN: FileCheck %s --implicit-check-not=offset < %t.txt
; What a constant adds to the high word of an address is lost.

; IR-LABEL: define void @k(
; IR: store i32 1
; CHECK: of the offset 4294967300 that is added to this one 4 is left
; CHECK: of the offset -8589934592 that is added to this one 0 is left
define void @k(i64 %p, i64 %q) null_pointer_is_valid {
  %a = add i64 %p, 4294967290
  %b = add i64 %a, 10
  %1 = trunc i64 %b to i32
  %2 = add i32 %1, 8
  %3 = inttoptr i32 %2 to ptr addrspace(1)
  store i32 1, ptr addrspace(1) %3
  %c = sub i64 %q, 8589934592
  %4 = trunc i64 %c to i32
  %5 = inttoptr i32 %4 to ptr addrspace(3)
  %6 = load i32, ptr addrspace(3) %5
  %d = add i64 %q, -4294967295
  %7 = trunc i64 %d to i32
  %8 = inttoptr i32 %7 to ptr addrspace(1)
  store i32 %6, ptr addrspace(1) %8
  %e = add i64 %p, %q
  %9 = trunc i64 %e to i32
  %10 = inttoptr i32 %9 to ptr addrspace(1)
  store i32 2, ptr addrspace(1) %10
  ret void
}
