package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// first is the first sentence that is not empty: rows list their rules with it.
func first(rules ...string) string {
	for _, r := range rules {
		if r != "" {
			return r
		}
	}
	return ""
}

// with notes what repairs a fault, and returns the sentence of it. Sizes are none where the tensor has strides, which would have to change, too.
func (a *Args) with(r Repair, sentence string) string {
	if a.repairs == nil {
		a.repairs = map[string]*Repair{}
	}
	if r.Tensor != "Sizes" || a.Tensor(r.Field).Strides == nil {
		a.repairs[sentence] = &r
	}
	return sentence
}

// present are the tensors of fields that are there, with their names.
func (a *Args) present(names []string) []Bound {
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
	all := a.present(names)
	a.asked.same(all)
	for _, b := range all[1:] {
		if b.Tensor.DataType != all[0].Tensor.DataType {
			return a.with(Repair{b.Name, "DataType", all[0].Tensor.DataType.String()}, fmt.Sprintf(
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
	all := a.present(names)
	for _, b := range all[1:] {
		if !b.Tensor.SameSizes(all[0].Tensor) {
			return a.with(Repair{b.Name, "Sizes", all[0].Tensor.Sizes}, fmt.Sprintf(
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
	return fmt.Sprintf("Unsupported tensor data type. Tensor '%s' has DataType of %s. It is expected to be one of: %s.", name, t.DataType, strings.Join(words, ", "))
}

// RankOf asks for a number of dimensions of the tensor of a field, if it is there.
func (a *Args) RankOf(name string, least, most int) string {
	t := a.Tensor(name)
	if t == nil || least <= t.Rank() && t.Rank() <= most {
		return ""
	}
	return fmt.Sprintf("Unsupported tensor dimension count. Tensor '%s' has %d dimensions. It is expected to have %d to %d.", name, t.Rank(), least, most)
}

// SizesOf asks for exact sizes of the tensor of a field, if it is there; why says where they come from.
func (a *Args) SizesOf(name string, want []uint32, why string) string {
	t := a.Tensor(name)
	if t == nil || slices.Equal(t.Sizes, want) {
		return ""
	}
	return a.with(Repair{name, "Sizes", want}, fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has Sizes of %s. It is expected to have Sizes of %s: %s.", name, tensor.List(t.Sizes), tensor.List(want), why))
}

// fusable are the activations that every operator with a FusedActivation takes: those of DirectML's documentation (dml-fused-activations), and no later ones.
var fusable = []string{"ACTIVATION_CELU", "ACTIVATION_ELU", "ACTIVATION_HARD_SIGMOID", "ACTIVATION_IDENTITY", "ACTIVATION_LEAKY_RELU", "ACTIVATION_LINEAR",
	"ACTIVATION_PARAMETRIC_SOFTPLUS", "ACTIVATION_RELU", "ACTIVATION_SCALED_ELU", "ACTIVATION_SCALED_TANH", "ACTIVATION_SHRINK", "ACTIVATION_SIGMOID",
	"ACTIVATION_SOFTPLUS", "ACTIVATION_SOFTSIGN", "ACTIVATION_TANH", "ACTIVATION_THRESHOLDED_RELU"}
