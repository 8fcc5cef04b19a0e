// Package parse parses Lua 5.1 into gopher-lua's own node types, and records the bytes of every node.
//
// Each node gets a number of its own as its "line". The number survives gopher-lua's compiler, so it leads back to the Record of the node: which
// bytes it covers, which of them a message underlines, which names it declares, and which declaration a name means.
//
//	text ── lex ──▶ tokens ── parser ──▶ Tree{Stmts, Records}      Records[node.Line() - Base] is what is known of a node
//	                             └─ *Error: the place, a sentence, and the change that makes Lua of it where one is known
//
// A text for the compiler is adapted while it is parsed (package adapt); one that is kept is not. What would take too long is refused (bounds.go).
//
// The package must not know files, sites, or what the tree is used for.
package parse
