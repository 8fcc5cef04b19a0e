// Package topology finds the vertices of primitives.
//
//	topology, items of the vertices ─▶ List ─▶ At(0), At(1) …: up to three items each, the leading one first
//
// It must not know vertices, states or targets.
package topology

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// Cut is the item that ends a strip.
const Cut = 0xffffffff

// List are the primitives of one or more instances. Make makes it; its memory is used again.
type List struct {
	Corners     int    // vertices of a primitive
	PerInstance uint64 // primitives
	of          Source
	strip       []uint32 // items, Corners of them a primitive, where a strip was cut apart
	cut         bool
}

// Source is what primitives are made from: items in order, or 0, 1, … Count-1 where Sequence is nil. Instance i uses the items of the first one plus
// i*InstanceItems.
type Source struct {
	Topology      gpu.PrimitiveTopology
	Sequence      []uint32
	Count         uint32
	InstanceItems uint32
}

// Make begins with other vertices.
func (l *List) Make(of Source) {
	l.of, l.cut = of, false
	l.Corners = corners(of.Topology)
	n := uint64(of.Count)
	if of.Sequence != nil {
		n = uint64(len(of.Sequence))
	}
	strip := of.Topology == gpu.TopologyLineStrip || of.Topology == gpu.TopologyTriangleStrip
	switch {
	case strip && of.Sequence != nil:
		l.strip, l.cut = cutStrip(l.strip[:0], of.Sequence, l.Corners), true
		l.PerInstance = uint64(len(l.strip) / l.Corners)
	case strip:
		l.PerInstance = max(n, uint64(l.Corners-1)) - uint64(l.Corners-1)
	default:
		l.PerInstance = n / uint64(l.Corners)
	}
}

func corners(t gpu.PrimitiveTopology) int {
	switch t {
	case gpu.TopologyPointList:
		return 1
	case gpu.TopologyLineList, gpu.TopologyLineStrip:
		return 2
	case gpu.TopologyTriangleList, gpu.TopologyTriangleStrip:
		return 3
	}
	panic(fmt.Sprintf("BUG: raster: topology %s", t))
}

// cutStrip makes a list of the primitives of strips.
func cutStrip(list, sequence []uint32, corners int) []uint32 {
	first := 0
	for i, item := range sequence {
		if item == Cut {
			first = i + 1
			continue
		}
		n := i - first + 1 // vertices of the strip so far
		switch {
		case n < corners:
		case corners == 2:
			list = append(list, sequence[i-1], item)
		case n%2 == 1:
			list = append(list, sequence[i-2], sequence[i-1], item)
		default: // every second triangle is turned round, and begins with its first vertex all the same
			list = append(list, sequence[i-2], item, sequence[i-1])
		}
	}
	return list
}

// Run is those of primitives [i, end) of all instances that are of the instance of i: how many, the number of the first one in it, and what is added
// to items.
func (l *List) Run(i, end uint64) (n uint64, within, shift uint32) {
	within, shift = uint32(i%l.PerInstance), uint32(i/l.PerInstance)*l.of.InstanceItems
	return min(end-i, l.PerInstance-uint64(within)), within, shift
}

// At gives the items of primitive i of all instances, and its number in its instance. items[0] is the leading vertex, whose values are the constant
// ones; the places after the last corner have it, too.
func (l *List) At(i uint64) (items [3]uint32, within uint32) {
	within, shift := uint32(i), uint32(0)
	if i >= l.PerInstance {
		within, shift = uint32(i%l.PerInstance), uint32(i/l.PerInstance)*l.of.InstanceItems
	}
	switch {
	case l.cut:
		copy(items[:], l.strip[int(within)*l.Corners:int(within+1)*l.Corners])
	case l.of.Topology == gpu.TopologyTriangleStrip:
		items = [3]uint32{within, within + 1 + within&1, within + 2 - within&1}
	case l.of.Topology == gpu.TopologyLineStrip:
		items = [3]uint32{within, within + 1}
	default:
		first := int(within) * l.Corners
		for k := range l.Corners {
			items[k] = uint32(first + k)
			if l.of.Sequence != nil {
				items[k] = l.of.Sequence[first+k]
			}
		}
	}
	for k := range items {
		if k >= l.Corners {
			items[k] = items[0] - shift
		}
		items[k] += shift
	}
	return items, within
}
