; RUN: not ptx-opt -stop-after=tesla-isel -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error

; Calls, intrinsics and signatures.

declare void @callee(i32)
declare void @llvm.nvvm.barrier.n(i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; CHECK: in function calls {{.*}}: 'callee' cannot be called: it has no body
; CHECK: in function calls {{.*}}: indirect calls are not supported on g80
define ptx_kernel void @calls(i32 %a) {
  call void @callee(i32 %a)
  %p = inttoptr i32 %a to ptr
  call void %p(i32 %a)
  ret void
}

; CHECK: in function intrinsics {{.*}}: 'llvm.nvvm.read.ptx.sreg.clusterid.x' is not
; CHECK-SAME: supported on g80
; CHECK: in function intrinsics {{.*}}: 'llvm.nvvm.shfl.sync.idx.i32' is not
define ptx_kernel void @intrinsics(i32 %a) {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
  %3 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %a, i32 0, i32 31)
  ret void
}

; There are 16 barriers, named by the instruction itself.
; CHECK: in function barriers {{.*}}: 'llvm.nvvm.barrier.n' is not supported on g80
; CHECK: in function barriers {{.*}}: 'llvm.nvvm.barrier.n' is not supported on g80
define ptx_kernel void @barriers(i32 %a) {
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.barrier.n(i32 15)
  call void @llvm.nvvm.barrier.n(i32 16)
  call void @llvm.nvvm.barrier.n(i32 %a)
  ret void
}

; CHECK: in function parameters {{.*}}: parameter 'x' of type '[4 x i8]' is not
; CHECK-SAME: supported on g80
define ptx_kernel void @parameters(i32 %a, [4 x i8] %x) {
  ret void
}

; CHECK: in function result {{.*}}: a kernel cannot return a value
define i32 @result(i32 %a) {
  ret i32 %a
}

; What came from no PTX has no line; the instruction is shown.
; CHECK: in function addresses {{.*}}: the address of the function 'callee' is of no use: indirect calls are not supported on g80: '%t = ptrtoint ptr @callee to i32' in @addresses
; CHECK: in function addresses {{.*}}: the address of the function 'callee' is of no use
; CHECK: in function addresses {{.*}}: the address of the function 'addresses' is of no use
; CHECK: in function addresses {{.*}}: 'other' is neither a variable nor a function
; CHECK: in function addresses {{.*}}: the address of the function 'addresses' is of no use
; CHECK: in function addresses {{.*}}: 'callee' is called as 'void (i32, i32)', but declared as 'void (i32)'
@other = alias i32, ptr addrspace(3) @word
@word = internal addrspace(3) global i32 undef, align 4
define ptx_kernel void @addresses(ptr addrspace(1) %out, i1 %c) {
  %t = ptrtoint ptr @callee to i32
  store i32 %t, ptr addrspace(1) %out
  %s = select i1 %c, i32 ptrtoint (ptr @callee to i32), i32 1
  store ptr @addresses, ptr addrspace(1) %out
  store i32 %s, ptr addrspace(3) @other
  store ptr blockaddress(@addresses, %next), ptr addrspace(1) %out
  br label %next

next:
  call void @callee(i32 1, i32 2)
  ret void
}

; CHECK: in function kernels {{.*}}: 'calls' cannot be called: it is a kernel
define ptx_kernel void @kernels(i32 %a) {
  call ptx_kernel void @calls(i32 %a)
  ret void
}
