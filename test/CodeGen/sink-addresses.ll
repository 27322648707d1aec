; RUN: ptx-opt -stop-after=tesla-sink-addresses %s | FileCheck %s
; RUN: ptx-opt -stop-after=tesla-sink-addresses -stats -o /dev/null %s 2>&1 \
; RUN:   | FileCheck --check-prefix=STATS %s
; STATS: 3 tesla-sink-addresses - Number of address additions sunk

; An offset that stands before the loop comes back to its access, which adds it
; for free. Selection sees one block at a time.
; CHECK-LABEL: define ptx_kernel void @load(
; CHECK:       entry:
; CHECK-NOT:     add
; CHECK:       loop:
; CHECK:         [[SUM:%.*]] = add i32 %base, 48
; CHECK-NEXT:    [[PTR:%.*]] = inttoptr i32 [[SUM]] to ptr addrspace(3)
; CHECK-NEXT:    load volatile i32, ptr addrspace(3) [[PTR]]
define ptx_kernel void @load(i32 %base, i32 %n) {
entry:
  %a = add i32 %base, 48
  %p = inttoptr i32 %a to ptr addrspace(3)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr addrspace(3) %p
  %next = add i32 %i, 1
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret void
}

; A store to local memory, and an offset that is a variable's place.
; CHECK-LABEL: define ptx_kernel void @store(
; CHECK:       loop:
; CHECK:         [[SUM:%.*]] = add i32 %base, 4
; CHECK-NEXT:    [[PTR:%.*]] = inttoptr i32 [[SUM]] to ptr addrspace(5)
; CHECK-NEXT:    store i32 %i, ptr addrspace(5) [[PTR]]
; CHECK:         [[SUM2:%.*]] = add i32 %base, ptrtoint (ptr addrspace(3) @tile to i32)
; CHECK-NEXT:    [[PTR2:%.*]] = inttoptr i32 [[SUM2]] to ptr addrspace(3)
; CHECK-NEXT:    store i32 %i, ptr addrspace(3) [[PTR2]]
@tile = internal addrspace(3) global [64 x i8] undef, align 4
define ptx_kernel void @store(i32 %base, i32 %n) {
entry:
  %a = add i32 %base, 4
  %p = inttoptr i32 %a to ptr addrspace(5)
  %b = add i32 %base, ptrtoint (ptr addrspace(3) @tile to i32)
  %q = inttoptr i32 %b to ptr addrspace(3)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(5) %p
  store i32 %i, ptr addrspace(3) %q
  %next = add i32 %i, 1
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret void
}

; Global memory has no offsets, a sum of two registers is none, and what is in
; the access's own block is where it should be.
; CHECK-LABEL: define ptx_kernel void @stays(
; CHECK:       entry:
; CHECK:         add i32 %base, 48
; CHECK:         add i32 %base, %n
; CHECK:         add i32 %base, 8
; CHECK:       next:
; CHECK-NOT:     = add
; CHECK:         ret void
define ptx_kernel void @stays(i32 %base, i32 %n) {
entry:
  %a = add i32 %base, 48
  %p = inttoptr i32 %a to ptr addrspace(1)
  %b = add i32 %base, %n
  %q = inttoptr i32 %b to ptr addrspace(3)
  %c = add i32 %base, 8
  %r = inttoptr i32 %c to ptr addrspace(3)
  store i32 1, ptr addrspace(3) %r
  %go = icmp eq i32 %n, 0
  br i1 %go, label %next, label %done
next:
  store i32 1, ptr addrspace(1) %p
  store i32 1, ptr addrspace(3) %q
  br label %done
done:
  ret void
}
