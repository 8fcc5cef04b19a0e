// Package race finds work items of a dispatch that touch the same element of groupshared memory, or of a view, with nothing that orders them.
//
//	kernel + dispatch ──Find──▶ nil, or the first conflict: element, two accesses, where a barrier repairs it
//
// Some groups are run by the interpreter, whose writes are undone; the dispatch itself then runs as always. So the result depends on the kernel and
// on the bytes it reads, and not on cores, executors or the order of groups.
//
//	phase 0            │ barrier │ phase 1
//	item 0  write [0]  │         │ read [1]     ordered: another phase
//	item 1  write [1]  │         │ write [1]    conflict with item 0's read in phase 1, if it changes what is there
//
// Accesses of different work items in one phase conflict if one of them writes. These do not:
//
//	two atomics                         they commute as far as the language promises anything
//	a write of what is there already    items that set one flag to one value
//	a read of what such a write left    nobody can tell it from what was there before
//	what atomics order                  the first item does an atomic after its access, and the second one, before its own, an atomic after
//	                                    that access whose result it uses: a lock, or a ticket
//
// In the memory of views, work items of different groups have no phases in common: all that orders them are atomics, of their own or of others of
// their groups with a barrier between. Two things are a conflict:
//
//	two stores of different values to one address
//	a read, and a store or atomic that changes what is there, if the groups leave other bytes when they run in the opposite order
//
// A conflict found in the optimised kernel is reported only if the kernel as written has it too: passes may read earlier than the script does, and
// the script may read what it never uses. The package must not know Lua, diagnostics or compilers.
package race
