package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/elements"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// picked are the operators that find places of elements or put elements at places that are found, and the one that makes numbers of its state.
var picked = []*op.Row{
	{Name: "MAX_UNPOOLING", Fields: []op.Field{op.In("InputTensor"), op.In("IndicesTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Numbers...), a.SameTypes("InputTensor", "OutputTensor"),
				a.TypesOf("IndicesTensor", tensor.Uint32, tensor.Uint64), a.RankOf("InputTensor", 4, 5),
				a.SameRank(), a.SameSizes("InputTensor", "IndicesTensor"))
		}, Lower: lowerUnpooling},
	{Name: "NONZERO_COORDINATES", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputCountTensor"), op.Out("OutputCoordinatesTensor")},
		Check: checkNonzero, Lower: lowerNonzero},
	{Name: "RANDOM_GENERATOR", Fields: []op.Field{op.In("InputStateTensor"), op.Out("OutputTensor"), op.OptOut("OutputStateTensor"),
		op.Enum("Type", "PHILOX_4X32_10")},
		Check: func(a *op.Args) string {
			state := []uint32{1, 1, 1, 6}
			return op.First(a.TypesOf("InputStateTensor", tensor.Uint32), a.SameTypes(),
				a.SizesOf("InputStateTensor", state, "a counter of four words and a key of two"),
				a.SizesOf("OutputStateTensor", state, "a counter of four words and a key of two"))
		}, Lower: lowerRandom},
}

// lowerUnpooling notes the last element that goes to each place of the output, which then takes it: of several to one place none is written in a
// race. Places beyond the output are not written.
func lowerUnpooling(a *op.Args) *op.Program {
	p, x, y := &fold.Plan{}, a.Tensor("InputTensor"), a.Tensor("OutputTensor")
	size := uint32(y.Count())
	takes := p.Store(tensor.Uint32, size)
	k := shader.New(a.Row.Name, y.Count())
	takes.In(k).Store("i", "uint(0)")
	p.Add(k)
	k = a.Kernel(x)
	at := k.Coords("i", x.Sizes)
	indices := a.In(k, "IndicesTensor")
	m, place := k.Math(indices.DataType), k.Let("place", "%s", indices.At(at))
	k.Block("if %s then", m.Less(place, m.Const(float64(size))))
	k.Line("InterlockedMax(%s, i + 1)", takes.In(k).Load(word(indices.DataType, place)))
	k.End()
	p.Add(k)
	last := a.Placed(func(k *shader.Kernel, _ []string) string {
		number := k.Let("number", "%s", takes.In(k).Load("i"))
		from := k.Coords(k.Let("from", "max(%s, uint(1)) - 1", number), x.Sizes)
		return fmt.Sprintf("%s == 0 and %s or %s", number, k.Math(x.DataType).Const(0), a.In(k, "InputTensor").At(from))
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}

// checkNonzero asks for a row of coordinates for each element: of all dimensions, or without some of size 1 in front.
func checkNonzero(a *op.Args) string {
	x, rows := a.Tensor("InputTensor"), a.Tensor("OutputCoordinatesTensor")
	if why := op.First(a.TypesOf("InputTensor", op.Numbers...), a.TypesOf("OutputCountTensor", tensor.Uint32),
		a.TypesOf("OutputCoordinatesTensor", tensor.Uint32), a.RankOf("InputTensor", 4, 5), a.SameRank()); why != "" {
		return why
	}
	n := x.Rank()
	one := slices.Repeat([]uint32{1}, n)
	want := slices.Clone(one)
	want[n-2], want[n-1] = uint32(x.Count()), rows.Sizes[n-1]
	least := n
	for least > 1 && x.Sizes[n-least] == 1 {
		least--
	}
	if got := int(rows.Sizes[n-1]); got < least || got > n {
		return fmt.Sprintf("Tensor 'OutputCoordinatesTensor' has %d coordinates in a row. It is expected to have from %d, the dimensions of tensor 'InputTensor' without those of size 1 in front, to %d.", got, least, n)
	}
	return op.First(a.SizesOf("OutputCountTensor", one, "it is one number"),
		a.SizesOf("OutputCoordinatesTensor", want, "a row for each element of InputTensor"))
}

// lowerNonzero counts the elements that are not 0 before each one: that is the row of its coordinates. Rows after the last one stay as they are.
func lowerNonzero(a *op.Args) *op.Program {
	p, x := &fold.Plan{}, a.Tensor("InputTensor")
	count := uint32(x.Count())
	some, before := p.Store(tensor.Uint32, count), p.Store(tensor.Uint32, count)
	k := a.Kernel(x)
	m := k.Math(x.DataType)
	some.In(k).Store("i", elements.Truth(m.NotEqual(k.Let("x", "%s", a.In(k, "InputTensor").At(k.Coords("i", x.Sizes))), m.Const(0))))
	p.Add(k)
	s := fold.Scan{Name: a.Row.Name, From: some.Place(), To: before.Place(), Exclusive: true, Join: shader.Math.Add}
	s.Run(p)
	k = a.Kernel(x)
	at := k.Coords("i", x.Sizes)
	is, row := k.Let("some", "%s", some.In(k).Load("i")), k.Let("row", "%s", before.In(k).Load("i"))
	k.Block("if i == %d then", count-1)
	a.Out(k, "OutputCountTensor").Store("0", row+" + "+is)
	k.End()
	k.Block("if %s == 1 then", is)
	rows := a.Out(k, "OutputCoordinatesTensor")
	n := int(rows.Sizes[x.Rank()-1])
	for d, c := range at[len(at)-n:] {
		rows.Store(rows.Index(append(slices.Repeat([]string{"0"}, len(at)-2), row, number(uint32(d)))), "uint("+c+")")
	}
	k.End()
	p.Add(k)
	return op.Planned(p)
}

// lowerRandom gives every work item one value of the counter, which the generator turns into four words (Salmon and others, Parallel Random Numbers:
// As Easy as 1, 2, 3, 2011).
func lowerRandom(a *op.Args) *op.Program {
	y := a.Tensor("OutputTensor")
	groups := (y.Count() + 3) / 4
	k := shader.New(a.Row.Name, groups)
	state := a.In(k, "InputStateTensor")
	load := func(n uint32) string { return state.At([]string{"0", "0", "0", number(n)}) }
	k.Line("local c0, c1, c2, c3 = %s, %s, %s, %s", load(0), load(1), load(2), load(3))
	advance(k, "i")
	k.Line("local k0, k1 = %s, %s", load(4), load(5))
	k.Block("for round = 1, 10 do")
	k.Line("local p, q = %s, %s", k.Call("wide", "uint(0xd2511f53)", "c0"), k.Call("wide", "uint(0xcd9e8d57)", "c2"))
	k.Line("c0, c1, c2, c3 = xor_bits(xor_bits(q.y, c1), k0), q.x, xor_bits(xor_bits(p.y, c3), k1), p.x")
	k.Line("k0, k1 = k0 + 0x9e3779b9, k1 + 0xbb67ae85")
	k.End()
	to := a.Out(k, "OutputTensor")
	for n := range 4 {
		at := k.Let("at", "i * 4 + %d", n)
		if y.Count()%4 != 0 {
			k.Block("if %s < %d then", at, y.Count())
		}
		to.Store(to.Index(k.Coords(at, y.Sizes)), fmt.Sprintf("c%d", n))
		if y.Count()%4 != 0 {
			k.End()
		}
	}
	p := op.Steps(k)
	if a.Has("OutputStateTensor") {
		p.Steps = append(p.Steps, advanced(a, groups).Step())
	}
	return p
}

// advance writes the addition of a number to the counter of four words.
func advance(k *shader.Kernel, by string) {
	k.Line("c0 = c0 + %s", by)
	k.Line("local carry = c0 < %s", by)
	for n := 1; n < 4; n++ {
		k.Line("c%d = carry and c%d + 1 or c%d", n, n, n)
		k.Line("carry = carry and c%d == 0", n)
	}
}

// advanced is the kernel that writes the state after all values of the counter that were used.
func advanced(a *op.Args, by uint64) *shader.Kernel {
	k := shader.New(a.Row.Name, 1)
	from, to := a.In(k, "InputStateTensor"), a.Out(k, "OutputStateTensor")
	at := func(n uint32) []string { return []string{"0", "0", "0", number(n)} }
	k.Line("local c0, c1, c2, c3 = %s, %s, %s, %s", from.At(at(0)), from.At(at(1)), from.At(at(2)), from.At(at(3)))
	advance(k, fmt.Sprintf("uint(%d)", by))
	for n := range uint32(4) {
		to.Store(to.Index(at(n)), fmt.Sprintf("c%d", n))
	}
	for n := range uint32(2) {
		to.Store(to.Index(at(4+n)), from.At(at(4+n)))
	}
	return k
}
