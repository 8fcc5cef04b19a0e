package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/product"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// attentions are the operators of transformers:
//
//	query, key, value + Bias ──▶ query × keyᵀ × Scale + RelativePositionBias, mask ──▶ softmax ──▶ × value
//
// Each head has its part of the last dimension. Query, key and value are gathered by heads in temporary memory, behind past ones.
var attentions = []*op.Row{
	{Name: "MULTIHEAD_ATTENTION", Fields: []op.Field{op.OptIn("QueryTensor"), op.OptIn("KeyTensor"), op.OptIn("ValueTensor"), op.OptIn("StackedQueryKeyTensor"), op.OptIn("StackedKeyValueTensor"),
		op.OptIn("StackedQueryKeyValueTensor"), op.OptIn("BiasTensor"), op.OptIn("MaskTensor"), op.OptIn("RelativePositionBiasTensor"), op.OptIn("PastKeyTensor"), op.OptIn("PastValueTensor"),
		op.Out("OutputTensor"), op.OptOut("OutputPresentKeyTensor"), op.OptOut("OutputPresentValueTensor"), op.Must("Scale", op.FloatType), op.Default("MaskFilterValue", op.FloatType, -10000),
		op.Must("HeadCount", op.UintType), op.Enum("MaskType", "NONE", "KEY_SEQUENCE_LENGTH", "KEY_SEQUENCE_END_START", "KEY_QUERY_SEQUENCE_LENGTH_START_END", "BOOLEAN")},
		Check: func(a *op.Args) string { _, why := readAttention(a); return why }, Lower: lowerAttention},
}

// part is the query, the key or the value: a tensor of its own, or one of those that are stacked in another one.
type part struct {
	field  string // "": it is missing
	stack  int    // how many are stacked, 1: none
	at     int    // which of them
	length uint32 // of the sequence
	head   uint32 // elements of a head
	bias   uint32 // where its bias begins
	past   string // the field of what comes before; "": none has it
}

// attention is what an operator is about.
type attention struct {
	batches, heads, past uint32
	parts                [3]part // query, key, value
}

// keys is the length of all keys.
func (t *attention) keys() uint32 { return t.past + t.parts[1].length }

// stacks are the fields in which query, key and value may stand, of which each has to stand in one.
var stacks = []struct {
	field string
	holds []int
}{{"QueryTensor", []int{0}}, {"KeyTensor", []int{1}}, {"ValueTensor", []int{2}}, {"StackedQueryKeyTensor", []int{0, 1}}, {"StackedKeyValueTensor", []int{1, 2}}, {"StackedQueryKeyValueTensor", []int{0, 1, 2}}}

// readAttention finds query, key and value, or says what is wrong with the description.
func readAttention(a *op.Args) (t attention, why string) {
	if why = op.First(a.TypesOf("OutputTensor", op.Floats...), attentionTypes(a), a.TypesOf("MaskTensor", tensor.Int32)); why != "" {
		return t, why
	}
	if t.heads = a.Uint("HeadCount"); t.heads == 0 {
		return t, "HeadCount is 0. It is expected to be at least 1."
	}
	for _, s := range stacks {
		if !a.Has(s.field) {
			continue
		}
		for n, which := range s.holds {
			if t.parts[which].field != "" {
				return t, fmt.Sprintf("%s and %s hold the same. Query, key and value are expected to be there once each.", t.parts[which].field, s.field)
			}
			if t.parts[which], why = t.read(a, s.field, len(s.holds), n); why != "" {
				return t, why
			}
		}
	}
	for which, name := range []string{"query", "key", "value"} {
		if t.parts[which].field == "" {
			return t, fmt.Sprintf("There is no %s. It is expected to be a tensor of its own, or a part of one that is stacked.", name)
		}
	}
	t.parts[1].bias = t.heads * t.parts[0].head
	t.parts[2].bias = t.parts[1].bias + t.heads*t.parts[1].head
	t.parts[1].past, t.parts[2].past = "PastKeyTensor", "PastValueTensor"
	return t, t.check(a)
}

// attentionTypes asks for the type of the output of all tensors but the mask.
func attentionTypes(a *op.Args) string {
	names := []string{"OutputTensor"}
	for _, f := range a.Row.Fields {
		if f.Kind != op.Attribute && f.Name != "MaskTensor" && f.Name != "OutputTensor" {
			names = append(names, f.Name)
		}
	}
	return a.SameTypes(names...)
}

// read is number n of what is stacked in a field: { batch, sequence, heads · elements }, or { batch, sequence, heads, stacked, elements }.
func (t *attention) read(a *op.Args, field string, stack, n int) (part, string) {
	rank := 3
	if stack > 1 {
		rank = 5
	}
	sizes, ok := []uint32(nil), false
	if x := a.Tensor(field); x.Rank() >= rank && x.Rank() <= 5 {
		sizes, ok = trailing(x, rank)
	}
	p := part{field: field, stack: stack, at: n}
	switch {
	case !ok:
		return p, fmt.Sprintf("Unsupported tensor dimension count. Tensor '%s' is expected to have %d dimensions, or more in front of them that have size 1, up to 5.", field, rank)
	case stack > 1 && (sizes[2] != t.heads || sizes[3] != uint32(stack)):
		return p, fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has Sizes of %s. Its last but two are expected to be HeadCount, %d, and %d.", field, tensor.List(sizes), t.heads, stack)
	case stack == 1 && sizes[2]%t.heads != 0:
		return p, fmt.Sprintf("HeadCount is %d. The last size of tensor '%s', %d, is expected to be a multiple of it.", t.heads, field, sizes[2])
	}
	p.length, p.head = sizes[1], sizes[len(sizes)-1]
	if stack == 1 {
		p.head /= t.heads
	}
	if t.batches == 0 {
		t.batches = sizes[0]
	}
	if sizes[0] != t.batches {
		return p, fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has %d batches. It is expected to have %d, as those before it.", field, sizes[0], t.batches)
	}
	return p, ""
}

// check asks for parts that fit each other, and for the sizes of everything else.
func (t *attention) check(a *op.Args) string {
	query, key, value := &t.parts[0], &t.parts[1], &t.parts[2]
	switch {
	case query.head != key.head:
		return fmt.Sprintf("Mismatched tensor sizes. A head of the query has %d elements, and one of the key %d.", query.head, key.head)
	case key.length != value.length:
		return fmt.Sprintf("Mismatched tensor sizes. The key has %d elements in its sequence, and the value %d.", key.length, value.length)
	case a.Has(key.past) != a.Has(value.past):
		return "PastKeyTensor and PastValueTensor are expected to be there together, or not at all."
	case a.Has("MaskTensor") != (a.Uint("MaskType") != 0):
		return fmt.Sprintf("MaskType is %s. MaskTensor is expected to be there with a MaskType, and to be left out with NONE.", a.Named("MaskType"))
	}
	if x := a.Tensor(key.past); x != nil {
		if x.Rank() < 4 || x.Rank() > 5 {
			return a.RankOf(key.past, 4, 5)
		}
		t.past = x.Sizes[x.Rank()-2]
	}
	all, length, scores := t.keys(), query.length, []uint32{t.batches, t.heads, query.length, t.keys()}
	why := op.First(t.sized(a, "OutputTensor", t.batches, length, t.heads*value.head), t.sized(a, "BiasTensor", t.heads*(query.head+key.head+value.head)), t.sized(a, "RelativePositionBiasTensor", scores...),
		t.sized(a, key.past, t.batches, t.heads, t.past, key.head), t.sized(a, value.past, t.batches, t.heads, t.past, value.head),
		t.sized(a, "OutputPresentKeyTensor", t.batches, t.heads, all, key.head), t.sized(a, "OutputPresentValueTensor", t.batches, t.heads, all, value.head))
	if why != "" {
		return why
	}
	switch a.Named("MaskType") {
	case "KEY_SEQUENCE_LENGTH":
		return t.sized(a, "MaskTensor", 1, t.batches)
	case "KEY_SEQUENCE_END_START":
		return t.sized(a, "MaskTensor", 2, t.batches)
	case "KEY_QUERY_SEQUENCE_LENGTH_START_END":
		return t.sized(a, "MaskTensor", t.batches*3+2)
	case "BOOLEAN":
		return t.sized(a, "MaskTensor", scores...)
	}
	return ""
}

// sized asks for sizes of a tensor, if it is there, with 1 in front of them.
func (t *attention) sized(a *op.Args, field string, sizes ...uint32) string {
	if !a.Has(field) {
		return ""
	}
	return a.SizesOf(field, slices.Concat(slices.Repeat([]uint32{1}, max(0, a.Tensor(field).Rank()-len(sizes))), sizes), "as query, key, value and HeadCount ask for")
}

// gather appends the dispatch that puts a part into temporary memory: batch, head, sequence, element of the head.
func (t *attention) gather(a *op.Args, p *fold.Plan, which int) fold.Place {
	s := t.parts[which]
	past := uint32(0)
	if which > 0 {
		past = t.past
	}
	to := p.Store(tensor.Float32, t.batches, t.heads, past+s.length, s.head)
	k := shader.New(a.Row.Name, to.Count())
	at := k.Coords("i", to.Sizes)
	value := k.Let("value", "0.0")
	if past > 0 {
		k.Block("if %s < %d then", at[2], past)
		k.Line("%s = %s", value, a.In(k, s.past).At(at))
		k.Else("else")
	}
	place := k.Let("place", "uint(%s) - %d", at[2], past)
	element := k.Let("element", "uint(%s) * %d + uint(%s)", at[1], s.head, at[3])
	from := []string{at[0], place, element}
	if s.stack > 1 {
		from = []string{at[0], place, at[1], number(uint32(s.at)), at[3]}
	}
	k.Line("%s = %s", value, a.In(k, s.field).At(from))
	if bias := a.In(k, "BiasTensor"); bias != nil {
		k.Line("%s = %s + %s", value, value, bias.At([]string{element + " + " + number(s.bias)}))
	}
	if past > 0 {
		k.End()
	}
	to.In(k).Store("i", value)
	p.Add(k)
	return to.Place()
}

// masked is a score with what the mask makes of it.
func masked(a *op.Args, k *shader.Kernel, t *attention, at []string, score string) string {
	m, filter := a.In(k, "MaskTensor"), shader.Float(a.Float("MaskFilterValue"))
	key := "int(" + at[3] + ")"
	switch a.Named("MaskType") {
	case "KEY_SEQUENCE_LENGTH":
		return fmt.Sprintf("%s < %s and %s or %s", key, m.At([]string{"0", at[0]}), score, filter)
	case "KEY_SEQUENCE_END_START":
		return fmt.Sprintf("(%s < %s and %s >= %s) and %s or %s", key, m.At([]string{"0", at[0]}), key, m.At([]string{"1", at[0]}), score, filter)
	case "KEY_QUERY_SEQUENCE_LENGTH_START_END":
		return fmt.Sprintf("%s < %s and %s or %s", key, m.At([]string{at[0]}), score, filter)
	case "BOOLEAN":
		return fmt.Sprintf("%s + (%s == 0 and %s or 0.0)", score, m.At(at), filter)
	}
	return score
}

// lowerAttention multiplies in tiles, as GEMM does.
func lowerAttention(a *op.Args) *op.Program {
	t, _ := readAttention(a)
	p := &fold.Plan{}
	var parts [3]fold.Place
	for which := range parts {
		parts[which] = t.gather(a, p, which)
	}
	scores := p.Store(tensor.Float32, t.batches, t.heads, t.parts[0].length, t.keys())
	multiply(a, p, parts[0], product.Turned(parts[1]), func(k *shader.Kernel, at []string, sum string) {
		score := k.Let("score", "%s * %s", sum, shader.Float(a.Float("Scale")))
		if more := a.In(k, "RelativePositionBiasTensor"); more != nil {
			score = k.Let("score", "%s + %s", score, more.At(at))
		}
		y := scores.In(k)
		y.Store(y.Index(at), masked(a, k, &t, at, score))
	})
	weights := p.Store(tensor.Float32, scores.Sizes...)
	fold.Softmax(&fold.Normal{Plan: p, Name: a.Row.Name, From: scores.Place(), Axes: []uint32{3}, To: weights.Place()})
	multiply(a, p, weights.Place(), parts[2], func(k *shader.Kernel, at []string, sum string) {
		y := a.Out(k, "OutputTensor")
		y.Store(y.Index([]string{at[0], at[2], fmt.Sprintf("(%s) * %d + %s", at[1], t.parts[2].head, at[3])}), sum)
	})
	for n, field := range []string{"OutputPresentKeyTensor", "OutputPresentValueTensor"} {
		if a.Has(field) {
			k := a.Kernel(a.Tensor(field))
			at := k.Coords("i", parts[n+1].Sizes)
			y := a.Out(k, field)
			y.Store(y.Index(at), parts[n+1].In(k).At(at))
			p.Add(k)
		}
	}
	return op.Planned(p)
}
