package reference

import "math"

// roi is a region: where samples lie in the input, y and x.
type roi struct {
	batch   int
	corner  [2][2]float64 // of y and x: where it begins, and how long it is
	samples [2]int
	outputs []int
}

// regionOf reads region n for outputs of a height and a width.
func (r *run) regionOf(n int, outputs []int) roi {
	t := r.in("ROITensor")
	read := func(d int) float64 {
		at := make([]int, len(t.Sizes))
		at[len(at)-2], at[len(at)-1] = n, d
		return t.Value(at)
	}
	b := r.in("BatchIndicesTensor")
	at := make([]int, len(b.Sizes))
	at[len(at)-1] = n
	out := roi{batch: int(b.At(at).I), outputs: outputs}
	for d, scale := range []float64{r.attrs.float("SpatialScaleY"), r.attrs.float("SpatialScaleX")} {
		begin, end := read(1-d)*scale, read(3-d)*scale
		out.corner[d] = [2]float64{begin, end - begin}
		out.samples[d] = max(r.attrs.int("MinimumSamplesPerOutput"),
			min(r.attrs.int("MaximumSamplesPerOutput"), int(math.Ceil((end-begin)/float64(outputs[d])))))
	}
	return out
}

// position is where sample n lies in one direction, and how far that is along the region.
func (r *run) position(o roi, d, n int) (at, along float64) {
	before, after := 0.5, -0.5
	if _, ok := r.attrs["InputPixelOffset"]; ok {
		before, after = r.attrs.float("InputPixelOffset"), r.attrs.float("OutputPixelOffset")
	}
	total := float64(o.outputs[d] * o.samples[d])
	if r.attrs.bool("AlignRegionsToCorners") {
		total--
	}
	if total > 0 {
		along = (float64(n) - after) / total
	}
	return along*o.corner[d][1] + o.corner[d][0] - before, along
}

// spotAt is a sample: the elements that it is made of with their parts, none if it is out of bounds.
type spotAt struct {
	along [2]float64
	fixed [2]bool // it lies beyond the last element, and does not move with the region
	at    [][2]int
	part  []float64
}

// spots are the samples of an output element, in row-major order.
func (r *run) spots(o roi, out []int, sizes []int) []spotAt {
	var all []spotAt
	Each(o.samples[:], func(k []int) {
		var s spotAt
		var places [2]float64
		inside := true
		for d := range 2 {
			places[d], s.along[d] = r.position(o, d, out[d]*o.samples[d]+k[d])
			s.fixed[d] = places[d] <= 0 || places[d] >= float64(sizes[d]-1)
			inside = inside && places[d] >= -1 && places[d] <= float64(sizes[d])
		}
		if inside {
			s.at, s.part = r.corners(places, sizes)
		}
		all = append(all, s)
	})
	return all
}

// corners are the elements around a place, and their parts.
func (r *run) corners(place [2]float64, sizes []int) (at [][2]int, part []float64) {
	if !r.linear() {
		nearest := func(d int) int { return max(0, min(sizes[d]-1, int(math.Ceil(place[d]-0.5)))) }
		return [][2]int{{nearest(0), nearest(1)}}, []float64{1}
	}
	Each([]int{2, 2}, func(k []int) {
		var corner [2]int
		weight := 1.0
		for d := range 2 {
			p := max(0, min(float64(sizes[d]-1), place[d]))
			low := math.Floor(p)
			corner[d] = min(int(low)+k[d], sizes[d]-1)
			if k[d] == 0 {
				weight *= 1 - (p - low)
			} else {
				weight *= p - low
			}
		}
		at, part = append(at, corner), append(part, weight)
	})
	return at, part
}

// sample is the value of a sample.
func (r *run) sample(s spotAt, batch, channel int) float64 {
	if s.at == nil {
		if _, ok := r.attrs["OutOfBoundsInputValue"]; ok {
			return r.attrs.float("OutOfBoundsInputValue")
		}
		return 0
	}
	total := 0.0
	for i, at := range s.at {
		total += s.part[i] * r.input().Value([]int{batch, channel, at[0], at[1]})
	}
	return total
}

// best is the number of the first largest sample.
func (r *run) best(all []spotAt, batch, channel int) int {
	top := 0
	for i := range all {
		if r.sample(all[i], batch, channel) > r.sample(all[top], batch, channel) {
			top = i
		}
	}
	return top
}

func align(r *run) {
	out := r.output()
	Each(out.Sizes, func(index []int) {
		o := r.regionOf(index[0], out.Sizes[2:])
		all := r.spots(o, index[2:], r.input().Sizes[2:])
		if r.attrs.name("ReductionFunction") == "MAX" {
			out.SetValue(index, r.sample(all[r.best(all, o.batch, index[1])], o.batch, index[1]))
			return
		}
		total := 0.0
		for _, s := range all {
			total += r.sample(s, o.batch, index[1])
		}
		out.SetValue(index, total/float64(len(all)))
	})
}

func alignGradient(r *run) {
	g, rois := r.gradient(), r.in("OutputROIGradientTensor")
	sizes := []int{0, 0}
	for _, t := range []*Tensor{r.input(), r.back()} {
		if t != nil {
			sizes = t.Sizes[2:]
		}
	}
	var slopes *Tensor
	if rois != nil {
		slopes = New("FLOAT64", rois.Sizes, nil)
	}
	visit := func(add func(index []int, f float64)) {
		Each(g.Sizes, func(index []int) {
			o := r.regionOf(index[0], g.Sizes[2:])
			all := r.spots(o, index[2:], sizes)
			share := 1 / float64(len(all))
			if r.attrs.name("ReductionFunction") == "MAX" {
				top := r.best(all, o.batch, index[1])
				all, share = all[top:top+1], 1
			}
			for _, s := range all {
				for i, at := range s.at {
					add([]int{o.batch, index[1], at[0], at[1]}, g.Value(index)*share*s.part[i])
				}
				if slopes != nil {
					r.roiSlopes(slopes, o, s, index, g.Value(index)*share)
				}
			}
		})
	}
	if r.back() != nil {
		r.scattered(visit)
	} else {
		visit(func([]int, float64) {})
	}
	if rois != nil {
		Each(rois.Sizes, func(index []int) { rois.SetValue(index, slopes.Value(index)) })
	}
}

// roiSlopes adds how the corners of a region move a sample.
func (r *run) roiSlopes(to *Tensor, o roi, s spotAt, index []int, g float64) {
	if len(s.at) < 4 {
		return
	}
	value := func(i int) float64 { return r.input().Value([]int{o.batch, index[1], s.at[i][0], s.at[i][1]}) }
	across := s.part[1] + s.part[3] // of the second column
	down := s.part[2] + s.part[3]
	dy := (value(2)-value(0))*(1-across) + (value(3)-value(1))*across
	dx := (value(1)-value(0))*(1-down) + (value(3)-value(2))*down
	for d, slope := range []float64{dy * r.attrs.float("SpatialScaleY"), dx * r.attrs.float("SpatialScaleX")} {
		for end, share := range []float64{1 - s.along[d], s.along[d]} {
			if s.fixed[d] {
				continue
			}
			at := make([]int, len(to.Sizes))
			at[len(at)-2], at[len(at)-1] = index[0], 1-d+2*end
			to.SetValue(at, to.Value(at)+g*slope*share)
		}
	}
}

func regionPool(r *run) {
	out, rois, scale := r.output(), r.in("ROITensor"), r.attrs.float("SpatialScale")
	Each(out.Sizes, func(index []int) {
		read := func(d int) float64 {
			at := make([]int, len(rois.Sizes))
			at[len(at)-2], at[len(at)-1] = index[0], d
			return rois.Value(at)
		}
		var from, to [2]int
		for d := range 2 {
			begin, end := math.Round(read(2-d)*scale), math.Round(read(4-d)*scale)
			bin := max(end-begin+1, 1) / float64(out.Sizes[2+d])
			edge := func(v float64) int { return max(0, min(r.input().Sizes[2+d], int(v))) }
			from[d], to[d] = edge(math.Floor(float64(index[2+d])*bin)+begin), edge(math.Ceil(float64(index[2+d]+1)*bin)+begin)
		}
		best, found := 0.0, false
		for y := from[0]; y < to[0]; y++ {
			for x := from[1]; x < to[1]; x++ {
				if v := r.input().Value([]int{int(read(0)), index[1], y, x}); !found || v > best {
					best, found = v, true
				}
			}
		}
		out.SetValue(index, best)
	})
}
