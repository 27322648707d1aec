; RUN: ptx-opt -mcpu=tx1 -stop-after=tesla-hoist-results %s | FileCheck %s
; RUN: ptx-opt -mcpu=tx1 -stop-after=tesla-hoist-results -stats -o /dev/null %s 2>&1 \
; RUN:   | FileCheck --check-prefix=STATS %s
; RUN: ptxas-lite -arch=tx1 --emit=asm %s -o - | FileCheck --check-prefix=ASM %s
; STATS: 1 tesla-hoist-results - Number of words of results hoisted

; The word that another block takes is taken behind the shuffle; what is there
; already, and other values, stay. No condition becomes a word.
; CHECK-LABEL: define ptx_kernel void @result(
; CHECK:         [[R:%.*]] = call i64 @heddle.shfl.down(
; CHECK-NEXT:    [[W:%.*]] = trunc i64 [[R]] to i32
; CHECK:       there:
; CHECK-NEXT:    [[T:%.*]] = trunc i64 %product to i32
; CHECK-NEXT:    [[SUM:%.*]] = add i32 [[W]], [[T]]
; ASM:           shfl down
; ASM-NOT:       mov
; ASM:           exit st
target triple = "tesla64-nvidia-cuda"
define ptx_kernel void @result(ptr addrspace(1) %out, i64 %a, i32 %b) #0 {
entry:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %product = mul i64 %a, %a
  %r = call i64 @heddle.shfl.down(i32 %lane, i32 4, i32 31)
  %go = icmp ult i32 %lane, 4
  br i1 %go, label %there, label %done
there:
  %t = trunc i64 %product to i32
  %w = trunc i64 %r to i32
  %sum = add i32 %w, %t
  store i32 %sum, ptr addrspace(1) %out
  br label %done
done:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i64 @heddle.shfl.down(i32, i32, i32) convergent
attributes #0 = { "target-cpu"="tx1" }
