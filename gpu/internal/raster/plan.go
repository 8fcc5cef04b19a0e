package raster

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/view"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

const (
	subpixels = corner.Subpixels // in a pixel
	tileBits  = 6                // those of package marks
	tileSize  = 1 << tileBits    // pixels
	guard     = clip.Guard
)

// area is a prepared viewport.
type area = view.Area

// plan is a State prepared for a draw.
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

	record     uint32 // bytes of a triangle's record
	smalls     uint32 // bytes of a small triangle's record: what precedes it, and the record itself if anything reads it
	tests      tests
	merge      merger
	shades     bool
	bySample   bool             // the program runs for each sample
	early      bool             // tests come before shading
	forced     bool             // because the program asks for it: samples that pass count, even if they are discarded later
	discards   bool             // the program outputs a mask of the samples that count
	alphaTo    bool             // alpha to coverage; a program that outputs coverage itself switches it off
	settled    bool             // all pixels that are shaded count
	uniform    bool             // the program does not look at records
	colors     bool             // colours are written
	rows       bool             // whole quads in a row are merged at once
	biased     bool             // depths are
	cells      bool             // the quads of a box are drawn as a list
	cover      *stage.Covering  // or nil
	triangles  *stage.Triangles // for it, or nil
	tiny       packer           // of triangles of up to 2 by 2 pixels, or none
	boxes      packer           // of larger ones; it can do the smaller ones, too
	programmed bool             // programs do the current piece
	step       uint32           // of their points
	sorting    uint32           // offset of what they work on
	covers     stage.Cover      // what it is for
	marked     []marks.Kind     // of pixels of small triangles: first that of all, then those that are tested, of the ones that pass
	setsUp     stage.SetUp      // likewise
	small      small.State
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
		var scissor *gpu.Rect
		if i < len(s.Scissors) {
			scissor = &s.Scissors[i]
		}
		p.areas = append(p.areas, view.Of(&s.Viewports[i], scissor, s.Width, s.Height))
		p.nothing = p.nothing && p.areas[i].Clip.Empty()
	}
	p.nothing = p.nothing || p.sampleMask == 0
	p.record = uint32(recordBytes(pixel))
	p.shades = pixel.Shade != nil
	p.alphaTo = s.Blend.AlphaToCoverageEnable && p.shades && pixel.Outputs.Targets[0].Used && !pixel.Outputs.Coverage
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

// testsEarly says whether depth and stencil may be tested before shading without a visible difference: shading neither changes what is tested, nor
// undoes what was written, nor has an effect where a test fails.
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

// recordBytes is the size of a triangle's record and of what precedes it, a multiple of 16.
func recordBytes(p *Pixel) uint64 {
	return stage.CoverBytes + uint64(stage.TriangleBytes(len(p.Inputs)))
}
