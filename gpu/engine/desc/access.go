package desc

import (
	"encoding/binary"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// MapFault says why a buffer cannot be mapped in a way, and what helps; "" if it can.
func (d BufferDesc) MapFault(t MapType, f MapFlags) (why, help string) {
	const ways = "map with WRITE and either DISCARD or NO_OVERWRITE"
	both := MapDiscard | MapNoOverwrite
	switch {
	case d.Usage == UsageStaging:
		return d.stagingFault(t, f)
	case d.Usage != UsageDynamic:
		return "its usage is " + d.Usage.String(), "use UpdateBuffer, or make the buffer with Usage DYNAMIC or STAGING"
	case t != MapWrite:
		return "a DYNAMIC buffer is mapped for WRITE only, not " + t.String(), ways
	case f&both == 0:
		return "neither DISCARD nor NO_OVERWRITE is given", ways
	case f&both == both:
		return "DISCARD and NO_OVERWRITE exclude each other", ways
	case f&MapNoOverwrite != 0 && d.Backed():
		return "it has a resource of its own, which UnmapBuffer writes as a whole", "map it with DISCARD"
	}
	return "", ""
}

func (d BufferDesc) stagingFault(t MapType, f MapFlags) (why, help string) {
	switch want := map[MapType]CPUAccess{MapRead: CPURead, MapWrite: CPUWrite}[t]; {
	case want != d.CPUAccessFlags:
		return "it was made with CPUAccessFlags " + d.CPUAccessFlags.String() + ", not for " + t.String(), "map it for " + d.CPUAccessFlags.String()
	case f&MapNoOverwrite != 0:
		return "NO_OVERWRITE is for DYNAMIC buffers", "leave the flag out"
	case f&MapDiscard != 0 && t == MapRead:
		return "DISCARD throws away what READ wants to see", "leave DISCARD out"
	}
	return "", ""
}

// MapFault says why a subresource of a texture cannot be mapped in a way, and what helps; "" if it can. part says that only a box is asked
// for.
func (d TextureDesc) MapFault(t MapType, f MapFlags, part bool) (why, help string) {
	const ways = "map with WRITE, with DISCARD or no flag"
	switch {
	case d.Usage == UsageStaging && part:
		return "a STAGING texture is mapped by whole subresources", "leave the box out"
	case d.Usage == UsageStaging:
		return BufferDesc{CPUAccessFlags: d.CPUAccessFlags}.stagingFault(t, f)
	case d.Usage != UsageDynamic:
		return "its usage is " + d.Usage.String(), "use UpdateTexture, or make the texture with Usage DYNAMIC or STAGING"
	case t != MapWrite:
		return "a DYNAMIC texture is mapped for WRITE only, not " + t.String(), ways
	case f&MapNoOverwrite != 0:
		return "NO_OVERWRITE is for buffers: the texels are new memory", ways
	}
	return "", ""
}

// DataFault says what is wrong with first contents for a resource, "" if nothing is.
func (d TextureDesc) DataFault(n gpu.ResourceDesc) Fault {
	if len(d.Data) == 0 {
		return Fault{}
	}
	if uint32(len(d.Data)) != n.Subresources() {
		return Fault{fmt.Sprintf("Data has %d entries, but there are %d subresources", len(d.Data), n.Subresources()),
			"give an entry for each mip level of each slice, or leave Data out"}
	}
	prints, _ := n.Footprints(0, n.Subresources(), 0)
	for i, s := range d.Data {
		if want := s.Needs(prints[i]); uint64(len(s.Data)) < want {
			return Fault{fmt.Sprintf("Data[%d] has %d bytes, but the subresource needs %d", i+1, len(s.Data), want),
				"give all of its rows, or a Stride that fits"}
		}
	}
	return Fault{}
}

// Region is a part of a subresource that the CPU writes.
type Region struct {
	At        gpu.Box       // in the subresource
	Footprint gpu.Footprint // of the texels in a buffer, from offset 0
}

// RegionOf is the region of a box, or of all of a subresource of a resource if box is nil; why says what is wrong with the box.
func RegionOf(n gpu.ResourceDesc, subresource uint32, box *gpu.Box) (r Region, why string) {
	w, h, depth := n.MipExtent(n.Mip(subresource))
	r.At = gpu.Box{Right: w, Bottom: h, Back: depth}
	if box != nil {
		r.At = *box
	}
	at := &r.At
	if at.Empty() || at.Right > w || at.Bottom > h || at.Back > depth {
		return r, fmt.Sprintf("the box [%d, %d) x [%d, %d) x [%d, %d) is not inside the subresource of %d x %d x %d texels",
			at.Left, at.Right, at.Top, at.Bottom, at.Front, at.Back, w, h, depth)
	}
	part := gpu.ResourceDesc{Dimension: n.Dimension, Width: uint64(at.Right - at.Left), Height: at.Bottom - at.Top, DepthOrArraySize: 1,
		Format: n.Format, MipLevels: 1}
	if n.Dimension == gpu.DimensionTexture3D {
		part.DepthOrArraySize = at.Back - at.Front
	}
	prints, _ := part.Normalized().Footprints(0, 1, 0)
	r.Footprint = prints[0]
	return r, ""
}

// UpdateRegion is the region that UpdateTexture writes of a texture with the shape n; why says what is wrong, and help what to do.
func (d TextureDesc) UpdateRegion(n gpu.ResourceDesc, subresource uint32, box *gpu.Box, data SubresourceData) (r Region, why, help string) {
	if d.Usage != UsageDefault {
		return r, "its usage is " + d.Usage.String(), "make it with Usage DEFAULT"
	}
	if r, why = RegionOf(n, subresource, box); why != "" {
		return r, why, "name a box inside"
	}
	if want := data.Needs(r.Footprint); uint64(len(data.Data)) < want {
		return r, fmt.Sprintf("the data has %d bytes, but the texels need %d", len(data.Data), want), "pass all rows"
	}
	return r, "", ""
}

// Location is the footprint at an offset of a buffer, as a side of a copy.
func (r *Region) Location(buffer gpu.Resource, offset uint64) gpu.TextureCopyLocation {
	return LocationOf(buffer, offset, r.Footprint)
}

// LocationOf is a footprint at an offset of a buffer, as a side of a copy.
func LocationOf(buffer gpu.Resource, offset uint64, f gpu.Footprint) gpu.TextureCopyLocation {
	return gpu.TextureCopyLocation{Resource: buffer, Offset: offset, Format: f.Format, Width: f.Width, Height: f.Height,
		Depth: f.Depth, RowPitch: f.RowPitch}
}

// StatisticsBytes is the size of the largest result of a query: pipeline statistics.
const StatisticsBytes = 88

// QueryData is the result of a query; which fields count follows from its type.
type QueryData struct {
	Counter    uint64     // TIMESTAMP: ticks; OCCLUSION: samples; BINARY_OCCLUSION: 0 or 1
	Duration   uint64     // DURATION: ticks
	Frequency  uint64     // TIMESTAMP, DURATION: ticks a second
	Statistics [11]uint64 // PIPELINE_STATISTICS, in the order of D3D12_QUERY_DATA_PIPELINE_STATISTICS
}

// Data takes the StatisticsBytes of a result apart.
func (t QueryType) Data(b []byte) (data QueryData) {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
	switch t {
	case QueryDuration:
		data.Duration, data.Frequency = word(1)-word(0), gpu.TimestampFrequency
	case QueryTimestamp:
		data.Counter, data.Frequency = word(0), gpu.TimestampFrequency
	case QueryPipelineStatistics:
		for i := range data.Statistics {
			data.Statistics[i] = word(i)
		}
	default:
		data.Counter = word(0)
	}
	return data
}
