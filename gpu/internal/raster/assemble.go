package raster

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// assembler finds the vertices of primitives.
type assembler struct {
	draw        *Draw
	corners     int // vertices of a primitive
	perInstance uint64
	strip       []uint32 // items, corners of them a primitive, where a strip was cut apart
}

// primitive is a point, line or triangle of items. Items[0] is the leading vertex, whose values are the constant ones.
type primitive struct {
	items [3]uint32
	id    uint32
}

func (r *Rasterizer) assembler(d *Draw) assembler {
	a := assembler{draw: d, corners: corners(d.Topology)}
	n := uint64(d.Count)
	if d.Sequence != nil {
		n = uint64(len(d.Sequence))
	}
	strip := d.Topology == gpu.TopologyLineStrip || d.Topology == gpu.TopologyTriangleStrip
	switch {
	case strip && d.Sequence != nil:
		r.strip = cutStrip(r.strip[:0], d.Sequence, a.corners)
		a.strip = r.strip
		a.perInstance = uint64(len(a.strip) / a.corners)
	case strip:
		a.perInstance = max(n, uint64(a.corners-1)) - uint64(a.corners-1)
	default:
		a.perInstance = n / uint64(a.corners)
	}
	return a
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

// at gives primitive i of all instances.
func (a *assembler) at(i uint64) (p primitive) {
	within, shift := uint32(i), uint32(0)
	if i >= a.perInstance {
		within, shift = uint32(i%a.perInstance), uint32(i/a.perInstance)*a.draw.InstanceItems
	}
	p.id = a.draw.FirstPrimitive + within
	switch d := a.draw; {
	case a.strip != nil:
		copy(p.items[:], a.strip[int(within)*a.corners:int(within+1)*a.corners])
	case d.Topology == gpu.TopologyTriangleStrip:
		p.items = [3]uint32{within, within + 1 + within&1, within + 2 - within&1}
	case d.Topology == gpu.TopologyLineStrip:
		p.items = [3]uint32{within, within + 1}
	default:
		first := int(within) * a.corners
		for k := range a.corners {
			p.items[k] = uint32(first + k)
			if d.Sequence != nil {
				p.items[k] = d.Sequence[first+k]
			}
		}
	}
	for k := range p.items {
		if k >= a.corners {
			p.items[k] = p.items[0] - shift
		}
		p.items[k] += shift
	}
	return p
}
