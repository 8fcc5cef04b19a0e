package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// resamplings are the operators that scale a tensor: every element of the output takes those of the input around the place that it comes from.
//
//	output = (input + InputPixelOffset) * Scale + OutputPixelOffset        0.5 and -0.5: centres of pixels lie on each other
var resamplings = []*Row{
	{Name: "RESAMPLE", Fields: []Field{In("InputTensor"), Out("OutputTensor"), interpolation, Count("ScaleCount", "Scales"), Must("Scales", FloatsType)}, Check: checkResample, Lower: lowerResample},
	{Name: "RESAMPLE1", Fields: []Field{In("InputTensor"), Out("OutputTensor"), interpolation, Count("DimensionCount", "Scales", "InputPixelOffsets", "OutputPixelOffsets"),
		Must("Scales", FloatsType), Must("InputPixelOffsets", FloatsType), Must("OutputPixelOffsets", FloatsType)}, Check: checkResample, Lower: lowerResample},
	{Name: "UPSAMPLE_2D", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Must("ScaleSize", Size2DType), interpolation},
		Check: func(a *Args) string {
			x, scale := a.Tensor("InputTensor"), a.Size2D("ScaleSize")
			if why := first(a.TypesOf("InputTensor", floats...), a.SameTypes(), a.RankOf("InputTensor", 4, 5)); why != "" {
				return why
			}
			want := slices.Clone(x.Sizes)
			for i, by := range []uint32{scale.Height, scale.Width} {
				d := x.Rank() - 2 + i
				if by == 0 || uint64(want[d])*uint64(by) > tensor.MaxElements {
					return fmt.Sprintf("ScaleSize.%s is %d. It is expected to be from 1 to %d.", []string{"Height", "Width"}[i], by, tensor.MaxElements/uint64(want[d]))
				}
				want[d] *= by
			}
			return a.SizesOf("OutputTensor", want, "those of InputTensor times ScaleSize")
		}, Lower: lowerResample},
}

var interpolation = Enum("InterpolationMode", "NEAREST_NEIGHBOR", "LINEAR")

// mapping is where the elements of the output come from in one dimension.
type mapping struct{ scale, before, after float32 }

// identity says that elements stay where they are.
func (m mapping) identity() bool { return m.scale == 1 && m.before+m.after == 0 }

// mappings are those of all dimensions of an operator.
func (a *Args) mappings() []mapping {
	out := make([]mapping, a.Tensor("InputTensor").Rank())
	for d := range out {
		out[d] = mapping{1, 0.5, -0.5}
		switch n := len(out); a.Row.Name {
		case "UPSAMPLE_2D":
			if size := a.Size2D("ScaleSize"); d >= n-2 {
				out[d].scale = float32([]uint32{size.Height, size.Width}[d-(n-2)])
			}
		case "RESAMPLE":
			out[d].scale = a.Floats("Scales")[d]
		default:
			out[d] = mapping{a.Floats("Scales")[d], a.Floats("InputPixelOffsets")[d], a.Floats("OutputPixelOffsets")[d]}
		}
	}
	return out
}

func checkResample(a *Args) string {
	if why := first(a.TypesOf("InputTensor", floats...), a.SameTypes(), a.RankOf("InputTensor", 1, 4), a.sameRank(), a.perDimension("Scales", len(a.Floats("Scales")), "InputTensor")); why != "" {
		return why
	}
	for d, m := range a.mappings() {
		if !(m.scale > 0) || m.scale > 1<<24 || m.scale < 1.0/(1<<24) {
			return fmt.Sprintf("Scales[%d] is %v. It is expected to be positive, from 2^-24 to 2^24.", d+1, m.scale)
		}
		if x := a.Tensor("InputTensor").Sizes[d]; max(x, a.Tensor("OutputTensor").Sizes[d]) > 1<<24 {
			return fmt.Sprintf("Dimension %d has more than %d elements, the places that a FLOAT32 can name.", d+1, 1<<24)
		}
	}
	return ""
}

// corner is one of the two elements of the input beside a place in one dimension.
type corner struct{ at, weight string }

func lowerResample(a *Args) *Program {
	linear := a.Named("InterpolationMode") == "LINEAR"
	return a.placed(func(k *shader.Kernel, at []string) string {
		x := a.in(k, "InputTensor")
		corners := make([][]corner, len(at))
		for d, m := range a.mappings() {
			corners[d] = m.corners(k, at[d], x.Sizes[d], a.Tensor("OutputTensor").Sizes[d], linear)
		}
		return weighted(x, corners, nil, nil)
	})
}

// corners writes what one dimension of a place comes from: elements of the input, the second one further up. Without a weight it is the element itself.
func (m mapping) corners(k *shader.Kernel, at string, size, places uint32, linear bool) []corner {
	if size == 1 {
		return []corner{{at: "0"}}
	}
	if m.identity() && places <= size {
		return []corner{{at: at}}
	}
	place := k.Let("place", "(float(%s) - %s) / %s - %s", at, shader.Float(m.after), shader.Float(m.scale), shader.Float(m.before))
	within := func(x string) string { return k.Let("at", "uint(clamp(%s, 0.0, %d.0))", x, size-1) }
	if !linear {
		return []corner{{at: within("ceil(" + place + " - 0.5)")}}
	}
	low := k.Let("low", "floor(%s)", place)
	part := k.Let("part", "%s - %s", place, low)
	return []corner{{within(low), k.Let("rest", "1.0 - %s", part)}, {within(low + " + 1.0"), part}}
}

// weighted is the sum of the elements at all corners, each with the product of its weights.
func weighted(x *shader.Tensor, corners [][]corner, at, weights []string) string {
	if len(at) == len(corners) {
		return strings.Join(append(slices.Clone(weights), x.At(at)), " * ")
	}
	var terms []string
	for _, c := range corners[len(at)] {
		with := weights
		if c.weight != "" {
			with = append(slices.Clone(weights), c.weight)
		}
		terms = append(terms, weighted(x, corners, append(slices.Clone(at), c.at), with))
	}
	return strings.Join(terms, " + ")
}
