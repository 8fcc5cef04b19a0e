// Package kernel compiles Lua functions into GPU programs and runs them.
//
//	Source ──Compile──▶ Kernel ──variant for the formats of the bound views──▶ code ──Runner.Run──▶ bytes, reports, prints
//	(a function of       │
//	 a script)           └ Emit: the typed tree, the IR and the WebAssembly of it as text
//
// Compile checks a kernel once and keeps what it needs to make variants: typed buffers and textures are accessed through the format of the view that
// is bound when the dispatch runs, and the conversion is part of the code. A Runner belongs to one address space and has one of two executors:
// compiled WebAssembly where the platform has a compiler, the interpreter of the IR elsewhere. Both give the same bytes, reports, costs and accesses.
//
//	Compile, in the script's time      check ──▶ Kernel
//	Runner.Prepare, beside the script            └─▶ passes ──▶ module ──▶ machine code ──▶ the first Run, which waits for it
//
// What a dispatch touches is known from closed forms (package plan), or observed by a copy of the kernel that marks the accesses without one (package
// touch).
//
// Vertex and pixel shaders are kernels whose inputs and outputs have the memory layout of package stage. A PixelSource is a pixel shader that takes
// whatever its vertex shader gives; Link makes it a Kernel. Runner.Stage opens one for a draw:
//
//	Stage ──▶ StageProgram ──Run(worker, batch, input, output, items)──▶ planes of results, as the bound targets need them
//	            └ End: costs, reports and prints by batch and item, bytes touched
//
// The package must not know devices, queues or the Lua virtual machine: of a script it sees the syntax tree of one function and a way to look up the
// names it captures. Kernels are safe for concurrent use; a Runner runs one dispatch at a time.
package kernel
