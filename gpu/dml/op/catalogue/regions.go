package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// regions are the operators that look at rectangles of a tensor, which another tensor holds: x and y of the first corner, x and y of the second one.
//
//	a region of 8 elements, an output of 2, from 1 to 3 samples each      x1 │ . . . │ . . . │ x2
//
// Each output element is the mean, or the largest one, of some samples, of which a region has ceil(size / outputs) for each, within limits. A sample
// further than 1 beyond the input is OutOfBoundsInputValue; nearer to it, the input continues as it ends.
var regions = []*op.Row{
	{Name: "ROI_ALIGN", Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.In("ROITensor"), op.In("BatchIndicesTensor"),
		op.Out("OutputTensor")}, sampleFields, []op.Field{outOfBounds}, samplesFields),
		Check: checkAlign, Lower: lowerAlign},
	{Name: "ROI_ALIGN1", Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.In("ROITensor"), op.In("BatchIndicesTensor"),
		op.Out("OutputTensor")}, sampleFields, offsetFields, []op.Field{outOfBounds}, samplesFields,
		[]op.Field{op.Attr("AlignRegionsToCorners", op.BoolType)}), Check: checkAlign, Lower: lowerAlign},
	{Name: "ROI_ALIGN_GRAD", Fields: slices.Concat([]op.Field{op.OptIn("InputTensor"), op.In("InputGradientTensor"), op.In("ROITensor"),
		op.In("BatchIndicesTensor"), op.OptOut("OutputGradientTensor"),
		op.OptOut("OutputROIGradientTensor")}, sampleFields, offsetFields, samplesFields, []op.Field{op.Attr("AlignRegionsToCorners", op.BoolType)}),
		Check: checkAlignGradient, Lower: lowerAlignGradient},
	{Name: "ROI_POOLING", Fields: []op.Field{op.In("InputTensor"), op.In("ROITensor"), op.Out("OutputTensor"),
		op.Default("SpatialScale", op.FloatType, 1), op.Must("PooledSize", op.Size2DType)},
		Check: func(a *op.Args) string {
			if why := op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.RankOf("InputTensor", 4, 4), a.RankOf("OutputTensor", 4, 4),
				a.RankOf("ROITensor", 2, 4)); why != "" {
				return why
			}
			n, size := regionCount(a, 5), a.Size2D("PooledSize")
			if n == 0 {
				return "Tensor 'ROITensor' is expected to have a row of 5 numbers for each region: its batch and two corners."
			}
			return a.SizesOf("OutputTensor", []uint32{n, a.Tensor("InputTensor").Sizes[1], size.Height, size.Width},
				"regions, channels of InputTensor, and PooledSize")
		}, Lower: lowerRegionPooling},
}

var (
	sampleFields = []op.Field{{Name: "ReductionFunction", Kind: op.Attribute, Type: op.UintType, Required: true,
		Enum: []string{"", "", "AVERAGE", "", "", "", "", "MAX"}}, interpolation,
		op.Default("SpatialScaleX", op.FloatType, 1), op.Default("SpatialScaleY", op.FloatType, 1)}
	offsetFields  = []op.Field{op.Default("InputPixelOffset", op.FloatType, 0.5), op.Default("OutputPixelOffset", op.FloatType, -0.5)}
	samplesFields = []op.Field{op.Default("MinimumSamplesPerOutput", op.UintType, 1), op.Default("MaximumSamplesPerOutput", op.UintType, 1)}
	outOfBounds   = op.Attr("OutOfBoundsInputValue", op.FloatType)
)

// regionCount is the number of regions, rows of some numbers; 0 if the tensor has no such rows.
func regionCount(a *op.Args, length uint32) uint32 {
	last, ok := a.Tensor("ROITensor").Trailing(2)
	if !ok || last[1] != length {
		return 0
	}
	return last[0]
}

func checkAlign(a *op.Args) string {
	return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes("InputTensor", "ROITensor", "OutputTensor"),
		checkRegions(a, "InputTensor", "OutputTensor"))
}

// checkRegions asks for regions, for the batch of each, and for a limit of samples; places is the tensor of what is sampled in whole.
func checkRegions(a *op.Args, whole, places string) string {
	if why := op.First(a.TypesOf("BatchIndicesTensor", tensor.Uint32), a.RankOf(whole, 4, 4), a.RankOf(places, 4, 4), a.RankOf("ROITensor", 2, 4),
		a.RankOf("BatchIndicesTensor", 1, 4)); why != "" {
		return why
	}
	n, least, most := regionCount(a, 4), a.Uint("MinimumSamplesPerOutput"), a.Uint("MaximumSamplesPerOutput")
	switch {
	case n == 0:
		return "Tensor 'ROITensor' is expected to have a row of 4 numbers for each region: its two corners."
	case least < 1 || most < least:
		return fmt.Sprintf("MinimumSamplesPerOutput is %d and MaximumSamplesPerOutput is %d. They are expected to be at least 1, and not to cross.",
			least, most)
	}
	want := slices.Clone(a.Tensor(places).Sizes)
	want[0] = n
	if t := a.Tensor(whole); t != nil {
		want[1] = t.Sizes[1]
	}
	return op.First(a.SizesOf(places, want, "regions, and the channels of "+whole),
		a.SizesOf("BatchIndicesTensor", padded([]uint32{n}, a.Tensor("BatchIndicesTensor").Rank()), "one element for each region"))
}

// region is a region in a kernel, and what is sampled of it.
type region struct {
	a       *op.Args
	k       *shader.Kernel
	outputs []uint32 // height and width
	batch   string
	axes    [2]axis // y and x
}

// axis is one direction of a region.
type axis struct {
	low, step, samples, total string // where it begins, from one sample to the next one, how many for an output and altogether
	size                      uint32 // of the input
	scale                     string
}

// newRegion writes what is known of region number n, of a tensor whose last two sizes are those of some tensors.
func newRegion(a *op.Args, k *shader.Kernel, n string, whole, outputs *tensor.Desc) *region {
	r := &region{a: a, k: k, outputs: outputs.Sizes[2:]}
	r.batch = k.Let("batch", "min(%s, uint(%d))", a.In(k, "BatchIndicesTensor").At([]string{n}), whole.Sizes[0]-1)
	corners := a.In(k, "ROITensor")
	for d, name := range []string{"SpatialScaleY", "SpatialScaleX"} {
		x := axis{size: whole.Sizes[2+d], scale: shader.Float(a.Float(name))}
		corner := func(of int) string { return corners.At([]string{n, number(uint32(of + 1 - d))}) }
		x.low = k.Let("low", "%s * %s", corner(0), x.scale)
		extent := k.Let("extent", "%s * %s - %s", corner(2), x.scale, x.low)
		x.samples = k.Let("samples", "clamp(uint(max(ceil(%s / %d.0), 0.0)), uint(%d), uint(%d))", extent, r.outputs[d],
			a.Uint("MinimumSamplesPerOutput"), a.Uint("MaximumSamplesPerOutput"))
		x.total = k.Let("total", "float(%s * %d)", x.samples, r.outputs[d])
		if a.Row.Field("AlignRegionsToCorners") >= 0 && a.Bool("AlignRegionsToCorners") {
			k.Line("%s = %s - 1.0", x.total, x.total)
		}
		x.step = k.Let("step", "%s > 0.0 and %s / %s or 0.0", x.total, extent, x.total)
		r.axes[d] = x
	}
	return r
}

// offset is a pixel offset of the operator.
func (r *region) offset(name string, otherwise float32) string {
	if r.a.Row.Field(name) >= 0 {
		otherwise = r.a.Float(name)
	}
	return shader.Float(otherwise)
}

// spot is where a sample lies in one direction: two elements of the input, and the part of the second one.
type spot struct{ along, inside, free, low, high, part string }

// spot writes sample number n of an axis.
func (r *region) spot(d int, n string) spot {
	k, x := r.k, r.axes[d]
	s := spot{along: k.Let("along", "float(%s) - %s", n, r.offset("OutputPixelOffset", -0.5))}
	at := k.Let("at", "%s * %s + %s - %s", s.along, x.step, x.low, r.offset("InputPixelOffset", 0.5))
	s.inside = fmt.Sprintf("%s >= -1.0 and %s <= %d.0", at, at, x.size)
	s.free = fmt.Sprintf("%s > 0.0 and %s < %d.0", at, at, x.size-1)
	if r.a.Named("InterpolationMode") != "LINEAR" {
		s.low = k.Let("low", "uint(clamp(ceil(%s - 0.5), 0.0, %d.0))", at, x.size-1)
		s.high, s.part, s.free = s.low, "0.0", "false"
		return s
	}
	near := k.Let("near", "clamp(%s, 0.0, %d.0)", at, x.size-1)
	s.low = k.Let("low", "uint(floor(%s))", near)
	s.high, s.part = k.Let("high", "min(%s + 1, uint(%d))", s.low, x.size-1), k.Let("part", "%s - float(%s)", near, s.low)
	return s
}

// each writes the loop over the samples of an output element, row by row; body gets them and the condition that they are not out of bounds.
func (r *region) each(at []string, body func(y, x spot, inside string)) {
	k, rows, columns := r.k, r.axes[0].samples, r.axes[1].samples
	n := k.Name("n")
	k.Block("for %s = 0, int(%s * %s) - 1 do", n, rows, columns)
	y := r.spot(0, fmt.Sprintf("uint(%s) * %s + uint(%s) / %s", at[0], rows, n, columns))
	x := r.spot(1, fmt.Sprintf("uint(%s) * %s + uint(%s) %% %s", at[1], columns, n, columns))
	body(y, x, k.Let("inside", "%s and %s", y.inside, x.inside))
	k.End()
}

// corners are the four elements around a sample: those of the first row, then those of the second one.
func (r *region) corners(x *shader.Tensor, channel string, y, across spot) [4]string {
	var out [4]string
	for i, at := range [][2]string{{y.low, across.low}, {y.low, across.high}, {y.high, across.low}, {y.high, across.high}} {
		out[i] = r.k.Let("corner", "%s", x.At([]string{r.batch, channel, at[0], at[1]}))
	}
	return out
}

// sampled is the value of a sample from its corners.
func sampled(c [4]string, y, x spot) string {
	return fmt.Sprintf("(%s * (1.0 - %s) + %s * %s) * (1.0 - %s) + (%s * (1.0 - %s) + %s * %s) * %s", c[0], x.part, c[1], x.part, y.part, c[2],
		x.part, c[3], x.part, y.part)
}

// reduced is an output element: the mean of its samples, or the largest one and its number.
func (r *region) reduced(channel string, at []string) (value, best string) {
	k := r.k
	value = k.Let("value", "0.0")
	if !r.largest() {
		r.each(at, func(y, x spot, inside string) { k.Line("%s = %s + %s", value, value, r.sample(channel, y, x, inside)) })
		return fmt.Sprintf("%s / float(%s * %s)", value, r.axes[0].samples, r.axes[1].samples), ""
	}
	best, n := k.Let("best", "uint(0)"), k.Let("number", "uint(0)")
	r.each(at, func(y, x spot, inside string) {
		s := r.sample(channel, y, x, inside)
		k.Block("if %s == 0 or %s < %s then", n, value, s)
		k.Line("%s, %s = %s, %s", value, best, s, n)
		k.End()
		k.Line("%s = %s + 1", n, n)
	})
	return value, best
}

// sample writes the value of a sample.
func (r *region) sample(channel string, y, x spot, inside string) string {
	s := r.k.Let("sample", "%s", r.outside())
	r.k.Block("if %s then", inside)
	r.k.Line("%s = %s", s, sampled(r.corners(r.a.In(r.k, "InputTensor"), channel, y, x), y, x))
	r.k.End()
	return s
}

// largest says whether samples are reduced to the largest one.
func (r *region) largest() bool { return r.a.Named("ReductionFunction") == "MAX" }

// outside is the value of a sample that is out of bounds.
func (r *region) outside() string {
	if r.a.Row.Field(outOfBounds.Name) >= 0 {
		return shader.Float(r.a.Float(outOfBounds.Name))
	}
	return "0.0"
}

func lowerAlign(a *op.Args) *op.Program {
	return a.Placed(func(k *shader.Kernel, at []string) string {
		r := newRegion(a, k, at[0], a.Tensor("InputTensor"), a.Tensor("OutputTensor"))
		value, _ := r.reduced(at[1], at[2:])
		return value
	})
}

func checkAlignGradient(a *op.Args) string {
	whole := "OutputGradientTensor"
	switch input, roi := a.Has("InputTensor"), a.Has("OutputROIGradientTensor"); {
	case !a.Has(whole) && !roi:
		return "OutputGradientTensor and OutputROIGradientTensor are left out. One of them is expected."
	case !input && (roi || a.Named("ReductionFunction") == "MAX"):
		return "InputTensor is left out. It is expected where OutputROIGradientTensor is asked for, and where ReductionFunction is MAX."
	case !a.Has(whole):
		whole = "InputTensor"
	}
	return op.First(a.TypesOf("InputGradientTensor", op.Floats...),
		a.SameTypes("InputGradientTensor", "InputTensor", "ROITensor", "OutputGradientTensor", "OutputROIGradientTensor"),
		checkRegions(a, whole, "InputGradientTensor"), a.SameSizes("InputTensor", whole), a.SameSizes("ROITensor", "OutputROIGradientTensor"))
}

// lowerAlignGradient adds in temporary memory where elements are smaller than FLOAT32. A channel of a batch is one work item's, which goes through
// all regions in their order.
func lowerAlignGradient(a *op.Args) *op.Program {
	p := &fold.Plan{}
	if whole := a.Tensor("OutputGradientTensor"); whole != nil {
		scatterRegions(a, p, whole)
	}
	if a.Has("OutputROIGradientTensor") {
		regionSlopes(a, p)
	}
	return op.Planned(p)
}

// weights calls body for the samples of an output element that its gradient goes to, with the share of each.
func (r *region) weights(channel string, at []string, body func(y, x spot, share string)) {
	k := r.k
	share, best, n := "", "", ""
	if r.largest() {
		_, best = r.reduced(channel, at)
		n = k.Let("number", "uint(0)")
	} else {
		share = k.Let("share", "1.0 / float(%s * %s)", r.axes[0].samples, r.axes[1].samples)
	}
	r.each(at, func(y, x spot, inside string) {
		if r.largest() {
			share = k.Let("share", "%s == %s and 1.0 or 0.0", n, best)
			k.Line("%s = %s + 1", n, n)
		}
		k.Block("if %s then", inside)
		body(y, x, share)
		k.End()
	})
}

func scatterRegions(a *op.Args, p *fold.Plan, whole *tensor.Desc) {
	g := a.Tensor("InputGradientTensor")
	sums := p.Store(tensor.Float32, whole.Sizes...)
	k := a.Kernel(whole)
	sums.In(k).Store("i", "0.0")
	p.Add(k)
	k = shader.New(a.Row.Name, uint64(whole.Sizes[0])*uint64(whole.Sizes[1]))
	at := k.Coords("i", whole.Sizes[:2])
	k.Block("for r = 0, %d do", g.Sizes[0]-1)
	r := newRegion(a, k, "uint(r)", whole, g)
	k.Block("if %s == %s then", r.batch, at[0])
	k.Block("for v = 0, %d do", g.Sizes[2]-1)
	k.Block("for u = 0, %d do", g.Sizes[3]-1)
	gradient := k.Let("gradient", "%s", a.In(k, "InputGradientTensor").At([]string{"uint(r)", at[1], "uint(v)", "uint(u)"}))
	t := sums.In(k)
	r.weights(at[1], []string{"uint(v)", "uint(u)"}, func(y, x spot, share string) {
		for _, row := range [][2]string{{y.low, "(1.0 - " + y.part + ")"}, {y.high, y.part}} {
			for _, column := range [][2]string{{x.low, "(1.0 - " + x.part + ")"}, {x.high, x.part}} {
				to := k.Let("to", "%s", t.Index([]string{at[0], at[1], row[0], column[0]}))
				t.Store(to, fmt.Sprintf("%s + %s * %s * %s * %s", t.Load(to), gradient, share, row[1], column[1]))
			}
		}
	})
	for range 4 {
		k.End()
	}
	p.Add(k)
	p.Steps = append(p.Steps, a.PlacedIn("OutputGradientTensor", func(k *shader.Kernel, at []string) string { return sums.In(k).At(at) }).Steps...)
}

// regionSlopes gives every region a work item, which adds how its corners move what is sampled.
func regionSlopes(a *op.Args, p *fold.Plan) {
	g := a.Tensor("InputGradientTensor")
	k := shader.New(a.Row.Name, uint64(g.Sizes[0]))
	r := newRegion(a, k, "i", a.Tensor("InputTensor"), g)
	names := [4]string{}
	for n := range names {
		names[n] = k.Let("slope", "0.0")
	}
	k.Block("for c = 0, %d do", g.Sizes[1]-1)
	k.Block("for v = 0, %d do", g.Sizes[2]-1)
	k.Block("for u = 0, %d do", g.Sizes[3]-1)
	gradient := k.Let("gradient", "%s", a.In(k, "InputGradientTensor").At([]string{"i", "uint(c)", "uint(v)", "uint(u)"}))
	r.weights("uint(c)", []string{"uint(v)", "uint(u)"}, func(y, x spot, share string) {
		c := r.corners(a.In(k, "InputTensor"), "uint(c)", y, x)
		for d, s := range [2]spot{y, x} {
			slope := fmt.Sprintf("(%s - %s) * (1.0 - %s) + (%s - %s) * %s", c[2], c[0], x.part, c[3], c[1], x.part)
			if d == 1 {
				slope = fmt.Sprintf("(%s - %s) * (1.0 - %s) + (%s - %s) * %s", c[1], c[0], y.part, c[3], c[2], y.part)
			}
			move := k.Let("move", "%s and (%s) * %s * %s * %s or 0.0", s.free, slope, gradient, share, r.axes[d].scale)
			part := k.Let("part", "%s > 0.0 and %s / %s or 0.0", r.axes[d].total, s.along, r.axes[d].total)
			k.Line("%s = %s + %s * (1.0 - %s)", names[1-d], names[1-d], move, part)
			k.Line("%s = %s + %s * %s", names[3-d], names[3-d], move, part)
		}
	})
	for range 3 {
		k.End()
	}
	y := a.Out(k, "OutputROIGradientTensor")
	for n, name := range names {
		y.Store(y.Index([]string{"i", number(uint32(n))}), name)
	}
	p.Add(k)
}

// lowerRegionPooling keeps the largest element of each of the parts that a region is cut into: of whole elements, so that two parts may share some,
// and 0 of none.
func lowerRegionPooling(a *op.Args) *op.Program {
	return a.Placed(func(k *shader.Kernel, at []string) string {
		x, rois, y := a.In(k, "InputTensor"), a.In(k, "ROITensor"), a.Tensor("OutputTensor")
		batch := k.Let("batch", "min(uint(max(%s, 0.0)), uint(%d))", rois.At([]string{at[0], "0"}), x.Sizes[0]-1)
		var from, to [2]string
		for d := range 2 {
			corner := func(n int) string {
				return k.Let("corner", "%s", k.Call("roundAway",
					k.Let("corner", "%s * %s", rois.At([]string{at[0], number(uint32(n - d))}), shader.Float(a.Float("SpatialScale")))))
			}
			first, last := corner(2), corner(4)
			bin := k.Let("bin", "max(%s - %s + 1.0, 1.0) / %d.0", last, first, y.Sizes[2+d])
			edge := func(round, n string) string {
				return k.Let("edge", "int(clamp(%s(%s * %s) + %s, 0.0, %d.0))", round, n, bin, first, x.Sizes[2+d])
			}
			from[d], to[d] = edge("floor", "float("+at[2+d]+")"), edge("ceil", "(float("+at[2+d]+") + 1.0)")
		}
		best, found := k.Let("best", "0.0"), k.Let("found", "false")
		k.Block("for v = %s, %s - 1 do", from[0], to[0])
		k.Block("for u = %s, %s - 1 do", from[1], to[1])
		value := k.Let("x", "%s", x.At([]string{batch, at[1], "uint(v)", "uint(u)"}))
		k.Block("if not %s or %s < %s then", found, best, value)
		k.Line("%s, %s = %s, true", best, found, value)
		k.End()
		k.End()
		k.End()
		return best
	})
}
