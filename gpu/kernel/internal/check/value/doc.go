// Package value represents the expressions of a kernel, and lowers the operations on them: conversions, operators, members and indices, memory
// accesses, choices.
//
//	Value ──┬ Constant            a number without a type of its own
//	        ├ Data                typed components, one IR value each
//	        ├ Located ── Place ──┬ a variable, or ways into one that an index chooses
//	        │                    ├ bytes of a buffer, constant buffer, groupshared or local memory
//	        │                    └ a texel, which goes through a format
//	        ├ Resource            a declaration bound to a slot
//	        └ Function, Intrinsic, TypeName, Text, Host: what can only be called or refused
//
// A Context is one kernel under construction: it owns the builder, the mistakes found so far, the live locals and the bindings. A Located value is
// not read before it is used, so that parts of it can be selected first, and so that it can be written. Locals are SSA values from the start: Branch,
// Fork and RepeatWhile merge what their blocks leave different. A mistake is reported once and gives an Invalid value, which every operation passes
// on silently.
//
// It must not know syntax trees, scopes or intrinsics: it is given values and places, and knows only their sites, not the source text. A Context is
// used by one goroutine.
package value
