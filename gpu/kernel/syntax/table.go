package syntax

import "github.com/gpuscript/gpuscript/gpu/diag"

// Table is a Lua table that a kernel captured: a constant array of numbers, or of vectors of two to four numbers. It is numbered as
// in Lua, from 1, so that a function gives the same in a kernel and in the script.
type Table struct {
	Rows [][]float64 // at least one; all of the same length, 1 to 4
}

// MaxTable bounds the numbers of a captured table: each one is an instruction where the kernel begins.
const MaxTable = 1024

// NewTable makes a constant array of rows of one number (a list of numbers) or of two to four (a list of lists). The rows are kept,
// not copied. The diagnostic has no place yet: the caller adds it.
func NewTable(rows [][]float64) (*Table, *diag.Diagnostic) {
	bad := func(format string, args ...any) (*Table, *diag.Diagnostic) {
		return nil, diag.New(diag.HostValue, format, args...).
			Because("A kernel can capture a list of numbers, or a list of lists of two to four numbers, as a constant array.").
			HelpText("put other data into a buffer")
	}
	if len(rows) == 0 {
		return bad("a kernel cannot use an empty table")
	}
	n := len(rows[0])
	for i, row := range rows {
		switch {
		case len(row) < 1 || len(row) > 4:
			return bad("element %d of this table has %d numbers; a kernel takes 1 to 4", i+1, len(row))
		case len(row) != n:
			return bad("element %d of this table has %d numbers, but element 1 has %d", i+1, len(row), n)
		}
	}
	if len(rows)*n > MaxTable {
		return bad("this table has %d numbers; a kernel can capture %d", len(rows)*n, MaxTable)
	}
	return &Table{Rows: rows}, nil
}

// Elem is the type of an element: float, or a vector of it.
func (t *Table) Elem() *Type { return Vector(Float, len(t.Rows[0])) }
