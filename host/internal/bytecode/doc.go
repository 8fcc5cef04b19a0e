// Package bytecode patches the prototypes that gopher-lua's compiler makes of a tree, before they run:
//
//	constants   the compiler looks for each constant in a list, which takes time with the square of their number. The parser
//	            lets all but the first of a large function stand for one placeholder; Link gives each LOADK of it the true one.
//	functions   a constant may also be a Go function of the host, which a script cannot name.
//	tables      the number of a batch of elements is wrong after the 511th, before a trailing call when the elements fill whole
//	            batches; a full batch is stored once more for each named field after it; and a last field that is a named call lets the
//	            batch before it end where the stack ends:
//
//	            NEWTABLE t … SETLIST t 50 C=1 … SETLIST t 50 C=2 … (named field) SETLIST t 50 C=2  … SETLIST t rest C=0, 0
//	                                                                             ^ does nothing              batch 512 ^
//
// Positions tie an instruction to the tree: the "line" of each is the number of a node (package source). The package must not know the syntax tree,
// the host or the bindings.
package bytecode
