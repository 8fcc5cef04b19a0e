// Package methods finds the method of object:Method(...) in few steps.
//
// gopher-lua looks into two maps for it: in the metatable for __index, and there for the name. That takes as long as what the method does, if all it does is
// to record a command. The methods of a class never change, so they stand in a table of their own, which the metatable carries where its own metatable would be:
//
//	object ──▶ metatable ─┬─ __index ──▶ methods         map, map     what is no method, and everything that is no call
//	                      └─ metatable ▷ Table           one look     object:Method
//
// The instruction is found in gopher-lua's table of instructions, whose name the linker must know. Fields of unexported structs are found by their names when the
// program starts; with other fields calls take gopher-lua's way. Objects of others do, too.
//
// The package must not know classes, nor what methods do.
package methods
