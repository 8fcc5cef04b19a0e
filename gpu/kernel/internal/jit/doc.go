// Package jit runs kernels as machine code: it compiles the modules of package wasm with wazero and calls them.
//
//	Engine ── one for each address space: a wazero runtime, workers, the scratch memory of each worker
//	  ├ Code    a compiled kernel variant; instances, one a worker, all on the same memory; the same again in its slow form, when a group needs that
//	  └ Run     plan chunks of groups ── workers take them in order ── calls of at most some hundred microseconds ── join results
//
// A dispatch is split only where plan.Plan shows that the parts cannot see each other; otherwise its groups run in order on the calling goroutine.
// Results are joined in the order of the groups, so they do not depend on the split. Calls are short because the garbage collector cannot interrupt a
// running kernel. Instances share memory without the threads feature: the allocator hands each of them the same region, and atomics are safe because
// a kernel that has them is never split.
//
// The package must not know Lua, syntax, resources or queues. An Engine runs one dispatch at a time; Compile may run concurrently with it. Engines
// are independent.
package jit
