// Package ir is the intermediate form of the kernel compiler: typed, structured SSA that knows neither its front end nor its back ends.
//
//	Lua source → syntax → check ──lowers──▶ ir.Kernel ──Optimize──▶ ir.Kernel ──▶ interp (the oracle, the fallback)
//	                                                                          └─▶ wasm, jit
//
// The form is scalar per work item: vectors, matrices, structs and swizzles are taken apart before it is built. Control flow is structured: If and
// Loop contain regions (blocks) and give results; there are no jumps. A kernel has a text form (Print, Parse) so that every pass and every back end
// is tested on text.
//
// # Execution
//
// The meaning of a kernel is defined here and implemented by interp; a back end must give the same bytes.
//
//	dispatch   groups in ascending linear order (x fastest, then y, then z)
//	└ group    shared memory starts as zeros; waves of 4 consecutive GroupIndex lanes, the last one masked
//	  ├ region between barriers, waves run one after another, in ascending order, each to the end of the region
//	  └ wave   4 lanes in lockstep under an execution mask, instruction by instruction; stores and atomics of one
//	           instruction happen in ascending lane order
//
// If: lanes with a true condition run the first block, then lanes with a false one run the second; a block without active lanes is skipped and costs
// nothing. Loop: the condition block runs for the active lanes and yields (continue, results…); lanes that do not continue leave with these results;
// the others run the body, which yields the next values of the condition block's parameters. The body sees the values of its condition block. A
// Barrier is only allowed where control flow is uniform over the group; If and Loop that contain one are executed once for the group, with the
// condition taken from its first work item, and their blocks begin and end regions.
//
// # Values
//
// F32 arithmetic is IEEE 754 binary32, round to nearest even, denormals kept, never fused, never reassociated. The payload and the sign of a NaN are
// undefined inside a kernel; where a float leaves the float domain (bitcast.i32, f32tof16, printf) every NaN becomes the canonical one (0xffffffff:
// all ones, which takes two vector instructions; 0x7e00), so that memory is the same on every machine. Bits that are loaded, treated as a float and
// stored unchanged stay as they were: lowering emits no conversion for that. I32 wraps; signedness is in the instruction. Bool is 0 or 1.
//
// # Memory
//
// An executor sees one []byte and a table of Records, 256 bytes each, in it (record.go). Every access is checked against its record:
// a load outside gives 0, a store outside is dropped, both are reported when the dispatch asks for it.
//
// It must not know Lua, syntax, WebAssembly, devices or queues. It imports gpu (for Site) and the standard library. Kernels are not safe for
// concurrent changes; a kernel that nobody changes may be read by any number of goroutines.
package ir
