package catalogue

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// linear are the operators of linear algebra.
var linear = []*op.Row{
	{Name: "GEMM", Fields: []op.Field{op.In("ATensor"), op.In("BTensor"), op.OptIn("CTensor"), op.Out("OutputTensor"),
		op.Enum("TransA", "NONE", "TRANSPOSE"), op.Enum("TransB", "NONE", "TRANSPOSE"), op.Default("Alpha", op.FloatType, 1), op.Default("Beta", op.FloatType, 1),
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

// lowerGemm gives every work item some elements of a column of the product, so that it reads an element of BTensor once for all of them. Each adds along
// its row and the column in their order.
func lowerGemm(a *op.Args) *op.Program {
	out := a.Tensor("OutputTensor")
	f := a.Operator("FusedActivation")
	normalised := f != nil && f.Row.Normalise != nil
	sizes, n := slices.Clone(out.Sizes), out.Rank()
	rows := uint32(1)
	if sizes[n-2]%4 == 0 && !normalised {
		rows = 4
	}
	sizes[n-2] /= rows
	k := shader.New(a.Row.Name, out.Count()/uint64(rows))
	at := k.Coords("i", sizes)
	elements := make([][]string, rows)
	for r := range elements {
		elements[r] = slices.Clone(at)
		if rows > 1 {
			elements[r][n-2] = k.Let("row", "%s * %d + %d", at[n-2], rows, r)
		}
	}
	values := products(a, k, elements)
	if normalised {
		return normalisedProduct(a, k, f, values[0])
	}
	y := a.Out(k, "OutputTensor")
	for r, at := range elements {
		y.Store(y.Index(at), a.Activated(k, "FusedActivation", values[r]))
	}
	return op.Steps(k)
}

// products are elements of one column of the product, without what is fused.
func products(a *op.Args, k *shader.Kernel, elements [][]string) []string {
	x, y, n := a.In(k, "ATensor"), a.In(k, "BTensor"), len(elements[0])
	batch, column := elements[0][:n-2], elements[0][n-1]
	_, shared := matrix(x.Desc, a.Uint("TransA") == 1)
	sums := make([]string, len(elements))
	for r := range sums {
		sums[r] = k.Let("sum", "0.0")
	}
	k.Block("for k = 0, %d do", shared-1)
	right := k.Let("right", "%s", y.At(place(batch, "uint(k)", column, a.Uint("TransB") == 1)))
	for r, at := range elements {
		k.Line("%s = %s + %s * %s", sums[r], sums[r], x.At(place(batch, at[n-2], "uint(k)", a.Uint("TransA") == 1)), right)
	}
	k.End()
	c := a.In(k, "CTensor")
	for r, at := range elements {
		if alpha := a.Float("Alpha"); alpha != 1 {
			sums[r] += " * " + shader.Float(alpha)
		}
		if c != nil {
			sums[r] += " + " + c.At(at) + " * " + shader.Float(a.Float("Beta"))
		}
	}
	return sums
}

// normalisedProduct is the program of a product that a fused softmax normalises: it stands in temporary memory until then.
func normalisedProduct(a *op.Args, k *shader.Kernel, f *op.Args, value string) *op.Program {
	p := &fold.Plan{}
	product := p.Store(tensor.Float32, a.Tensor("OutputTensor").Sizes...)
	product.In(k).Store("i", value)
	p.Add(k)
	f.Row.Normalise(f, a, p, product.Place())
	return op.Planned(p)
}

// place is the coordinates of an element of a matrix that may be transposed.
func place(batch []string, row, column string, transposed bool) []string {
	if transposed {
		row, column = column, row
	}
	return slices.Concat(batch, []string{row, column})
}
