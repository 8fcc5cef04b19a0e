// Package source keeps the text of the scripts of one Lua state and knows where everything in them stands.
//
// gopher-lua's syntax tree and its debug tables hold line numbers only. Here every node has a number of its own as its "line" (package parse), and
// the bytes that the node covers are known. The number survives compilation, so what the virtual machine calls the current line is a site: one call,
// one field access, one operator.
//
//	line 3:  upload:Copy(verts.data, f(1) + f(2))
//	                ^^^^ ─────────────────────────   call:      Span name … ')', Point the name, Extent from "upload"
//	                           ^^^^                  field:     Span and Point the name, Extent "verts.data"
//	                                 ^^^^ ^ ^^^^     operator:  Span and Extent both operands, Point the '+'
//
//	ids  1<<24 … first chunk … (its end) | second chunk … (its end) | …
//
// Edits of calls are found here, too: Fix follows the address of a value through the arguments and tables of a call, and through locals that never
// change, and says which bytes become what. What a text says of its own variables, loops and functions, package flow knows; what follows from several
// texts, or from the calls that led to a place, is found here.
//
// The tree that is compiled is not the tree that is kept: gopher-lua's compiler folds constants in place, so each text is parsed twice with the same
// numbers, the second time when somebody asks about it. The one for the compiler is changed on the way where the compiler is slow or wrong (adapt),
// and package bytecode finishes that in what it compiled. Package parse reads texts; what would take too long is refused there, and a context that
// ends stops the rest.
//
// What was made of a text (a unit) belongs to no set: the units that were used last are remembered for the process. A set begins its first texts at
// round numbers, so that a module has the same places, and is the same unit, after scripts of different lengths.
//
// The package must not know the host, the bindings or the device: it turns text into prototypes and sites into places.
package source
