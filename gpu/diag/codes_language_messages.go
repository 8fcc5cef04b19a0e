package diag

// The codes of what a script may ask of messages: GS016x.
const (
	// BadMessageFilter occurs when a message filter names a code that does not exist or that cannot be denied, gives a severity that does not exist,
	// or is popped without having been pushed.
	//
	// A code cannot be denied if the call has no meaning otherwise, if the device relies on the rule, or if it ends the run. Codes of states, order,
	// lifetimes and advice can be denied: the call is executed, with a defined result.
	//
	// Rule: A filter names codes that can be filtered, and is popped as often as it was pushed (source: gpuscript, Lua API; the
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
