package diag

// The language, the host and the bindings: GS01xx.
const (
	// SyntaxError occurs when a script is not valid Lua.
	SyntaxError Code = 101
	// RuntimeError occurs when Lua itself refuses an operation that has no code of its own.
	RuntimeError Code = 102
	// ScriptError occurs when a script calls error or assert and nothing catches it.
	ScriptError Code = 103
	// IndexOfNil occurs when a script reads or writes a field of something that has none.
	IndexOfNil Code = 104
	// CallOfNonFunction occurs when a script calls something that is not a function.
	CallOfNonFunction Code = 105
	// WrongOperand occurs when an operator meets a value that it cannot work on.
	WrongOperand Code = 106
	// StackOverflow occurs when functions call each other too deeply.
	StackOverflow Code = 107

	// ModuleNotFound occurs when require names a module that does not exist.
	ModuleNotFound Code = 111
	// FileOutsideSandbox occurs when a script names a file that it has no right to touch.
	FileOutsideSandbox Code = 112
	// FileUnreadable occurs when a file is missing or cannot be read or written.
	FileUnreadable Code = 113
	// BrokenImage occurs when a file is not a PNG image that can be decoded.
	BrokenImage Code = 114

	// UnknownMethod occurs when a script calls a method that the object does not have.
	UnknownMethod Code = 121
	// UnknownField occurs when a script reads a field that the object or module does not have.
	UnknownField Code = 122
	// FieldAssignment occurs when a script assigns to a field of an object.
	FieldAssignment Code = 123
	// MissingSelf occurs when a method is called with '.' instead of ':'.
	MissingSelf Code = 124
	// ArgumentCount occurs when a call has too few or too many arguments.
	ArgumentCount Code = 125

	// UnknownKey occurs when a descriptor has a key that its type does not have.
	UnknownKey Code = 131
	// MissingField occurs when a descriptor lacks a field that has no default.
	MissingField Code = 132
	// WrongType occurs when a value has another type than the parameter or field.
	WrongType Code = 133
	// NotInteger occurs when a whole number is expected and the number has a fraction.
	NotInteger Code = 134
	// NumberOutOfRange occurs when a number does not fit into the type of the parameter or field.
	NumberOutOfRange Code = 135
	// UnknownEnumValue occurs when a string is not one of the values of an enumeration or flag set.
	UnknownEnumValue Code = 136

	// WrongObjectKind occurs when an object of another kind is expected.
	WrongObjectKind Code = 141
	// ObjectOfAnotherDevice occurs when objects of two devices meet in one call.
	ObjectOfAnotherDevice Code = 142

	// StepLimit occurs when a script has executed more Lua instructions than it may.
	StepLimit Code = 151
	// TimeLimit occurs when a script has run longer than it may.
	TimeLimit Code = 152
	// OutputLimit occurs when a script has printed or saved more bytes than it may.
	OutputLimit Code = 153
	// MemoryLimit occurs when a script wants more video memory than it may have.
	MemoryLimit Code = 154
	// ObjectLimit occurs when a script has more objects open than it may.
	ObjectLimit Code = 155
	// Cancelled occurs when the program that runs the script stops it.
	Cancelled Code = 156

	// Internal occurs when gpuscript itself is wrong.
	Internal Code = 191
)
