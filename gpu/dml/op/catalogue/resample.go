package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/resample"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// resamplings are the operators that scale a tensor: every element of the output takes those of the input around the place that it comes from.
//
//	output = (input + InputPixelOffset) * Scale + OutputPixelOffset        0.5 and -0.5: centres of pixels lie on each other
var resamplings = []*op.Row{
	{Name: "RESAMPLE", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), interpolation, op.Count("ScaleCount", "Scales"), op.Must("Scales", op.FloatsType)}, Check: checkResample, Lower: lowerResample},
	{Name: "RESAMPLE1", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), interpolation, op.Count("DimensionCount", "Scales", "InputPixelOffsets", "OutputPixelOffsets"),
		op.Must("Scales", op.FloatsType), op.Must("InputPixelOffsets", op.FloatsType), op.Must("OutputPixelOffsets", op.FloatsType)}, Check: checkResample, Lower: lowerResample},
	{Name: "UPSAMPLE_2D", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("ScaleSize", op.Size2DType), interpolation},
		Check: func(a *op.Args) string {
			x, scale := a.Tensor("InputTensor"), a.Size2D("ScaleSize")
			if why := op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.RankOf("InputTensor", 4, 5)); why != "" {
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

var interpolation = op.Enum("InterpolationMode", "NEAREST_NEIGHBOR", "LINEAR")

// mappings are those of all dimensions of an operator.
func mappings(a *op.Args) []resample.Mapping {
	out := make([]resample.Mapping, a.Tensor("InputTensor").Rank())
	for d := range out {
		out[d] = resample.Mapping{Scale: 1, Before: 0.5, After: -0.5}
		switch n := len(out); a.Row.Name {
		case "UPSAMPLE_2D":
			if size := a.Size2D("ScaleSize"); d >= n-2 {
				out[d].Scale = float32([]uint32{size.Height, size.Width}[d-(n-2)])
			}
		case "RESAMPLE":
			out[d].Scale = a.Floats("Scales")[d]
		default:
			out[d] = resample.Mapping{Scale: a.Floats("Scales")[d], Before: a.Floats("InputPixelOffsets")[d], After: a.Floats("OutputPixelOffsets")[d]}
		}
	}
	return out
}

func checkResample(a *op.Args) string {
	if why := op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.RankOf("InputTensor", 1, 4), a.SameRank(), a.PerDimension("Scales", len(a.Floats("Scales")), "InputTensor")); why != "" {
		return why
	}
	for d, m := range mappings(a) {
		if !(m.Scale > 0) || m.Scale > 1<<24 || m.Scale < 1.0/(1<<24) {
			return fmt.Sprintf("Scales[%d] is %v. It is expected to be positive, from 2^-24 to 2^24.", d+1, m.Scale)
		}
		if x := a.Tensor("InputTensor").Sizes[d]; max(x, a.Tensor("OutputTensor").Sizes[d]) > 1<<24 {
			return fmt.Sprintf("Dimension %d has more than %d elements, the places that a FLOAT32 can name.", d+1, 1<<24)
		}
	}
	return ""
}

func lowerResample(a *op.Args) *op.Program {
	linear := a.Named("InterpolationMode") == "LINEAR"
	return a.Placed(func(k *shader.Kernel, at []string) string {
		x := a.In(k, "InputTensor")
		corners := make([][]resample.Corner, len(at))
		for d, m := range mappings(a) {
			corners[d] = m.Corners(k, at[d], x.Sizes[d], a.Tensor("OutputTensor").Sizes[d], linear)
		}
		return resample.Weighted(x, corners)
	})
}
