package diag

// The codes of what a script may ask of messages: GS016x.
const (
	// BadMessageFilter occurs when a filter of messages names a code that does not exist or that cannot be denied, gives a
	// severity that does not exist, or is popped without having been pushed.
	//
	// What a call needs to have a meaning, what the device relies on, and what ends a run, cannot be denied. States, order,
	// lifetimes and advice can: the call is done, and its result is defined.
	//
	// Rule: a filter names codes that can be filtered, and is popped as often as it was pushed (source: gpuscript, Lua API; the
	// filters are those of ID3D12InfoQueue).
	//
	// Example:
	//	local gpu = require "gpu"
	//	gpu.SetMessageFilter { Deny = { "WrongBefor" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	gpu.SetMessageFilter { Deny = { "WrongBefore" } }
	BadMessageFilter Code = 161
)
