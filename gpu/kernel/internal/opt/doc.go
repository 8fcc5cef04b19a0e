// Package opt rewrites kernels so that they run faster: folding, branches, loops, common expressions, dead code.
//
//	verified ir.Kernel ──Optimize: a list of passes, each from text to text──▶ verified ir.Kernel, the same bytes
//
// A pass is one function over the whole kernel. All passes are in one list (pass.go), and each has tests in IR text. Both executors run the optimised
// kernel, so costs and reports are taken after the passes and do not depend on the executor.
//
// The package must not know how kernels are executed, nor Lua. It changes the kernel in place; a kernel is optimised by one goroutine.
package opt
