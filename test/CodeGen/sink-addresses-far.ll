; RUN: ptx-opt -mcpu=tx1 -stop-after=tesla-sink-addresses %s | FileCheck %s
; RUN: ptx-opt -mcpu=tx1 -stop-after=tesla-sink-addresses -stats -o /dev/null %s 2>&1 \
; RUN:   | FileCheck --check-prefix=STATS %s
; STATS: 2 tesla-sink-addresses - Number of address additions sunk

; An access by an address of 64 bits adds a constant within 24 bits.
; CHECK-LABEL: define ptx_kernel void @far(
; CHECK:       entry:
; CHECK:         add i64 %base, 8388608
; CHECK-NOT:     = add
; CHECK:       next:
; CHECK:         [[SUM:%.*]] = add i64 %base, 8388607
; CHECK-NEXT:    [[PTR:%.*]] = inttoptr i64 [[SUM]] to ptr addrspace(1)
; CHECK-NEXT:    store i32 1, ptr addrspace(1) [[PTR]]
; CHECK:         [[SUM:%.*]] = add i64 %base, -8388608
; CHECK-NEXT:    [[PTR:%.*]] = inttoptr i64 [[SUM]] to ptr
; CHECK-NEXT:    store i32 2, ptr [[PTR]]
; CHECK-NEXT:    store i32 3, ptr addrspace(1)
target triple = "tesla64-nvidia-cuda"
define ptx_kernel void @far(i64 %base, i32 %n) #0 {
entry:
  %a = add i64 %base, 8388607
  %p = inttoptr i64 %a to ptr addrspace(1)
  %b = add i64 %base, -8388608
  %q = inttoptr i64 %b to ptr
  %c = add i64 %base, 8388608
  %r = inttoptr i64 %c to ptr addrspace(1)
  %go = icmp eq i32 %n, 0
  br i1 %go, label %next, label %done
next:
  store i32 1, ptr addrspace(1) %p
  store i32 2, ptr %q
  store i32 3, ptr addrspace(1) %r
  br label %done
done:
  ret void
}
attributes #0 = { "target-cpu"="tx1" }
