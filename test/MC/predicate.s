(lg $c1) mov b32 $r1 $r2
// A statement may start with the parenthesis of a predicate anywhere: at the
// start of the file, behind a label, a directive, comments and blank lines.
// Comments are passed on, hence the grep.
// RUN: tesla-mc %s | grep -v // | FileCheck %s
// RUN: tesla-mc %s | tesla-mc | grep -v // | FileCheck %s

// CHECK:      (lg $c1) mov b32 $r1 $r2
// CHECK:      (e $c0) ret
// CHECK:      here:
// CHECK:      (l $c0) break
// CHECK:      there:
// CHECK:      (geu $c3) nop
// CHECK-NEXT: exit (never) nop
// CHECK-NEXT: join (na $c2) add b32 $r1 $r2 $r3
.globl here

// A comment.

(e $c0) ret
here: (l $c0) break
there:
	(geu $c3) nop
exit (never) nop
join (na $c2) add b32 $r1 $r2 $r3
