// Package adapt changes the syntax tree that is compiled where gopher-lua's compiler is slow or wrong.
//
// The parser calls an Adapter for each node it has built, from the leaves up, and uses the returned node instead. What a tree cannot express is noted
// for package bytecode, which applies it to the compiled prototype:
//
//	parser ── node ──► Adapter ── another node ──► gopher-lua's compiler ──► bytecode.Link(prototype, Notes)
//
// Nodes keep their positions, so that messages show none of it. The package must not know texts, tokens or positions other than the number that a
// node has as its line.
package adapt
