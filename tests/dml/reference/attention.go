package reference

import "math"

// headsOf is how many heads the query, the key or the value has.
func (r *run) headsOf(which int) int {
	switch {
	case r.op == "MULTIHEAD_ATTENTION":
		return r.attrs.int("HeadCount")
	case which == 0:
		return r.attrs.int("QueryHeadCount")
	}
	return r.attrs.int("KeyValueHeadCount")
}

// attention goes from element to element: nothing is gathered.
func attention(r *run) {
	out := r.output()
	read := func(which, batch, head, place, element int) float64 {
		return r.attended(which, batch, head, place, element)
	}
	past, length := 0, 0
	if t := r.in("PastKeyTensor"); t != nil {
		past = t.Sizes[len(t.Sizes)-2]
	}
	for _, field := range []string{"KeyTensor", "StackedQueryKeyTensor", "StackedKeyValueTensor", "StackedQueryKeyValueTensor"} {
		if t := r.in(field); t != nil {
			length = t.Sizes[map[bool]int{true: len(t.Sizes) - 2, false: len(t.Sizes) - 4}[field == "KeyTensor"]]
		}
	}
	size, valueSize := r.headSize(0), r.headSize(2)
	last := len(out.Sizes) - 1
	Each(out.Sizes, func(index []int) {
		batch, place, head, element := index[last-2], index[last-1], index[last]/valueSize, index[last]%valueSize
		shared := head / (r.headsOf(0) / r.headsOf(1)) // the head of key and value
		scores := make([]float64, past+length)
		for key := range scores {
			for e := range size {
				scores[key] += read(0, batch, head, place, e) * read(1, batch, shared, key, e)
			}
			scores[key] = r.masked(scores[key]*r.attrs.float("Scale"), batch, head, place, key)
		}
		top, total, sum := math.Inf(-1), 0.0, 0.0
		for _, s := range scores {
			top = max(top, s)
		}
		for key, s := range scores {
			total += math.Exp(s - top)
			sum += math.Exp(s-top) * read(2, batch, shared, key, element)
		}
		out.SetValue(index, sum/total)
	})
	for which, field := range []string{"", "OutputPresentKeyTensor", "OutputPresentValueTensor"} {
		if t := r.in(field); t != nil {
			Each(t.Sizes, func(index []int) {
				n := len(index)
				t.SetValue(index, read(which, index[n-4], index[n-3], index[n-2], index[n-1]))
			})
		}
	}
}

// headSize is how many elements a head of the query, the key or the value has.
func (r *run) headSize(which int) int {
	for _, field := range []string{"QueryTensor", "KeyTensor", "ValueTensor"}[which : which+1] {
		if t := r.in(field); t != nil {
			return t.Sizes[len(t.Sizes)-1] / r.headsOf(which)
		}
	}
	for _, field := range []string{"StackedQueryKeyTensor", "StackedKeyValueTensor", "StackedQueryKeyValueTensor"} {
		if t := r.in(field); t != nil && !(which == 0 && field == "StackedKeyValueTensor") && !(which == 2 && field == "StackedQueryKeyTensor") {
			return t.Sizes[len(t.Sizes)-1]
		}
	}
	panic("there is no such head")
}

// attended is an element of the query, the key or the value, with what is past and with its bias.
func (r *run) attended(which, batch, head, place, element int) float64 {
	padded := func(t *Tensor, at ...int) float64 { return t.Value(append(make([]int, len(t.Sizes)-len(at)), at...)) }
	if t := r.in([]string{"", "PastKeyTensor", "PastValueTensor"}[which]); t != nil {
		past := t.Sizes[len(t.Sizes)-2]
		if place < past {
			return padded(t, batch, head, place, element)
		}
		place -= past
	}
	size, bias := r.headSize(which), 0.0
	if t := r.in("BiasTensor"); t != nil {
		from := head*size + element
		for w := range which {
			from += r.headsOf(w) * r.headSize(w)
		}
		bias = padded(t, from)
	}
	if t := r.in([]string{"QueryTensor", "KeyTensor", "ValueTensor"}[which]); t != nil {
		return bias + padded(t, batch, place, head*size+element)
	}
	for field, first := range map[string]int{"StackedQueryKeyTensor": 0, "StackedKeyValueTensor": 1, "StackedQueryKeyValueTensor": 0} {
		if t := r.in(field); t != nil && which >= first && which-first < t.Sizes[3] {
			return bias + t.Value([]int{batch, place, head, which - first, element})
		}
	}
	panic("there is no such part")
}

// masked is a score with the bias of its position and the mask.
func (r *run) masked(score float64, batch, head, place, key int) float64 {
	at := func(t *Tensor, index ...int) float64 {
		return t.Value(append(make([]int, len(t.Sizes)-len(index)), index...))
	}
	if t := r.in("RelativePositionBiasTensor"); t != nil {
		score += at(t, batch, head, place, key)
	}
	filter, mask := r.attrs.float("MaskFilterValue"), r.in("MaskTensor")
	switch r.attrs.name("MaskType") {
	case "BOOLEAN":
		if at(mask, batch, head, place, key) == 0 {
			score += filter
		}
	case "KEY_SEQUENCE_LENGTH":
		if float64(key) >= at(mask, 0, batch) {
			return filter
		}
	case "KEY_SEQUENCE_END_START":
		if float64(key) >= at(mask, 0, batch) || float64(key) < at(mask, 1, batch) {
			return filter
		}
	case "KEY_QUERY_SEQUENCE_LENGTH_START_END":
		if float64(key) >= at(mask, batch) {
			return filter
		}
	}
	return score
}
