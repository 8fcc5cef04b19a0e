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
	{Name: "RESAMPLE", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), interpolation, op.Count("ScaleCount", "Scales"),
		op.Must("Scales", op.FloatsType)}, Check: checkResample, Lower: lowerResample},
	{Name: "RESAMPLE1", Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.Out("OutputTensor"), interpolation}, pixelFields),
		Check: checkResample, Lower: lowerResample},
	{Name: "RESAMPLE2", Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.Out("OutputTensor"), interpolation, rounding}, pixelFields),
		Check: checkResample, Lower: lowerResample},
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
					return fmt.Sprintf("ScaleSize.%s is %d. It is expected to be from 1 to %d.", []string{"Height", "Width"}[i], by,
						tensor.MaxElements/uint64(want[d]))
				}
				want[d] *= by
			}
			return a.SizesOf("OutputTensor", want, "those of InputTensor times ScaleSize")
		}, Lower: lowerResample},
}

var interpolation = op.Enum("InterpolationMode", "NEAREST_NEIGHBOR", "LINEAR")

// rounding is where the nearest neighbour lies.
var rounding = op.Enum("RoundingDirection", "INCREASING", "DECREASING")

// pixelFields are how the dimensions of two tensors lie on each other.
var pixelFields = []op.Field{op.Count("DimensionCount", "Scales", "InputPixelOffsets", "OutputPixelOffsets"), op.Must("Scales", op.FloatsType),
	op.Must("InputPixelOffsets", op.FloatsType),
	op.Must("OutputPixelOffsets", op.FloatsType)}

// samplingMode is which elements beside a place are taken. Without a RoundingDirection it is the nearest one, the lower one of two that are equally
// near.
func samplingMode(a *op.Args) resample.Mode {
	switch {
	case a.Named("InterpolationMode") == "LINEAR":
		return resample.Linear
	case a.Is("RoundingDirection", "INCREASING"):
		return resample.Up
	case a.Is("RoundingDirection", "DECREASING"):
		return resample.Down
	}
	return resample.Nearest
}

// mappings are those of all dimensions of an operator.
func mappings(a *op.Args, rank int) []resample.Mapping {
	out := make([]resample.Mapping, rank)
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
			out[d] = resample.Mapping{Scale: a.Floats("Scales")[d], Before: a.Floats("InputPixelOffsets")[d],
				After: a.Floats("OutputPixelOffsets")[d]}
		}
	}
	return out
}

func checkResample(a *op.Args) string {
	return checkScaled(a, "InputTensor", "OutputTensor",
		op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.RankOf("InputTensor", 1, 4), a.SameRank()))
}

// checkScaled asks for scales between the dimensions of two tensors, if nothing else is wrong.
func checkScaled(a *op.Args, whole, scaled, why string) string {
	if why = op.First(why, a.PerDimension("Scales", len(a.Floats("Scales")), whole)); why != "" {
		return why
	}
	x, y := a.Tensor(whole), a.Tensor(scaled)
	for d, m := range mappings(a, x.Rank()) {
		if !(m.Scale > 0) || m.Scale > 1<<24 || m.Scale < 1.0/(1<<24) {
			return fmt.Sprintf("Scales[%d] is %v. It is expected to be positive, from 2^-24 to 2^24.", d+1, m.Scale)
		}
		if max(x.Sizes[d], y.Sizes[d]) > 1<<24 {
			return fmt.Sprintf("Dimension %d has more than %d elements, the places that a FLOAT32 can name.", d+1, 1<<24)
		}
	}
	return ""
}

func lowerResample(a *op.Args) *op.Program {
	mode := samplingMode(a)
	return a.Placed(func(k *shader.Kernel, at []string) string {
		x := a.In(k, "InputTensor")
		corners := make([][]resample.Corner, len(at))
		for d, m := range mappings(a, x.Rank()) {
			corners[d] = m.Corners(k, at[d], x.Sizes[d], a.Tensor("OutputTensor").Sizes[d], mode)
		}
		return resample.Weighted(x, corners)
	})
}
