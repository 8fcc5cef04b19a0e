package syntax

import "fmt"

// Table is a Lua table that a kernel captured: a constant array of numbers, or of vectors of two to four numbers. It is numbered as
// in Lua, from 1, so that a function gives the same in a kernel and in the script. Its numbers are floats where the index is not a constant.
type Table struct {
	Rows [][]float64 // of one number each for a list of numbers, of two to four for a list of lists
}

// MaxTable bounds the numbers of a captured table: each one is an instruction where the kernel begins.
const MaxTable = 1024

// Problem says, as a part of a sentence, why a kernel cannot use the table; it is empty where the kernel can.
func (t *Table) Problem() string {
	if len(t.Rows) == 0 {
		return "it is empty"
	}
	n := len(t.Rows[0])
	for i, row := range t.Rows {
		switch {
		case len(row) < 1 || len(row) > 4:
			return fmt.Sprintf("element %d has %d numbers; 1 to 4 are allowed", i+1, len(row))
		case len(row) != n:
			return fmt.Sprintf("element %d has %d numbers, but element 1 has %d", i+1, len(row), n)
		}
	}
	if len(t.Rows)*n > MaxTable {
		return fmt.Sprintf("it has %d numbers; %d are allowed", len(t.Rows)*n, MaxTable)
	}
	return ""
}

// Elem is the type of an element: float, or a vector of it. The table must have no Problem.
func (t *Table) Elem() *Type { return Vector(Float, len(t.Rows[0])) }
