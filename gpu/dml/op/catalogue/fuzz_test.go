package catalogue_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// FuzzResolve tries descriptions made of random fields of the right types: they are refused or lowered, and nothing panics.
func FuzzResolve(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		for range 50 {
			rows := catalogue.Rows()
			d := describe(r, rows[r.IntN(len(rows))], rows)
			if a, fault := catalogue.Resolve(d); fault == nil {
				a.Row.Lower(a)
			}
		}
	})
}

// describe makes a description whose tensors often fit each other.
func describe(r *rand.Rand, row *op.Row, rows []*op.Row) op.Desc {
	d := op.Desc{Type: row.Name, Fields: map[string]any{}}
	sizes := list(r, func() uint32 { return 1 + uint32(r.IntN(3)) })
	of := tensor.DataType(r.IntN(14))
	one := func() *tensor.Desc {
		out := tensor.Of(of, append([]uint32(nil), sizes...)...)
		if r.IntN(4) == 0 {
			out.DataType = tensor.DataType(1 + r.IntN(11))
		}
		if r.IntN(4) == 0 && len(sizes) > 0 {
			out.Sizes[r.IntN(len(sizes))] = uint32(r.IntN(4))
		}
		if r.IntN(8) == 0 {
			out.Strides = list(r, func() uint32 { return uint32(r.IntN(9)) })
		}
		return out
	}
	for _, f := range row.Fields {
		if r.IntN(20) == 0 || f.Optional && r.IntN(2) == 0 || len(f.CountOf) > 0 {
			continue
		}
		switch f.Type {
		case op.TensorType:
			d.Fields[f.Name] = one()
		case op.TensorsType:
			d.Fields[f.Name] = []*tensor.Desc{one(), one()}
		case op.UintType:
			d.Fields[f.Name] = uint32(r.IntN(5))
		case op.IntType:
			d.Fields[f.Name] = int32(r.IntN(7) - 3)
		case op.FloatType:
			d.Fields[f.Name] = float32(r.NormFloat64())
		case op.BoolType:
			d.Fields[f.Name] = r.IntN(2) == 0
		case op.UintsType:
			d.Fields[f.Name] = list(r, func() uint32 { return uint32(r.IntN(4)) })
		case op.IntsType:
			d.Fields[f.Name] = list(r, func() int32 { return int32(r.IntN(5) - 2) })
		case op.FloatsType:
			d.Fields[f.Name] = list(r, func() float32 { return float32(r.IntN(4)) / 2 })
		case op.ScaleBiasType:
			d.Fields[f.Name] = op.ScaleBias{Scale: 2, Bias: 1}
		case op.ScalarType:
			d.Fields[f.Name] = r.NormFloat64() * 300
		case op.Size2DType:
			d.Fields[f.Name] = op.Size2D{Width: uint32(r.IntN(4)), Height: uint32(r.IntN(4))}
		case op.OperatorType:
			d.Fields[f.Name] = fused(r, rows)
		case op.OperatorsType:
			d.Fields[f.Name] = list(r, func() op.Desc { return fused(r, rows) })
		}
	}
	return d
}

// fused is an operator without tensors.
func fused(r *rand.Rand, rows []*op.Row) op.Desc {
	d := describe(r, rows[r.IntN(len(rows))], rows)
	for name, v := range d.Fields {
		if _, ok := v.(*tensor.Desc); ok {
			delete(d.Fields, name)
		}
	}
	return d
}

// list is up to four values.
func list[T any](r *rand.Rand, value func() T) []T {
	out := make([]T, r.IntN(5))
	for i := range out {
		out[i] = value()
	}
	return out
}
