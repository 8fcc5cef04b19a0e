// Package callsite tells a running Go function where in the script it was called from.
//
// The host compiles scripts so that the line number of every instruction is a gpu.Site; this package reads it from the Lua stack. It is called for
// every recorded command, so it must not allocate, as gopher-lua's own GetStack and GetInfo do. Instead the two unexported structures are read at
// offsets that are checked, by name and type, when the program starts; if a future gopher-lua has another layout, the slow way is used and nothing
// else changes.
//
//	LState.currentFrame ──▶ callFrame{Fn, Parent, Pc}   the Go function
//	                               Parent ──▶ callFrame  the Lua function: Fn.Proto.DbgSourcePositions[Pc-1] is the site
//
// The package must not know the host: it names sites, it does not resolve them.
package callsite
