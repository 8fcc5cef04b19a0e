package op

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// linear are the operators of linear algebra.
var linear = []*Row{
	{Name: "GEMM", Fields: []Field{In("ATensor"), In("BTensor"), OptIn("CTensor"), Out("OutputTensor"),
		Enum("TransA", "NONE", "TRANSPOSE"), Enum("TransB", "NONE", "TRANSPOSE"), Default("Alpha", FloatType, 1), Default("Beta", FloatType, 1),
		OptAttr("FusedActivation", OperatorType)},
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

func checkGemm(a *Args) string {
	if why := first(a.TypesOf("ATensor", tensor.Float32, tensor.Float16), a.SameTypes(), a.RankOf("ATensor", 2, 4), a.sameRank()); why != "" {
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
	return first(a.SizesOf("BTensor", slices.Concat(batch, right), "the batches of ATensor, and as many rows as it has columns"),
		a.SizesOf("CTensor", result, "those of the product"), a.SizesOf("OutputTensor", result, "those of the product"), a.checkFusion("FusedActivation", "ACTIVATION_SOFTMAX", "ACTIVATION_SOFTMAX1", "ELEMENT_WISE_CLIP"),
		a.fusedAxes("FusedActivation"))
}

// fusedAxes asks for axes of the output where a fused activation has axes.
func (a *Args) fusedAxes(field string) string {
	if f := a.Operator(field); f != nil && f.Row.Field("Axes") >= 0 {
		return f.axesOf("OutputTensor", a.Tensor("OutputTensor").Rank())
	}
	return ""
}

// sameRank asks for as many dimensions of all tensors as the first one has.
func (a *Args) sameRank() string {
	names := a.tensorFields()
	rank := a.Tensor(names[0]).Rank()
	for _, n := range names[1:] {
		if why := a.RankOf(n, rank, rank); why != "" {
			return why
		}
	}
	return ""
}

// lowerGemm gives every element of the product a work item, which adds along the row and the column in their order.
func lowerGemm(a *Args) *Program {
	k := a.kernel(a.Tensor("OutputTensor"))
	x, y, out := a.in(k, "ATensor"), a.in(k, "BTensor"), a.Tensor("OutputTensor")
	at := k.Coords("i", out.Sizes)
	n := len(at)
	batch, row, column := at[:n-2], at[n-2], at[n-1]
	_, shared := matrix(x.Desc, a.Uint("TransA") == 1)
	sum := k.Let("sum", "0.0")
	k.Block("for k = 0, %d do", shared-1)
	k.Line("%s = %s + %s * %s", sum, sum, x.At(place(batch, row, "uint(k)", a.Uint("TransA") == 1)), y.At(place(batch, "uint(k)", column, a.Uint("TransB") == 1)))
	k.End()
	value := sum
	if alpha := a.Float("Alpha"); alpha != 1 {
		value = sum + " * " + shader.Float(alpha)
	}
	if c := a.in(k, "CTensor"); c != nil {
		value = value + " + " + c.At(at) + " * " + shader.Float(a.Float("Beta"))
	}
	if f := a.Operator("FusedActivation"); f != nil && f.Row.Normalise != nil {
		return a.normalisedProduct(k, f, value)
	}
	y = a.out(k, "OutputTensor")
	y.Store(y.Index(at), a.activated(k, "FusedActivation", value))
	return steps(k)
}

// normalisedProduct is the program of a product that a fused softmax normalises: it stands in temporary memory until then.
func (a *Args) normalisedProduct(k *shader.Kernel, f *Args, value string) *Program {
	p := &fold.Plan{}
	product := p.Store(tensor.Float32, a.Tensor("OutputTensor").Sizes...)
	product.In(k).Store("i", value)
	p.Add(k)
	f.Row.Normalise(f, a, p, product.Place())
	return planned(p)
}

// place is the coordinates of an element of a matrix that may be transposed.
func place(batch []string, row, column string, transposed bool) []string {
	if transposed {
		row, column = column, row
	}
	return slices.Concat(batch, []string{row, column})
}
