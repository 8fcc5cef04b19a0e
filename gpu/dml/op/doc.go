// Package op defines what DirectML operators consist of. A row says which fields an operator has, in the order of DirectML's struct, what it requires
// of its tensors, and how it becomes dispatches; package catalogue has the rows.
//
//	Desc ──Table.Resolve──▶ Args ──Row.Check──▶ "" or what is wrong ──Row.Lower──▶ Program: steps, bytes of temporary and persistent memory
//
// Resolve reads a description strictly: unknown, missing and mistyped fields are faults with a path. Check sees fields of the right types and tensors
// that are valid by themselves. Lower sees only what Check has accepted, and cannot fail.
//
// The package must not know single operators, devices, descriptors or what becomes of a fault.
package op
