package dml_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// special are numbers at which functions change: zeros, infinities, NaN, denormals, and where one way to calculate them ends.
var special = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0.5, -0.5, 2.5, -2.5, 1e30, -1e30, 1e-30, 1e-40, 88, -88, 120, -120,
	0.99999994, 1e9, 0.3, 0.41, -0.39, 3.5, -3.5, 1.0001}

// TestSpecialNumbers holds operators of one and two floats against the reference at special numbers, and at all pairs of them.
func TestSpecialNumbers(t *testing.T) {
	r := newMachine(t, true)
	for _, row := range catalogue.Rows() {
		inputs := 0
		for _, f := range row.Fields {
			if f.Kind == op.Input {
				inputs++
			}
		}
		switch {
		case row.Field("Axes") >= 0, row.Name == "ACTIVATION_SOFTMAX", row.Name == "ACTIVATION_LOG_SOFTMAX", row.Name == "ACTIVATION_HARDMAX", row.Name == "ELEMENT_WISE_CLIP1":
			continue // of sets
		case !strings.HasPrefix(row.Name, "ELEMENT_WISE_") && !strings.HasPrefix(row.Name, "ACTIVATION_") || inputs > 2 || strings.Contains(row.Name, "_GRAD"):
			continue
		}
		for _, out := range []reference.Type{"FLOAT32", "UINT8"} {
			c := specialCase(row, out, inputs)
			if desc, _ := describe(t, c); row.Check != nil {
				if _, fault := catalogue.Resolve(desc); fault != nil {
					require.Equal(t, op.Constraint, fault.Cause, fault.Text)
					continue
				}
			}
			abs := 1e-38
			if row.Name == "ACTIVATION_GELU" { // 1 + erf loses what erf is near -1
				abs = 4e-7
			}
			r.hold(t, c, how{}, abs, 1e-5)
		}
	}
}

func specialCase(row *op.Row, out reference.Type, inputs int) reference.Case {
	numbers := special
	switch row.Name {
	case "ELEMENT_WISE_COS", "ELEMENT_WISE_SIN", "ELEMENT_WISE_TAN": // of angles that have a remainder in 32 bits
		numbers = append(special[:11:11], special[21:]...)
	}
	n := len(numbers)
	shape := []int{n * n}
	if inputs == 1 {
		shape[0] = n
	}
	c := reference.Case{Op: row.Name, Attrs: reference.Attrs{}, Tensors: map[string][]*reference.Tensor{}}
	if list := attributes[row.Name]; list != nil {
		c.Attrs = list[0]
	}
	step := 1
	for _, f := range row.Fields {
		switch f.Kind {
		case op.Input:
			x := reference.New("FLOAT32", shape, nil)
			for i := range x.Data {
				x.Data[i].F = float64(float32(numbers[i/step%n]))
			}
			step *= n
			c.Tensors[f.Name] = one(x)
		case op.Output:
			c.Tensors[f.Name] = one(reference.New(out, shape, nil))
		}
	}
	return c
}
