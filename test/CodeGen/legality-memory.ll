; RUN: not ptx-opt -stop-after=tesla-isel -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error \
; RUN:     --implicit-check-not="in function good"

; Accesses and variables that have no place, and their negative twins.

@tile = internal addrspace(3) global [64 x i8] undef, align 4
@table = internal addrspace(4) global [2 x i32] [i32 1, i32 2], align 4
@elsewhere = external addrspace(1) global i32, align 4
@nowhere = internal global i32 7, align 4

define ptx_kernel void @good(i32 %a) {
  %g = inttoptr i32 %a to ptr addrspace(1)
  %l = inttoptr i32 %a to ptr addrspace(5)
  %1 = load i32, ptr addrspace(3) @tile
  store i32 %1, ptr addrspace(1) %g
  store i32 %1, ptr addrspace(5) %l
  %2 = load i32, ptr addrspace(4) @table
  store i32 %2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 4)
  ret void
}

; CHECK: in function generic {{.*}}: the address space of this access is not known,
; CHECK-SAME: and g80 has no generic addresses
; CHECK: in function generic {{.*}}: the address space of this access is not known
; CHECK: in function generic {{.*}}: 'addrspacecast' is not supported on g80
define ptx_kernel void @generic(i32 %a) {
  %p = inttoptr i32 %a to ptr
  %1 = load i32, ptr %p
  store i32 %1, ptr %p
  %2 = addrspacecast ptr %p to ptr addrspace(1)
  ret void
}

; CHECK: in function read_only {{.*}}: constant memory cannot be written
define ptx_kernel void @read_only(i32 %a) {
  store i32 %a, ptr addrspace(4) @table
  ret void
}

; CHECK: in function variables {{.*}}: the variable 'elsewhere' is defined in
; CHECK-SAME: another module, and modules are not linked
; CHECK: in function variables {{.*}}: the variable 'nowhere' is not in shared,
; CHECK-SAME: global or constant memory
define ptx_kernel void @variables(i32 %a) {
  %1 = load i32, ptr addrspace(1) @elsewhere
  %2 = add i32 %a, ptrtoint (ptr @nowhere to i32)
  ret void
}

; CHECK: in function stack {{.*}}: 'alloca' is not supported on g80
define ptx_kernel void @stack(i32 %n) {
  %fixed = alloca i32, addrspace(5)
  store i32 %n, ptr addrspace(5) %fixed
  %p = alloca i32, i32 %n, addrspace(5)
  ret void
}

; CHECK: in function elements {{.*}}: 'extractelement' is not supported on g80
; CHECK: in function elements {{.*}}: 'insertelement' is not supported on g80
define ptx_kernel void @elements(i32 %a, i32 %i) {
  %g = inttoptr i32 %a to ptr addrspace(1)
  %v = load <2 x i32>, ptr addrspace(1) %g
  %1 = extractelement <2 x i32> %v, i32 1
  %2 = extractelement <2 x i32> %v, i32 %i
  %3 = insertelement <2 x i32> %v, i32 %1, i32 %i
  ret void
}
