package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// First is the first sentence that is not empty: rows list their rules with it.
func First(rules ...string) string {
	for _, r := range rules {
		if r != "" {
			return r
		}
	}
	return ""
}

// With notes what repairs a fault, and returns the sentence of it. Sizes are none where the tensor has strides, which would have to change, too.
func (a *Args) With(r Repair, sentence string) string {
	if a.repairs == nil {
		a.repairs = map[string]*Repair{}
	}
	if r.Tensor != "Sizes" || a.Tensor(r.Field).Strides == nil {
		a.repairs[sentence] = &r
	}
	return sentence
}

// Present are the tensors of fields that are there, with their names.
func (a *Args) Present(names []string) []Bound {
	var out []Bound
	for _, n := range names {
		if t := a.Tensor(n); t != nil {
			out = append(out, Bound{n, t})
		}
	}
	return out
}

// tensorFields are the names of all fields that hold one tensor.
func (a *Args) tensorFields() []string {
	var out []string
	for _, f := range a.Row.Fields {
		if f.Kind != Attribute && f.Type == TensorType {
			out = append(out, f.Name)
		}
	}
	return out
}

// SameTypes asks for one data type of the tensors of some fields; of all fields if none are named.
func (a *Args) SameTypes(names ...string) string {
	if names == nil {
		names = a.tensorFields()
	}
	all := a.Present(names)
	a.asked.same(all)
	for _, b := range all[1:] {
		if b.Tensor.DataType != all[0].Tensor.DataType {
			return a.With(Repair{b.Name, "DataType", all[0].Tensor.DataType.String()}, fmt.Sprintf(
				"Mismatched tensor data types. Tensor '%s' has DataType of %s, while tensor '%s' has DataType of %s. Both tensors are expected to have the same DataType.",
				b.Name, b.Tensor.DataType, all[0].Name, all[0].Tensor.DataType))
		}
	}
	return ""
}

// SameSizes asks for the same sizes of the tensors of some fields; of all fields if none are named. Broadcasts are strides of 0.
func (a *Args) SameSizes(names ...string) string {
	if names == nil {
		names = a.tensorFields()
	}
	all := a.Present(names)
	for _, b := range all[1:] {
		if !b.Tensor.SameSizes(all[0].Tensor) {
			return a.With(Repair{b.Name, "Sizes", all[0].Tensor.Sizes}, fmt.Sprintf(
				"Mismatched tensor sizes. Tensor '%s' has Sizes of %s, while tensor '%s' has Sizes of %s. Both tensors are expected to have the same Sizes.",
				b.Name, tensor.List(b.Tensor.Sizes), all[0].Name, tensor.List(all[0].Tensor.Sizes)))
		}
	}
	return ""
}

// TypesOf asks for one of some data types of the tensor of a field, if it is there.
func (a *Args) TypesOf(name string, allowed ...tensor.DataType) string {
	t := a.Tensor(name)
	a.asked.oneOf(name, allowed)
	if t == nil || a.asked != nil || slices.Contains(allowed, t.DataType) {
		return ""
	}
	words := make([]string, len(allowed))
	for i, d := range allowed {
		words[i] = d.String()
	}
	return fmt.Sprintf("Unsupported tensor data type. Tensor '%s' has DataType of %s. It is expected to be one of: %s.", name,
		t.DataType, strings.Join(words, ", "))
}

// RankOf asks for a number of dimensions of the tensor of a field, if it is there.
func (a *Args) RankOf(name string, least, most int) string {
	t := a.Tensor(name)
	if t == nil || least <= t.Rank() && t.Rank() <= most {
		return ""
	}
	return fmt.Sprintf("Unsupported tensor dimension count. Tensor '%s' has %d dimensions. It is expected to have %d to %d.", name, t.Rank(),
		least, most)
}

// SizesOf asks for exact sizes of the tensor of a field, if it is there; why says where they come from.
func (a *Args) SizesOf(name string, want []uint32, why string) string {
	t := a.Tensor(name)
	if t == nil || slices.Equal(t.Sizes, want) {
		return ""
	}
	return a.With(Repair{name, "Sizes", want},
		fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has Sizes of %s. It is expected to have Sizes of %s: %s.", name,
			tensor.List(t.Sizes), tensor.List(want), why))
}

// Fusable are the activations that every operator with a FusedActivation takes: those of DirectML's documentation (dml-fused-activations), and no
// later ones.
var Fusable = []string{"ACTIVATION_CELU", "ACTIVATION_ELU", "ACTIVATION_HARD_SIGMOID", "ACTIVATION_IDENTITY",
	"ACTIVATION_LEAKY_RELU", "ACTIVATION_LINEAR",
	"ACTIVATION_PARAMETRIC_SOFTPLUS", "ACTIVATION_RELU", "ACTIVATION_SCALED_ELU", "ACTIVATION_SCALED_TANH", "ACTIVATION_SHRINK", "ACTIVATION_SIGMOID",
	"ACTIVATION_SOFTPLUS", "ACTIVATION_SOFTSIGN", "ACTIVATION_TANH", "ACTIVATION_THRESHOLDED_RELU"}

// SameRank asks for as many dimensions of all tensors as the first one has.
func (a *Args) SameRank() string {
	names := a.tensorFields()
	rank := a.Tensor(names[0]).Rank()
	for _, n := range names[1:] {
		if why := a.RankOf(n, rank, rank); why != "" {
			return why
		}
	}
	return ""
}

// CheckAxis asks for an axis that a tensor has.
func (a *Args) CheckAxis(attribute, input string) string {
	if rank := a.Tensor(input).Rank(); int(a.Uint(attribute)) >= rank {
		return fmt.Sprintf("%s is %d. Tensor '%s' has the axes 0 to %d.", attribute, a.Uint(attribute), input, rank-1)
	}
	return ""
}

// CheckAxes asks for different axes that a tensor has.
func (a *Args) CheckAxes(input string) string { return a.AxesOf(input, a.Tensor(input).Rank()) }

// AxesOf is CheckAxes for the rank of a tensor that may be another operator's.
func (a *Args) AxesOf(name string, rank int) string {
	axes := a.Uints("Axes")
	for i, d := range axes {
		if int(d) >= rank {
			return fmt.Sprintf("Axes contains %d. Tensor '%s' has the axes 0 to %d.", d, name, rank-1)
		}
		if slices.Contains(axes[:i], d) {
			return fmt.Sprintf("Axes contains %d twice.", d)
		}
	}
	return ""
}

// PerDimension asks for as many entries of an attribute as a tensor has dimensions.
func (a *Args) PerDimension(attribute string, entries int, input string) string {
	if rank := a.Tensor(input).Rank(); entries != rank {
		return fmt.Sprintf("%s has %d entries. It is expected to have one for each of the %d dimensions of tensor '%s'.",
			attribute, entries, rank, input)
	}
	return ""
}

// Spread asks that the sizes of parameters are those of the input, or 1 where one element serves all.
func (a *Args) Spread(names ...string) string {
	x := a.Tensor("InputTensor")
	for _, b := range a.Present(names) {
		if why := a.RankOf(b.Name, x.Rank(), x.Rank()); why != "" {
			return why
		}
		for d, size := range b.Tensor.Sizes {
			if size != 1 && size != x.Sizes[d] {
				return fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has Sizes of %s. Each is expected to be 1 or that of tensor 'InputTensor', %s.", b.Name, tensor.List(b.Tensor.Sizes), tensor.List(x.Sizes))
			}
		}
	}
	return ""
}

// Is says whether an enumeration, which not every operator of a family has, has a value.
func (a *Args) Is(name, value string) bool {
	return a.Row.Field(name) >= 0 && a.Named(name) == value
}

// FusedAxes asks for axes of the output where a fused activation has axes.
func (a *Args) FusedAxes(field string) string {
	if f := a.Operator(field); f != nil && f.Row.Field("Axes") >= 0 {
		return f.AxesOf("OutputTensor", a.Tensor("OutputTensor").Rank())
	}
	return ""
}
