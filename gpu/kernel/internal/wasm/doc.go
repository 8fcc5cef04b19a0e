// Package wasm turns a kernel of the intermediate representation into a WebAssembly module with SIMD128.
//
// # Method
//
// One function runs a range of groups. Work items go four to a wave, one in each lane of a v128:
//
//	for group in first … first+count-1
//	    clear shared memory
//	    for each region between barriers            values that cross regions live in spill slots, one a wave
//	        for each wave                            4 lanes, execution mask
//	            straight code, if, loop              masks where lanes disagree, plain branches where they cannot
//
// Every value has a shape (package shape): uniform and affine integers (base + k*lane) are one scalar, the base; everything
// else is a vector. An access whose index is affine checks its whole wave with one comparison and moves whole vectors where
// its bytes are consecutive. What the check refuses, and what is not affine, goes lane by lane with the bounds rule of
// package ir. A module is generated twice: the first pass finds out which forms of which values, which record words and which
// helper functions are needed, the second emits them where they are cheapest.
//
// The bytes that a kernel writes, its costs, reports and prints are those of the interpreter, by the rules of package ir.
//
// The package must not know Lua, the runtime that executes the module, devices or memory allocation. It is safe for
// concurrent use; it does not change the kernel.
package wasm
