// Package wasm compiles a kernel of the intermediate representation to a WebAssembly module with SIMD128.
//
// # Method
//
// One function runs a range of groups. Work items go four to a wave, one in each lane of a v128:
//
//	for group in first … first+count-1             two forms: every index of the group is inside (package bounds), or not known to be
//	    for each region between barriers           values that cross regions (package regions) live in spill slots, one a wave
//	        for each packet of 1, 2, 4 or 8 waves  in lockstep where that cannot be seen (package packet); 4 lanes and a mask each
//	            straight code, if, loop            masks where lanes disagree, plain branches where they cannot
//
// Groups of two or three dimensions without control flow that follow each other along x run side by side where none can see another: the first packet
// of each, then the next (package groups).
//
// Regions without control flow run in long packets instead: 8 to 64 waves one after another, which share addresses and constants. A region that is a
// single branch taken by the first items runs for their waves only, without masks where these are full. NaNs in what a long packet stores are tested
// after its last wave (package late), and the waves of a packet that loads rows prefetch memory after them (package ahead). Loops whose iterations
// stride through memory are split as at a barrier: all waves do one iteration before any does the next (package packet says which loops). Where the
// memory is small enough to come from a cache they run in packets after all, whose sums stay in registers.
//
// Loops carry addresses that advance by a constant in each iteration (package anchor). Shared memory is addressed from the number of a packet's first
// item where packets begin rows of the group (packet.Anchor). A loop known to have few iterations does not check the group's limit: the group does
// when it ends, and is run again wave by wave to find out where it hangs (package limit). The same holds for every loop in lockstep: what the waves
// do together is below the limit at other checks than what they do one by one.
//
// Uniform and affine integers (package shape) are one scalar; everything else is a vector (package values). Affine accesses move whole vectors,
// others go lane by lane with the bounds rule of package ir, in functions of package library if they are rarely needed. A module is generated twice:
// the first pass finds out what is needed, the second emits it where it is cheapest. Each of the two forms can be a module of its own, see Forms.
//
// The bytes that a kernel writes, its costs, reports and prints are those of the interpreter, by the rules of package ir.
//
// The package must not know Lua, the runtime that executes the module, devices or memory allocation. It is safe for
// concurrent use; it does not change the kernel.
package wasm
