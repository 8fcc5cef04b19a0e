// Package op is the catalogue of DirectML's operators: one table of rows, sorted by name, a file a family. A row says which fields an operator has, in the order
// of DirectML's struct, what it asks of its tensors, and how it becomes dispatches.
//
//	Desc ──Resolve──▶ Args ──Row.Check──▶ "" or what is wrong ──Row.Lower──▶ Program: steps, bytes of temporary and persistent memory
//
// Resolve reads a description strictly: unknown, missing and mistyped fields are faults with a path. Check sees fields of the right types and tensors
// that are right by themselves. Lower sees what Check has passed, and cannot fail.
//
// The package must not know devices, descriptors or what becomes of a fault.
package op
