// Package adapt changes the syntax tree that is compiled where gopher-lua's compiler is slow or wrong.
//
// The parser calls an Adapter for each node that it has built, from the leaves up, and puts what it returns in the node's place. Whatever the
// compiler cannot be told in a tree is noted for package bytecode, which finishes it in what was compiled:
//
//	parser ── node ──► Adapter ── another node ──► gopher-lua's compiler ──► bytecode.Link(prototype, Notes)
//
// Nodes keep their places, so that messages do not show any of it. The package must not know texts, tokens or places other than the number
// that a node has as its line.
package adapt
