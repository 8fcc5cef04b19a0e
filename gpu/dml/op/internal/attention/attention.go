// Package attention has the operators of transformers: products of queries and keys, softmax, and the product with values.
//
// The package must not know the other operators.
package attention

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/product"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Rows are the operators of transformers:
//
//	query, key, value + Bias ──▶ query × keyᵀ × Scale + RelativePositionBias, mask ──▶ softmax ──▶ × value
//
// Each head has its part of the last dimension. Query, key and value are gathered by heads in temporary memory, after past ones.
//
// Heads of keys and values may be fewer than those of the query: so many of the query, one after the other, share one of them.
var Rows = []*op.Row{
	{Name: "MULTIHEAD_ATTENTION", Fields: attentionFields(nil, "HeadCount"), Check: checkAttention, Lower: lowerAttention},
	{Name: "MULTIHEAD_ATTENTION1", Fields: attentionFields([]op.Field{op.OptIn("PastSequenceLengthsTensor")}, "QueryHeadCount", "KeyValueHeadCount"),
		Check: checkAttention, Lower: lowerAttention},
}

// attentionFields are the fields of attention, with some more inputs and some counts of heads.
func attentionFields(inputs []op.Field, heads ...string) []op.Field {
	out := slices.Concat([]op.Field{op.OptIn("QueryTensor"), op.OptIn("KeyTensor"), op.OptIn("ValueTensor"), op.OptIn("StackedQueryKeyTensor"),
		op.OptIn("StackedKeyValueTensor"),
		op.OptIn("StackedQueryKeyValueTensor"), op.OptIn("BiasTensor"), op.OptIn("MaskTensor"), op.OptIn("RelativePositionBiasTensor"),
		op.OptIn("PastKeyTensor"), op.OptIn("PastValueTensor")}, inputs,
		[]op.Field{op.Out("OutputTensor"), op.OptOut("OutputPresentKeyTensor"), op.OptOut("OutputPresentValueTensor"), op.Must("Scale", op.FloatType),
			op.Default("MaskFilterValue", op.FloatType, -10000)})
	for _, name := range heads {
		out = append(out, op.Must(name, op.UintType))
	}
	return append(out, op.Enum("MaskType", "NONE", "KEY_SEQUENCE_LENGTH", "KEY_SEQUENCE_END_START", "KEY_QUERY_SEQUENCE_LENGTH_START_END", "BOOLEAN"))
}

func checkAttention(a *op.Args) string {
	_, why := readAttention(a)
	return why
}

// part is the query, the key or the value: a tensor of its own, or one of those that are stacked in another one.
type part struct {
	field  string // "": it is missing
	stack  int    // how many are stacked, 1: none
	at     int    // which of them
	length uint32 // of the sequence
	head   uint32 // elements of a head
	heads  uint32 // how many there are
	bias   uint32 // where its bias begins
	past   string // the field of what comes before; "": none has it
}

// attention is what an operator is about.
type attention struct {
	batches, past uint32
	parts         [3]part // query, key, value
}

// heads is the number of heads of the query.
func (t *attention) heads() uint32 { return t.parts[0].heads }

// keys is the length of all keys.
func (t *attention) keys() uint32 { return t.past + t.parts[1].length }

// stacks are the fields in which query, key and value may stand, of which each has to be in one.
var stacks = []struct {
	field string
	holds []int
}{{"QueryTensor", []int{0}}, {"KeyTensor", []int{1}}, {"ValueTensor", []int{2}}, {"StackedQueryKeyTensor", []int{0, 1}},
	{"StackedKeyValueTensor", []int{1, 2}}, {"StackedQueryKeyValueTensor", []int{0, 1, 2}}}

// readAttention finds query, key and value, or says what is wrong with the description.
func readAttention(a *op.Args) (t attention, why string) {
	if why = op.First(a.TypesOf("OutputTensor", op.Floats...), attentionTypes(a), a.TypesOf("MaskTensor", tensor.Int32),
		pastLengths(a), t.count(a)); why != "" {
		return t, why
	}
	for _, s := range stacks {
		if !a.Has(s.field) {
			continue
		}
		for n, which := range s.holds {
			if t.parts[which].field != "" {
				return t, fmt.Sprintf("%s and %s hold the same. Query, key and value are expected to be there once each.",
					t.parts[which].field, s.field)
			}
			if t.parts[which], why = t.read(a, s.field, len(s.holds), n, which); why != "" {
				return t, why
			}
		}
	}
	for which, name := range []string{"query", "key", "value"} {
		if t.parts[which].field == "" {
			return t, fmt.Sprintf("There is no %s. It is expected to be a tensor of its own, or a part of one that is stacked.", name)
		}
	}
	t.parts[1].bias = t.heads() * t.parts[0].head
	t.parts[2].bias = t.parts[1].bias + t.parts[1].heads*t.parts[1].head
	t.parts[1].past, t.parts[2].past = "PastKeyTensor", "PastValueTensor"
	return t, t.check(a)
}

// pastLengths refuses the tensor of MULTIHEAD_ATTENTION1 that is not documented; its data types are those that would be told apart.
func pastLengths(a *op.Args) string {
	const field = "PastSequenceLengthsTensor"
	if a.Row.Field(field) < 0 {
		return ""
	}
	if why := a.TypesOf(field, op.Numbers...); why != "" || !a.Has(field) {
		return why
	}
	return a.With(op.Repair{Field: field}, field+" is not supported: DirectML's documentation does not say what it does. "+
		"Give PastKeyTensor and PastValueTensor as many elements as are past, or leave out what is not with a MaskTensor.")
}

// headFields are the attributes that count the heads of the query, and those of key and value.
func headFields(a *op.Args) (query, keys string) {
	if a.Row.Field("HeadCount") >= 0 {
		return "HeadCount", "HeadCount"
	}
	return "QueryHeadCount", "KeyValueHeadCount"
}

// count reads the numbers of heads.
func (t *attention) count(a *op.Args) string {
	query, keys := headFields(a)
	for which, name := range []string{query, keys, keys} {
		if t.parts[which].heads = a.Uint(name); t.parts[which].heads == 0 {
			return name + " is 0. It is expected to be at least 1."
		}
	}
	if n, by := t.parts[0].heads, t.parts[1].heads; n%by != 0 {
		return fmt.Sprintf("%s is %d. It is expected to be a multiple of %s, %d.", query, n, keys, by)
	}
	return ""
}

// attentionTypes asks for the type of the output of all tensors but the mask.
func attentionTypes(a *op.Args) string {
	names := []string{"OutputTensor"}
	for _, f := range a.Row.Fields {
		if f.Kind != op.Attribute && f.Name != "MaskTensor" && f.Name != "OutputTensor" && f.Name != "PastSequenceLengthsTensor" {
			names = append(names, f.Name)
		}
	}
	return a.SameTypes(names...)
}

// read is number n of what is stacked in a field: { batch, sequence, heads · elements }, or { batch, sequence, heads, stacked, elements }.
func (t *attention) read(a *op.Args, field string, stack, n, which int) (part, string) {
	rank := 3
	if stack > 1 {
		rank = 5
	}
	sizes, ok := []uint32(nil), false
	if x := a.Tensor(field); x.Rank() >= rank && x.Rank() <= 5 {
		sizes, ok = x.Trailing(rank)
	}
	p := part{field: field, stack: stack, at: n, heads: t.parts[which].heads}
	name, other := headFields(a)
	if which > 0 {
		name = other
	}
	switch {
	case !ok:
		return p, fmt.Sprintf(
			"Unsupported tensor dimension count. Tensor '%s' is expected to have %d dimensions, or more before them that have size 1, up to 5.",
			field, rank)
	case stack > 1 && (sizes[2] != p.heads || sizes[3] != uint32(stack)):
		return p, fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has Sizes of %s. Its last but two are expected to be %s, %d, and %d.", field,
			tensor.List(sizes), name, p.heads, stack)
	case stack == 1 && sizes[2]%p.heads != 0:
		return p, fmt.Sprintf("%s is %d. The last size of tensor '%s', %d, is expected to be a multiple of it.", name, p.heads, field, sizes[2])
	}
	p.length, p.head = sizes[1], sizes[len(sizes)-1]
	if stack == 1 {
		p.head /= p.heads
	}
	if t.batches == 0 {
		t.batches = sizes[0]
	}
	if sizes[0] != t.batches {
		return p, fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has %d batches. It is expected to have %d, as those before it.", field,
			sizes[0], t.batches)
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
	all, length, scores, shared := t.keys(), query.length, []uint32{t.batches, t.heads(), query.length, t.keys()}, key.heads
	why := op.First(t.sized(a, "OutputTensor", t.batches, length, t.heads()*value.head), t.sized(a, "BiasTensor", value.bias+shared*value.head),
		t.sized(a, "RelativePositionBiasTensor", scores...),
		t.sized(a, key.past, t.batches, shared, t.past, key.head), t.sized(a, value.past, t.batches, shared, t.past, value.head),
		t.sized(a, "OutputPresentKeyTensor", t.batches, shared, all, key.head),
		t.sized(a, "OutputPresentValueTensor", t.batches, shared, all, value.head))
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

// sized asks for sizes of a tensor, if it is there, with 1 before them.
func (t *attention) sized(a *op.Args, field string, sizes ...uint32) string {
	if !a.Has(field) {
		return ""
	}
	return a.SizesOf(field, slices.Concat(slices.Repeat([]uint32{1}, max(0, a.Tensor(field).Rank()-len(sizes))), sizes),
		"as query, key, value and their heads ask for")
}

// gather appends the dispatch that puts a part into temporary memory: batch, head of the query, sequence, element of the head. What heads share is
// there for each.
func (t *attention) gather(a *op.Args, p *fold.Plan, which int) fold.Place {
	s := t.parts[which]
	past := uint32(0)
	if which > 0 {
		past = t.past
	}
	to := p.Store(tensor.Float32, t.batches, t.heads(), past+s.length, s.head)
	k := shader.New(a.Row.Name, to.Count())
	at := k.Coords("i", to.Sizes)
	if by := t.heads() / s.heads; by > 1 {
		at[1] = k.Let("head", "%s / %d", at[1], by)
	}
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
		from = []string{at[0], place, at[1], strconv.Itoa(s.at), at[3]}
	}
	k.Line("%s = %s", value, a.In(k, s.field).At(from))
	if bias := a.In(k, "BiasTensor"); bias != nil {
		k.Line("%s = %s + %s", value, value, bias.At([]string{element + " + " + strconv.FormatUint(uint64(s.bias), 10)}))
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
	scores := p.Store(tensor.Float32, t.batches, t.heads(), t.parts[0].length, t.keys())
	product.Multiply(a.Row.Name, p, parts[0], product.Turned(parts[1]), func(k *shader.Kernel, at []string, sum string) {
		score := k.Let("score", "%s * %s", sum, shader.Float(a.Float("Scale")))
		if more := a.In(k, "RelativePositionBiasTensor"); more != nil {
			score = k.Let("score", "%s + %s", score, more.At(at))
		}
		y := scores.In(k)
		y.Store(y.Index(at), masked(a, k, &t, at, score))
	})
	weights := p.Store(tensor.Float32, scores.Sizes...)
	fold.Softmax(&fold.Normal{Plan: p, Name: a.Row.Name, From: scores.Place(), Axes: []uint32{3}, To: weights.Place()})
	product.Multiply(a.Row.Name, p, weights.Place(), parts[2], func(k *shader.Kernel, at []string, sum string) {
		y := a.Out(k, "OutputTensor")
		y.Store(y.Index([]string{at[0], at[2], fmt.Sprintf("(%s) * %d + %s", at[1], t.parts[2].head, at[3])}), sum)
	})
	for n, field := range []string{"OutputPresentKeyTensor", "OutputPresentValueTensor"} {
		if a.Has(field) {
			k, s := a.Kernel(a.Tensor(field)), t.parts[n+1]
			at := k.Coords("i", []uint32{t.batches, s.heads, t.keys(), s.head})
			y, from := a.Out(k, field), slices.Clone(at)
			if by := t.heads() / s.heads; by > 1 && at[1] != "0" {
				from[1] = fmt.Sprintf("(%s) * %d", at[1], by)
			}
			y.Store(y.Index(at), parts[n+1].In(k).At(from))
			p.Add(k)
		}
	}
	return op.Planned(p)
}
