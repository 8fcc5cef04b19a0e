package check

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Field is one value that a vertex or pixel shader takes or gives.
type Field struct {
	Name          string // of a vertex shader's input the semantic without its number, else the field between the stages
	Index         uint32 // of the semantic
	Type          *syntax.Type
	Interpolation gpu.Interpolation
	Mode          string // what a declaration says of the interpolation, as the script spelled it; empty for the usual one
	Unused        bool   // of a pixel shader's inputs: it may be named, but nothing depends on it, so it takes no plane
	Site          gpu.Site
}

// Modifier is one entry of the table Interpolation of a shader.
type Modifier struct {
	Field string
	Mode  string // as the script spelled it
}

// Interface is what a vertex or pixel shader takes and gives, and what is to be said of it.
type Interface struct {
	Inputs  []Field // in order; of a pixel shader without the position
	Outputs []Field // of a vertex shader without the position; of a pixel shader its targets, numbered by Index
	Uses    gpu.StageUses
	Advice  []*diag.Diagnostic // of any shader: what could be meant otherwise than it is read
	Partial bool               // of any shader: constants rule a branch out, so it may use less than its text
}

// Elements are fields as the fixed parts of the pipeline see them: nested fields in order, matrices by rows, without unused ones.
func Elements(fields []Field) []gpu.StageElement {
	var list []gpu.StageElement
	for _, f := range fields {
		if !f.Unused {
			list = appendElements(list, f, f.Name, f.Type)
		}
	}
	return list
}

func appendElements(list []gpu.StageElement, f Field, name string, t *syntax.Type) []gpu.StageElement {
	if t.Kind == syntax.Struct {
		for _, inner := range t.Fields {
			list = appendElements(list, f, name+"."+inner.Name, inner.Type)
		}
		return list
	}
	for row := range t.Rows {
		e := gpu.StageElement{Name: name, Index: f.Index + uint32(row), Numeric: value.NumericOf(t.Scalar), Components: uint32(t.Cols),
			Interpolation: f.Interpolation, Site: f.Site}
		if e.Numeric != gpu.NumericFloat {
			e.Interpolation = gpu.InterpolateNone
		}
		list = append(list, e)
	}
	return list
}

// planes is the number of components of the fields that are in use.
func planes(fields []Field) int {
	n := 0
	for _, f := range fields {
		if !f.Unused {
			n += f.Type.Components()
		}
	}
	return n
}

// registers is the number of registers of four components that the fields take between two stages: one for each vector or row.
func registers(fields []Field) int { return len(Elements(fields)) }
