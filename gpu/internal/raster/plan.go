package raster

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

const (
	subpixels = corner.Subpixels // in a pixel
	tileBits  = 6                // those of package marks
	tileSize  = 1 << tileBits    // pixels
	guard     = clip.Guard
)

// area is a viewport, made ready: ndc (x, y, z) is at (CX + HX*x, CY - HY*y, zmin + zscale*z).
type area struct {
	clip.Band
	zmin, zscale float64
	low, high    float32 // the depth range, in order
	least, most  float64 // what is between them is in the range, however it is rounded
	view         box     // pixels of the viewport
	clip         box     // those that scissor and targets leave
	even         bool    // no quad is partly in clip, unless it is at the end of the targets
}

// plan is a State made ready for a draw.
type plan struct {
	state   *State
	pixel   *Pixel
	scratch Scratch

	samples    int
	positions  [maxSamples]position
	alphaMasks [maxSamples + 1]uint32
	sampleMask uint32 // of existing samples

	areas          []area
	tilesX, tilesY int32
	nothing        bool // no pixel can be drawn

	record   uint32 // bytes of a triangle's record
	tests    tests
	merge    merger
	shades   bool
	bySample bool           // the program runs for each sample
	early    bool           // tests come before shading
	forced   bool           // because the program wants it so: what passes counts, whatever becomes of it
	discards bool           // the program's mask says which results count
	alphaTo  bool           // alpha to coverage
	settled  bool           // all pixels that are shaded count
	uniform  bool           // the program does not look at records
	colors   bool           // colours are written
	rows     bool           // whole quads in a row are merged at once
	biased   bool           // depths are
	cells    bool           // the quads of a box are drawn together
	cover    stage.RunCover // of small triangles, or nil
	setUp    stage.RunSetUp // for it, or nil
	covers   stage.Cover    // what it is for
	setsUp   stage.SetUp    // likewise
	small    small.State
}

func (p *plan) init(s *State, pixel *Pixel, scratch Scratch) {
	p.state, p.pixel, p.scratch = s, pixel, scratch
	p.samples = int(max(s.Samples, 1))
	p.positions, p.alphaMasks = samplePositions(p.samples), stage.AlphaMasks(p.samples)
	p.sampleMask = s.SampleMask & (1<<p.samples - 1)
	p.tilesX, p.tilesY = int32(s.Width+tileSize-1)>>tileBits, int32(s.Height+tileSize-1)>>tileBits
	p.areas = p.areas[:0]
	p.nothing = true
	for i := range s.Viewports {
		a := s.area(i)
		p.areas = append(p.areas, a)
		p.nothing = p.nothing && a.clip.Empty()
	}
	p.nothing = p.nothing || p.sampleMask == 0
	p.record = uint32(recordBytes(pixel))
	p.shades = pixel.Shade != nil
	p.alphaTo = s.Blend.AlphaToCoverageEnable && p.shades && pixel.Outputs.Targets[0].Used
	p.bySample = p.shades && p.samples > 1 && pixel.Uses.Has(gpu.UsesSampleIndex)
	p.discards = pixel.Uses.Has(gpu.UsesDiscard)
	p.tests.init(s)
	p.forced = p.shades && pixel.Uses.Has(gpu.ForcesEarlyTests)
	p.early = p.testsEarly()
	refuses := p.discards || p.alphaTo || pixel.Outputs.Coverage
	p.settled = p.shades && p.samples == 1 && !refuses && (p.early || !p.tests.any)
	p.merge.init(p)
	p.uniform = p.shades && pixel.Uniform
	p.colors = len(p.merge.targets) > 0
	p.rows = p.settled && p.merge.rows()
	p.cells = p.shades && p.samples == 1 && (!p.tests.any || p.early && p.tests.quick)
	p.programs()
	p.biased = s.Depth.Format != DepthNone && (s.Rasterizer.DepthBias != 0 || s.Rasterizer.SlopeScaledDepthBias != 0)
}

// testsEarly says whether depth and stencil may be tested before shading: nobody can tell, since shading neither changes what is tested, nor takes back
// what was written, nor leaves anything where a test fails.
func (p *plan) testsEarly() bool {
	uses := p.pixel.Uses
	switch {
	case !p.shades, p.forced:
		return true
	case uses.Has(gpu.WritesDepth), uses.Has(gpu.WritesUAV):
		return false
	}
	takesBack := p.discards || p.alphaTo || uses.Has(gpu.WritesCoverage)
	return !takesBack || !p.tests.writes()
}

// recordBytes is the size of a triangle's record and of what is in front of it, a multiple of 16.
func recordBytes(p *Pixel) uint64 {
	return stage.CoverBytes + uint64(stage.TriangleBytes(len(p.Inputs)))
}

func (s *State) area(i int) area {
	v := &s.Viewports[i]
	x, y, w, h := float64(v.TopLeftX), float64(v.TopLeftY), float64(v.Width), float64(v.Height)
	a := area{Band: clip.Band{HX: w / 2, HY: h / 2}, zmin: float64(v.MinDepth), zscale: float64(v.MaxDepth) - float64(v.MinDepth)}
	a.CX, a.CY = x+a.HX, y+a.HY
	a.low, a.high = min(v.MinDepth, v.MaxDepth), max(v.MinDepth, v.MaxDepth)
	const margin = 1.0 / (1 << 16)
	a.least, a.most = float64(a.low)+margin, float64(a.high)-margin
	a.view = corner.BoxOf(centre(x), centre(y), centre(x+w), centre(y+h))
	a.clip = a.view.And(corner.BoxOf(0, 0, int32(s.Width), int32(s.Height)))
	if i >= len(s.Scissors) {
		a.clip = box{}
		return a
	}
	c := &s.Scissors[i]
	a.clip = a.clip.And(corner.BoxOf(c.Left, c.Top, c.Right, c.Bottom))
	a.even = (a.clip.X0|a.clip.Y0|a.clip.X1|a.clip.Y1)&1 == 0
	return a
}

// centre is the first pixel whose centre is not before v.
func centre(v float64) int32 {
	if v != v {
		return 0 // the same on every machine
	}
	return int32(min(max(math.Ceil(v-0.5), -guard-1), guard+1))
}
