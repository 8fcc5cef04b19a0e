package catalogue

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/product"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// linear are the operators of linear algebra.
var linear = []*op.Row{
	{Name: "GEMM", Fields: []op.Field{op.In("ATensor"), op.In("BTensor"), op.OptIn("CTensor"), op.Out("OutputTensor"),
		op.Enum("TransA", "NONE", "TRANSPOSE"), op.Enum("TransB", "NONE", "TRANSPOSE"), op.Default("Alpha", op.FloatType, 1),
		op.Default("Beta", op.FloatType, 1),
		op.Fused("ACTIVATION_SOFTMAX", "ACTIVATION_SOFTMAX1", "ELEMENT_WISE_CLIP")},
		Check: checkGemm, Lower: lowerGemm},
}

// matrix is the last two sizes of a tensor, turned if it is transposed.
func matrix(t *tensor.Desc, transposed bool) (rows, columns uint32) {
	n := len(t.Sizes)
	if transposed {
		return t.Sizes[n-1], t.Sizes[n-2]
	}
	return t.Sizes[n-2], t.Sizes[n-1]
}

func checkGemm(a *op.Args) string {
	if why := op.First(a.TypesOf("ATensor", tensor.Float32, tensor.Float16), a.SameTypes(), a.RankOf("ATensor", 2, 4), a.SameRank()); why != "" {
		return why
	}
	x := a.Tensor("ATensor")
	batch := x.Sizes[:x.Rank()-2]
	rows, shared := matrix(x, a.Uint("TransA") == 1)
	_, columns := matrix(a.Tensor("BTensor"), a.Uint("TransB") == 1)
	right := []uint32{shared, columns}
	if a.Uint("TransB") == 1 {
		right = []uint32{columns, shared}
	}
	result := slices.Concat(batch, []uint32{rows, columns})
	return op.First(a.SizesOf("BTensor", slices.Concat(batch, right), "the batches of ATensor, and as many rows as it has columns"),
		a.SizesOf("CTensor", result, "those of the product"), a.SizesOf("OutputTensor", result, "those of the product"),
		a.FusedAxes("FusedActivation"))
}

// lowerGemm gives every element of the product a work item, which adds along its row and column in their order.
func lowerGemm(a *op.Args) *op.Program {
	p, f, out := &fold.Plan{}, a.Operator("FusedActivation"), a.Tensor("OutputTensor")
	normalised := f != nil && f.Row.Normalise != nil
	var kept fold.Stored
	if normalised { // the product is in temporary memory until it is
		kept = p.Store(tensor.Float32, out.Sizes...)
	}
	product.Multiply(a.Row.Name, p, oriented(a, "ATensor", "TransA"), oriented(a, "BTensor", "TransB"),
		func(k *shader.Kernel, at []string, sum string) {
			value := scaledProduct(a, k, at, sum)
			if normalised {
				y := kept.In(k)
				y.Store(y.Index(at), value)
				return
			}
			y := a.Out(k, "OutputTensor")
			y.Store(y.Index(at), a.Activated(k, "FusedActivation", value))
		})
	if normalised {
		f.Row.Normalise(f, a, p, kept.Place())
	}
	return op.Planned(p)
}

// oriented is an operand of a product as it is multiplied.
func oriented(a *op.Args, field, transposed string) fold.Place {
	if a.Uint(transposed) == 1 {
		return product.Turned(a.From(field))
	}
	return a.From(field)
}

// scaledProduct is an element of a product times Alpha, plus that of CTensor times Beta.
func scaledProduct(a *op.Args, k *shader.Kernel, at []string, sum string) string {
	if alpha := a.Float("Alpha"); alpha != 1 {
		sum += " * " + shader.Float(alpha)
	}
	if c := a.In(k, "CTensor"); c != nil {
		sum += " + " + c.At(at) + " * " + shader.Float(a.Float("Beta"))
	}
	return sum
}
