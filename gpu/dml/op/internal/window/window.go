package window

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
)

// Window is a small box that moves over the last dimensions of a tensor, one list entry for each of them:
//
//	  padding │ input          │ padding          window 3, dilation 2: elements 0, 2 and 4 of a span of 5
//	╭───╮     │                │                  stride 2: the next window begins two elements further
//	0 . 2 . 4                  │
//	    0 . 2 . 4              │
type Window struct {
	Size, Strides, Dilations, Before, After []uint32 // the last two are paddings, in elements
}

// Span is the number of elements from the first of the window to its last one, along a dimension.
func (w Window) Span(d int) uint64 {
	return uint64(w.Size[d]-1)*uint64(w.Dilations[d]) + 1
}

// Check asks for a window that can be placed; extent are the sizes of the dimensions that it moves over, those of the named tensor.
func (w Window) Check(extent []uint32, name string) string {
	for _, list := range []struct {
		name string
		of   []uint32
	}{{"Strides", w.Strides}, {"Dilations", w.Dilations}, {"StartPadding", w.Before}, {"EndPadding", w.After}} {
		if len(list.of) != len(w.Size) {
			return fmt.Sprintf("%s has %d entries. It is expected to have one for each of the %d spatial dimensions.",
				list.name, len(list.of), len(w.Size))
		}
	}
	for d := range w.Size {
		switch {
		case w.Strides[d] == 0:
			return fmt.Sprintf("Strides[%d] is 0. It is expected to be at least 1.", d+1)
		case w.Dilations[d] == 0:
			return fmt.Sprintf("Dilations[%d] is 0. It is expected to be at least 1.", d+1)
		case uint64(extent[d])+uint64(w.Before[d])+uint64(w.After[d]) > 1<<30:
			return fmt.Sprintf("StartPadding[%d] and EndPadding[%d] are %d and %d. The dimension is expected to have at most %d elements with them.",
				d+1, d+1, w.Before[d], w.After[d], 1<<30)
		case w.Span(d) > uint64(extent[d])+uint64(w.Before[d])+uint64(w.After[d]):
			return fmt.Sprintf("The window spans %d elements of spatial dimension %d. It is expected to fit into the %d of tensor '%s' and its padding, %d and %d.",
				w.Span(d), d+1, extent[d], name, w.Before[d], w.After[d])
		}
	}
	return ""
}

// Places are how many places the window has in each dimension.
func (w Window) Places(extent []uint32) []uint32 {
	out := make([]uint32, len(extent))
	for d := range out {
		out[d] = uint32((uint64(extent[d])+uint64(w.Before[d])+uint64(w.After[d])-w.Span(d))/uint64(w.Strides[d]) + 1)
	}
	return out
}

// inside says whether no place of the window reaches beyond a dimension, which has as many places.
func (w Window) inside(d int, extent, places uint32) bool {
	return w.Before[d] == 0 && uint64(places-1)*uint64(w.Strides[d])+w.Span(d) <= uint64(extent)
}

// Each opens loops over the elements of the window at a place, which is the coordinates of its number in each dimension, and returns the coordinates
// of the element in the tensor and in the window. Elements beyond the tensor are left out. finish closes the loops.
func (w Window) Each(k *shader.Kernel, place []string, extent, places []uint32) (at, element []string, finish func()) {
	open := 0
	for d := range w.Size {
		n := "0"
		if w.Size[d] > 1 {
			n = k.Name("n")
			k.Block("for %s = 0, %d do", n, w.Size[d]-1)
			open++
		}
		here := fmt.Sprintf("int(%s) * %d + int(%s) * %d - %d", place[d], w.Strides[d], n, w.Dilations[d], w.Before[d])
		here = k.Let("here", "%s", here)
		if !w.inside(d, extent[d], places[d]) {
			k.Block("if %s >= 0 and %s < %d then", here, here, extent[d])
			open++
		}
		at, element = append(at, k.Let("at", "uint(%s)", here)), append(element, "uint("+n+")")
	}
	return at, element, func() {
		for range open {
			k.End()
		}
	}
}

// Reached opens loops over the elements of the window with which it reaches a place from others: the coordinates of those, and of the element in the
// window.
func (w Window) Reached(k *shader.Kernel, place []string, extent []uint32) (from, element []string, finish func()) {
	for d := range w.Size {
		n := k.Name("n")
		k.Block("for %s = 0, %d do", n, w.Size[d]-1)
		far := k.Let("far", "int(%s) + %d - %s * %d", place[d], w.Before[d], n, w.Dilations[d])
		here := k.Let("here", "uint(max(%s, 0)) / %d", far, w.Strides[d])
		k.Block("if %s >= 0 and %s * %d == uint(%s) and %s < %d then", far, here, w.Strides[d], far, here, extent[d])
		from, element = append(from, here), append(element, "uint("+n+")")
	}
	return from, element, func() {
		for range 2 * len(w.Size) {
			k.End()
		}
	}
}
