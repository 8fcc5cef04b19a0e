package content

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// What initialises a target in a heap is one command that touches all of a subresource: in which bytes a texel lies is not defined, and nor is what a
// part of them says of the others.
//
//	clear of a rectangle   [ ▒▒▒▒      ]      initialises nothing
//	clear of the view      [ ▒▒▒▒▒▒▒▒▒ ]

// initializes says whether commands of a kind give contents to a target, whatever stands there, if they touch all of it.
func initializes(op gpu.Op) bool {
	switch op {
	case gpu.OpClearRenderTargetView, gpu.OpClearDepthStencilView, gpu.OpClearUnorderedAccessViewFloat,
		gpu.OpClearUnorderedAccessViewUint, gpu.OpDiscardResource,
		gpu.OpCopyResource, gpu.OpCopyTextureRegion, gpu.OpResolveSubresource:
		return true
	}
	return false
}

// fill keeps which subresources of targets a command initialises. It comes before the accesses of the command.
func (g *Ledger) fill(w *work, e *gpu.Executed) {
	if !initializes(e.Op) {
		return
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		t := g.targets[a.Resource]
		if t == nil || !t.shared || a.Kind == gpu.AccessRead ||
			slices.ContainsFunc(e.Accesses[:i], func(o gpu.Access) bool { return o.Resource == a.Resource && o.Kind != gpu.AccessRead }) {
			continue
		}
		if subs := covered(e.Accesses, a.Resource, t.prints, t.samples); len(subs) > 0 {
			w.events = append(w.events, event{side: sideOf(w, e, a), target: true, fills: subs})
		}
	}
}

// covered are the subresources of a resource, of some samples, of which a command writes all texels.
func covered(accesses []gpu.Access, resource gpu.ID, prints []gpu.Footprint, samples uint32) (subs []int) {
	var bytes []gpu.Access
	for i := range accesses {
		if a := &accesses[i]; a.Resource == resource && a.Kind != gpu.AccessRead && a.Exact {
			bytes = spread(bytes, a)
		}
	}
	merged := merge(bytes)
	for i := range prints {
		if covers(merged, &prints[i], samples) {
			subs = append(subs, i)
		}
	}
	return subs
}

// merge sorts ranges and joins those that meet, in place.
func merge(ranges []gpu.Access) []gpu.Access {
	slices.SortFunc(ranges, func(a, b gpu.Access) int { return cmp.Compare(a.Begin, b.Begin) })
	merged := ranges[:0]
	for _, b := range ranges {
		if n := len(merged); n > 0 && b.Begin <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, b.End)
			continue
		}
		merged = append(merged, b)
	}
	return merged
}

// spread adds the pieces of an access.
func spread(list []gpu.Access, a *gpu.Access) []gpu.Access {
	if a.Stride == 0 {
		return append(list, gpu.Access{Begin: a.Begin, End: a.End})
	}
	for at := a.Begin; at < a.End; at += a.Stride {
		list = append(list, gpu.Access{Begin: at, End: min(at+a.Size, a.End)})
	}
	return list
}

// covers says whether ranges, which are sorted and do not meet, have all texels of a subresource: row by row of each slice of each sample.
func covers(ranges []gpu.Access, f *gpu.Footprint, samples uint32) bool {
	at, rows := 0, uint64(f.Rows())
	for s := range uint64(max(samples, 1)) {
		for z := range uint64(max(f.Depth, 1)) {
			begin := f.Offset + s*uint64(f.SamplePitch) + z*uint64(f.SlicePitch)
			for y := uint64(0); y < rows; {
				row := begin + y*uint64(f.RowPitch)
				for at < len(ranges) && ranges[at].End < row+f.RowSizeInBytes {
					at++
				}
				if at == len(ranges) || ranges[at].Begin > row {
					return false
				}
				y += 1 + (ranges[at].End-row-f.RowSizeInBytes)/uint64(f.RowPitch)
			}
		}
	}
	return true
}
