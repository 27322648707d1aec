; Integers of other sizes than a chip's, which LLVM makes of parts of words. On tx1
; LLVM itself makes i64 of them, on silicon the optimizer does.
; RUN: ptxas-lite %s -arch=g80 -O0 -o %t.g80.cubin
; RUN: ptxas-lite %s -arch=g80 -O3 -o %t.g80-O3.cubin
; RUN: sed '1i target triple = "tesla64-nvidia-cuda"' %s > %t.ll
; RUN: ptxas-lite %t.ll -arch=tx1 -O0 -o %t.tx1.cubin
; RUN: ptx-run %t.g80.cubin --grid=1 --block=6 --print=out:u64 | tr -s " " "\n" | grep -v : > %t.g80
; RUN: paste -d " " $(yes - | head -10) < %t.g80 | FileCheck %s
; RUN: ptx-run %t.g80-O3.cubin --grid=1 --block=6 --print=out:u64 | tr -s " " "\n" | grep -v : > %t.g80-O3
; RUN: paste -d " " $(yes - | head -10) < %t.g80-O3 | FileCheck %s
; RUN: ptx-run %t.tx1.cubin --grid=1 --block=6 --print=out:u64 | tr -s " " "\n" | grep -v : > %t.tx1
; RUN: paste -d " " $(yes - | head -10) < %t.tx1 | FileCheck %s

; Of each pair of numbers a line for each type: the product; shifts to the left, to
; the right, with the sign, by the low four bits; both funnel shifts by all of them;
; the product and whether it overflows, unsigned and signed.
; CHECK: {{^}}16777215 32768 0 0 65535 1023 16777215 0 16777215 0{{$}}
; CHECK-NEXT: {{^}}8589934591 32768 0 0 255 134217727 8589934591 0 8589934591 0{{$}}
; CHECK-NEXT: {{^}}281474976710655 32768 0 0 65535 17179869183 281474976710655 0 281474976710655 0{{$}}
; CHECK-NEXT: {{^}}9223372036854775807 32768 0 0 255 144115188075855871 9223372036854775807 0 9223372036854775807 0{{$}}
; CHECK-NEXT: {{^}}5517841 16220160 343 16777047 16252927 10215423 5517841 1 5517841 0{{$}}
; CHECK-NEXT: {{^}}8427680273 8169947136 201559 8589874007 4619475934 5368709119 8427680273 1 8427680273 1{{$}}
; CHECK-NEXT: {{^}}177639685108241 216422982057984 2328826711 2328826711 253950678810623 21266998099968 177639685108241 1 177639685108241 1{{$}}
; CHECK-NEXT: {{^}}4878138986080776721 2500558641102815232 2501999792983 2501999792983 163971058432973790 4611686019501129727 4878138986080776721 1 4878138986080776721 1{{$}}
; CHECK-NEXT: {{^}}10811984 8798720 172432 172432 8798720 8388608 10811984 1 10811984 1{{$}}
; CHECK-NEXT: {{^}}1336212048 3397796352 62038416 62038416 3397796352 4294967296 1336212048 1 1336212048 1{{$}}
; CHECK-NEXT: {{^}}181394984991312 91322992443904 6411374469520 279090258157968 91322992443904 140737488355328 181394984991312 1 181394984991312 1{{$}}
; CHECK-NEXT: {{^}}8813444390772341328 6599835101927195136 285668328363696528 9220809989066760592 6599835101927195136 4611686018427387904 8813444390772341328 1 8813444390772341328 0{{$}}
; CHECK-NEXT: {{^}}16777215 16777214 8388607 16777215 16777214 8388608 16777215 0 16777215 0{{$}}
; CHECK-NEXT: {{^}}4311744511 33554430 8388607 8388607 536870896 8455716864 4311744511 1 4311744511 1{{$}}
; CHECK-NEXT: {{^}}281470698520575 33554430 8388607 8388607 2199023124482 281472829259776 281470698520575 1 281470698520575 1{{$}}
; CHECK-NEXT: {{^}}72057589759737855 33554430 8388607 8388607 536870880 8935141660837281792 72057589759737855 0 72057589759737855 0{{$}}
; CHECK-NEXT: {{^}}4546560 1193046 1193046 1193046 5636112 3429888 4546560 1 4546560 1{{$}}
; CHECK-NEXT: {{^}}4886716416 1193046 1193046 1193046 19088736 3221225728 4886716416 0 4886716416 1{{$}}
; CHECK-NEXT: {{^}}4886716416 1193046 1193046 1193046 78187462656 57543971831808 4886716416 0 4886716416 0{{$}}
; CHECK-NEXT: {{^}}4886716416 1193046 1193046 1193046 2386092 2048 4886716416 0 4886716416 0{{$}}
; CHECK-NEXT: {{^}}0 7340032 7340032 7340032 7340032 48 0 1 0 1{{$}}
; CHECK-NEXT: {{^}}352321536 7340032 7340032 7340032 0 0 352321536 0 352321536 0{{$}}
; CHECK-NEXT: {{^}}352321536 7340032 7340032 7340032 7340032 52776558133296 352321536 1 352321536 1{{$}}
; CHECK-NEXT: {{^}}352321536 7340032 7340032 7340032 6597069766662 58720256 352321536 1 352321536 1{{$}}

@in = addrspace(1) global [12 x i64] [i64 9223372036854775809, i64 18446744073709551615, i64 81985529216486895, i64 2147483647, i64 18364758544493064720, i64 5, i64 16777215, i64 4294967297, i64 1193046, i64 4096, i64 7340032, i64 52776558133296], align 8
@out = addrspace(1) global [240 x i64] zeroinitializer, align 8

define ptx_kernel void @k() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul i32 %tid, 40
  %q = getelementptr i64, ptr addrspace(1) @out, i32 %i
  %j = shl i32 %tid, 1
  %p = getelementptr i64, ptr addrspace(1) @in, i32 %j
  %a = load i64, ptr addrspace(1) %p
  %p1 = getelementptr i64, ptr addrspace(1) %p, i32 1
  %b = load i64, ptr addrspace(1) %p1
  %a24 = trunc i64 %a to i24
  %b24 = trunc i64 %b to i24
  %n24 = and i24 %b24, 15
  %mul24 = mul i24 %a24, %b24
  %shl24 = shl i24 %a24, %n24
  %lshr24 = lshr i24 %a24, %n24
  %ashr24 = ashr i24 %a24, %n24
  %fshl24 = call i24 @llvm.fshl.i24(i24 %a24, i24 %b24, i24 %b24)
  %fshr24 = call i24 @llvm.fshr.i24(i24 %a24, i24 %b24, i24 %b24)
  %umul24 = call {i24, i1} @llvm.umul.with.overflow.i24(i24 %a24, i24 %b24)
  %umulv24 = extractvalue {i24, i1} %umul24, 0
  %umulo24 = extractvalue {i24, i1} %umul24, 1
  %smul24 = call {i24, i1} @llvm.smul.with.overflow.i24(i24 %a24, i24 %b24)
  %smulv24 = extractvalue {i24, i1} %smul24, 0
  %smulo24 = extractvalue {i24, i1} %smul24, 1
  %mul24.w = zext i24 %mul24 to i64
  %mul24.p = getelementptr i64, ptr addrspace(1) %q, i32 0
  store i64 %mul24.w, ptr addrspace(1) %mul24.p
  %shl24.w = zext i24 %shl24 to i64
  %shl24.p = getelementptr i64, ptr addrspace(1) %q, i32 1
  store i64 %shl24.w, ptr addrspace(1) %shl24.p
  %lshr24.w = zext i24 %lshr24 to i64
  %lshr24.p = getelementptr i64, ptr addrspace(1) %q, i32 2
  store i64 %lshr24.w, ptr addrspace(1) %lshr24.p
  %ashr24.w = zext i24 %ashr24 to i64
  %ashr24.p = getelementptr i64, ptr addrspace(1) %q, i32 3
  store i64 %ashr24.w, ptr addrspace(1) %ashr24.p
  %fshl24.w = zext i24 %fshl24 to i64
  %fshl24.p = getelementptr i64, ptr addrspace(1) %q, i32 4
  store i64 %fshl24.w, ptr addrspace(1) %fshl24.p
  %fshr24.w = zext i24 %fshr24 to i64
  %fshr24.p = getelementptr i64, ptr addrspace(1) %q, i32 5
  store i64 %fshr24.w, ptr addrspace(1) %fshr24.p
  %umulv24.w = zext i24 %umulv24 to i64
  %umulv24.p = getelementptr i64, ptr addrspace(1) %q, i32 6
  store i64 %umulv24.w, ptr addrspace(1) %umulv24.p
  %umulo24.w = zext i1 %umulo24 to i64
  %umulo24.p = getelementptr i64, ptr addrspace(1) %q, i32 7
  store i64 %umulo24.w, ptr addrspace(1) %umulo24.p
  %smulv24.w = zext i24 %smulv24 to i64
  %smulv24.p = getelementptr i64, ptr addrspace(1) %q, i32 8
  store i64 %smulv24.w, ptr addrspace(1) %smulv24.p
  %smulo24.w = zext i1 %smulo24 to i64
  %smulo24.p = getelementptr i64, ptr addrspace(1) %q, i32 9
  store i64 %smulo24.w, ptr addrspace(1) %smulo24.p
  %a33 = trunc i64 %a to i33
  %b33 = trunc i64 %b to i33
  %n33 = and i33 %b33, 15
  %mul33 = mul i33 %a33, %b33
  %shl33 = shl i33 %a33, %n33
  %lshr33 = lshr i33 %a33, %n33
  %ashr33 = ashr i33 %a33, %n33
  %fshl33 = call i33 @llvm.fshl.i33(i33 %a33, i33 %b33, i33 %b33)
  %fshr33 = call i33 @llvm.fshr.i33(i33 %a33, i33 %b33, i33 %b33)
  %umul33 = call {i33, i1} @llvm.umul.with.overflow.i33(i33 %a33, i33 %b33)
  %umulv33 = extractvalue {i33, i1} %umul33, 0
  %umulo33 = extractvalue {i33, i1} %umul33, 1
  %smul33 = call {i33, i1} @llvm.smul.with.overflow.i33(i33 %a33, i33 %b33)
  %smulv33 = extractvalue {i33, i1} %smul33, 0
  %smulo33 = extractvalue {i33, i1} %smul33, 1
  %mul33.w = zext i33 %mul33 to i64
  %mul33.p = getelementptr i64, ptr addrspace(1) %q, i32 10
  store i64 %mul33.w, ptr addrspace(1) %mul33.p
  %shl33.w = zext i33 %shl33 to i64
  %shl33.p = getelementptr i64, ptr addrspace(1) %q, i32 11
  store i64 %shl33.w, ptr addrspace(1) %shl33.p
  %lshr33.w = zext i33 %lshr33 to i64
  %lshr33.p = getelementptr i64, ptr addrspace(1) %q, i32 12
  store i64 %lshr33.w, ptr addrspace(1) %lshr33.p
  %ashr33.w = zext i33 %ashr33 to i64
  %ashr33.p = getelementptr i64, ptr addrspace(1) %q, i32 13
  store i64 %ashr33.w, ptr addrspace(1) %ashr33.p
  %fshl33.w = zext i33 %fshl33 to i64
  %fshl33.p = getelementptr i64, ptr addrspace(1) %q, i32 14
  store i64 %fshl33.w, ptr addrspace(1) %fshl33.p
  %fshr33.w = zext i33 %fshr33 to i64
  %fshr33.p = getelementptr i64, ptr addrspace(1) %q, i32 15
  store i64 %fshr33.w, ptr addrspace(1) %fshr33.p
  %umulv33.w = zext i33 %umulv33 to i64
  %umulv33.p = getelementptr i64, ptr addrspace(1) %q, i32 16
  store i64 %umulv33.w, ptr addrspace(1) %umulv33.p
  %umulo33.w = zext i1 %umulo33 to i64
  %umulo33.p = getelementptr i64, ptr addrspace(1) %q, i32 17
  store i64 %umulo33.w, ptr addrspace(1) %umulo33.p
  %smulv33.w = zext i33 %smulv33 to i64
  %smulv33.p = getelementptr i64, ptr addrspace(1) %q, i32 18
  store i64 %smulv33.w, ptr addrspace(1) %smulv33.p
  %smulo33.w = zext i1 %smulo33 to i64
  %smulo33.p = getelementptr i64, ptr addrspace(1) %q, i32 19
  store i64 %smulo33.w, ptr addrspace(1) %smulo33.p
  %a48 = trunc i64 %a to i48
  %b48 = trunc i64 %b to i48
  %n48 = and i48 %b48, 15
  %mul48 = mul i48 %a48, %b48
  %shl48 = shl i48 %a48, %n48
  %lshr48 = lshr i48 %a48, %n48
  %ashr48 = ashr i48 %a48, %n48
  %fshl48 = call i48 @llvm.fshl.i48(i48 %a48, i48 %b48, i48 %b48)
  %fshr48 = call i48 @llvm.fshr.i48(i48 %a48, i48 %b48, i48 %b48)
  %umul48 = call {i48, i1} @llvm.umul.with.overflow.i48(i48 %a48, i48 %b48)
  %umulv48 = extractvalue {i48, i1} %umul48, 0
  %umulo48 = extractvalue {i48, i1} %umul48, 1
  %smul48 = call {i48, i1} @llvm.smul.with.overflow.i48(i48 %a48, i48 %b48)
  %smulv48 = extractvalue {i48, i1} %smul48, 0
  %smulo48 = extractvalue {i48, i1} %smul48, 1
  %mul48.w = zext i48 %mul48 to i64
  %mul48.p = getelementptr i64, ptr addrspace(1) %q, i32 20
  store i64 %mul48.w, ptr addrspace(1) %mul48.p
  %shl48.w = zext i48 %shl48 to i64
  %shl48.p = getelementptr i64, ptr addrspace(1) %q, i32 21
  store i64 %shl48.w, ptr addrspace(1) %shl48.p
  %lshr48.w = zext i48 %lshr48 to i64
  %lshr48.p = getelementptr i64, ptr addrspace(1) %q, i32 22
  store i64 %lshr48.w, ptr addrspace(1) %lshr48.p
  %ashr48.w = zext i48 %ashr48 to i64
  %ashr48.p = getelementptr i64, ptr addrspace(1) %q, i32 23
  store i64 %ashr48.w, ptr addrspace(1) %ashr48.p
  %fshl48.w = zext i48 %fshl48 to i64
  %fshl48.p = getelementptr i64, ptr addrspace(1) %q, i32 24
  store i64 %fshl48.w, ptr addrspace(1) %fshl48.p
  %fshr48.w = zext i48 %fshr48 to i64
  %fshr48.p = getelementptr i64, ptr addrspace(1) %q, i32 25
  store i64 %fshr48.w, ptr addrspace(1) %fshr48.p
  %umulv48.w = zext i48 %umulv48 to i64
  %umulv48.p = getelementptr i64, ptr addrspace(1) %q, i32 26
  store i64 %umulv48.w, ptr addrspace(1) %umulv48.p
  %umulo48.w = zext i1 %umulo48 to i64
  %umulo48.p = getelementptr i64, ptr addrspace(1) %q, i32 27
  store i64 %umulo48.w, ptr addrspace(1) %umulo48.p
  %smulv48.w = zext i48 %smulv48 to i64
  %smulv48.p = getelementptr i64, ptr addrspace(1) %q, i32 28
  store i64 %smulv48.w, ptr addrspace(1) %smulv48.p
  %smulo48.w = zext i1 %smulo48 to i64
  %smulo48.p = getelementptr i64, ptr addrspace(1) %q, i32 29
  store i64 %smulo48.w, ptr addrspace(1) %smulo48.p
  %a63 = trunc i64 %a to i63
  %b63 = trunc i64 %b to i63
  %n63 = and i63 %b63, 15
  %mul63 = mul i63 %a63, %b63
  %shl63 = shl i63 %a63, %n63
  %lshr63 = lshr i63 %a63, %n63
  %ashr63 = ashr i63 %a63, %n63
  %fshl63 = call i63 @llvm.fshl.i63(i63 %a63, i63 %b63, i63 %b63)
  %fshr63 = call i63 @llvm.fshr.i63(i63 %a63, i63 %b63, i63 %b63)
  %umul63 = call {i63, i1} @llvm.umul.with.overflow.i63(i63 %a63, i63 %b63)
  %umulv63 = extractvalue {i63, i1} %umul63, 0
  %umulo63 = extractvalue {i63, i1} %umul63, 1
  %smul63 = call {i63, i1} @llvm.smul.with.overflow.i63(i63 %a63, i63 %b63)
  %smulv63 = extractvalue {i63, i1} %smul63, 0
  %smulo63 = extractvalue {i63, i1} %smul63, 1
  %mul63.w = zext i63 %mul63 to i64
  %mul63.p = getelementptr i64, ptr addrspace(1) %q, i32 30
  store i64 %mul63.w, ptr addrspace(1) %mul63.p
  %shl63.w = zext i63 %shl63 to i64
  %shl63.p = getelementptr i64, ptr addrspace(1) %q, i32 31
  store i64 %shl63.w, ptr addrspace(1) %shl63.p
  %lshr63.w = zext i63 %lshr63 to i64
  %lshr63.p = getelementptr i64, ptr addrspace(1) %q, i32 32
  store i64 %lshr63.w, ptr addrspace(1) %lshr63.p
  %ashr63.w = zext i63 %ashr63 to i64
  %ashr63.p = getelementptr i64, ptr addrspace(1) %q, i32 33
  store i64 %ashr63.w, ptr addrspace(1) %ashr63.p
  %fshl63.w = zext i63 %fshl63 to i64
  %fshl63.p = getelementptr i64, ptr addrspace(1) %q, i32 34
  store i64 %fshl63.w, ptr addrspace(1) %fshl63.p
  %fshr63.w = zext i63 %fshr63 to i64
  %fshr63.p = getelementptr i64, ptr addrspace(1) %q, i32 35
  store i64 %fshr63.w, ptr addrspace(1) %fshr63.p
  %umulv63.w = zext i63 %umulv63 to i64
  %umulv63.p = getelementptr i64, ptr addrspace(1) %q, i32 36
  store i64 %umulv63.w, ptr addrspace(1) %umulv63.p
  %umulo63.w = zext i1 %umulo63 to i64
  %umulo63.p = getelementptr i64, ptr addrspace(1) %q, i32 37
  store i64 %umulo63.w, ptr addrspace(1) %umulo63.p
  %smulv63.w = zext i63 %smulv63 to i64
  %smulv63.p = getelementptr i64, ptr addrspace(1) %q, i32 38
  store i64 %smulv63.w, ptr addrspace(1) %smulv63.p
  %smulo63.w = zext i1 %smulo63 to i64
  %smulo63.p = getelementptr i64, ptr addrspace(1) %q, i32 39
  store i64 %smulo63.w, ptr addrspace(1) %smulo63.p
  ret void
}
