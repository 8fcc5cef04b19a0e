package reference

import "slices"

// patches goes from place to place of the window: UNFOLD copies what it shows to a column, FOLD adds a column to it.
func patches(r *run) {
	whole, columns := r.input(), r.output()
	if r.op == "FOLD" {
		whole, columns = columns, whole
	}
	size := r.attrs.ints("WindowSizes")
	ones := slices.Repeat([]int{1}, len(size))
	list := func(name string, otherwise []int) []int {
		if got := r.attrs.ints(name); got != nil {
			return got
		}
		return otherwise
	}
	strides, dilations := list("Strides", ones), list("Dilations", ones)
	before, after := list("StartPadding", make([]int, len(size))), list("EndPadding", make([]int, len(size)))
	count, all := make([]int, len(size)), 1
	for d := range size {
		count[d] = (whole.Sizes[2+d]+before[d]+after[d]-dilations[d]*(size[d]-1)-1)/strides[d] + 1
		all *= size[d]
	}
	sums := map[int]float64{}
	for batch := range whole.Sizes[0] {
		for channel := range whole.Sizes[1] {
			element := 0
			Each(size, func(k []int) {
				place := 0
				Each(count, func(b []int) {
					at, inside := []int{batch, channel}, true
					for d := range b {
						p := b[d]*strides[d] + k[d]*dilations[d] - before[d]
						at, inside = append(at, p), inside && p >= 0 && p < whole.Sizes[2+d]
					}
					column := append(make([]int, len(columns.Sizes)-3), batch, channel*all+element, place)
					switch {
					case r.op == "FOLD" && inside:
						sums[whole.offset(at)] += columns.Value(column)
					case r.op == "UNFOLD" && inside:
						columns.Data[columns.offset(column)] = whole.At(at)
					}
					place++
				})
				element++
			})
		}
	}
	if r.op == "FOLD" {
		Each(whole.Sizes, func(at []int) { whole.SetValue(at, sums[whole.offset(at)]) })
	}
}
