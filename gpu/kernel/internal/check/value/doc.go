// Package value holds what the expressions of a kernel stand for, and lowers the operations on it: conversions, operators,
// members and indices, reads and writes of memory, choices.
//
//	Value ──┬ Constant            a number without a type of its own
//	        ├ Data                typed components, one IR value each
//	        ├ Located ── Place ──┬ a variable, or ways into one that an index chooses
//	        │                    ├ bytes of a buffer, constant buffer, groupshared or local memory
//	        │                    └ a texel, which goes through a format
//	        ├ Resource            a declaration bound to a slot
//	        └ Function, Intrinsic, TypeName, Text, Host: what can only be called or refused
//
// A Context is one kernel under construction: it owns the builder, the mistakes found so far, the locals in existence and the bindings.
// A Located value is not read before it is used, so that parts of it can be chosen first, and so that it can be written. Locals are
// SSA values from the start: Branch, Fork and RepeatWhile merge what their blocks leave different. A mistake is reported once and gives
// an Invalid value, which every operation passes on in silence.
//
// It must not know syntax trees, scopes or intrinsics: it is told values and places, and knows nothing of the text they came from but
// their sites. A Context is used by one goroutine.
package value
