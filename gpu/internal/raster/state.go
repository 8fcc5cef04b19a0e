package raster

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/crew"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/resolve"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/surface"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/topology"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Surface is the memory of one plane of one subresource.
type Surface = surface.Surface

// DepthFormat is how depth values are stored.
type DepthFormat = surface.DepthFormat

// The depth formats. Stencil is a separate plane of bytes.
const (
	DepthNone = surface.DepthNone // no depth plane
	DepthD16  = surface.DepthD16
	DepthD24  = surface.DepthD24
	DepthD32  = surface.DepthD32
)

// Resolve writes rows [top, bottom) of a single-sampled surface from a multisampled one (ResolveSubresource): integers take sample 0, all others the
// mean, sRGB in linear space. UNORM of 8 and 16 bits without sRGB is exact, to nearest even. Different rows may be resolved concurrently.
func Resolve(dst, src *Surface, f gpu.Format, samples int, width, top, bottom uint32) {
	resolve.Rows(dst, src, f, samples, width, top, bottom)
}

// Target is a render target. An UNKNOWN format means that nothing is bound.
type Target struct {
	Surface
	Format gpu.Format
}

// DepthTarget is the depth-stencil target. Its zero value means that nothing is bound.
type DepthTarget struct {
	Format  DepthFormat
	Depth   Surface
	Stencil Surface // a byte a texel; Bytes is nil without stencil
	// The view forbids writes (D3D12_DSV_FLAGS); the tests are done all the same.
	ReadOnlyDepth, ReadOnlyStencil bool
}

// State is the state of the fixed parts. It must stay as it is from Begin to End.
type State struct {
	Width, Height uint32         // texels: the common extent of all targets
	Samples       uint32         // 1, 2, 4 or 8; 0 means 1
	SampleMask    uint32         // of the pipeline
	Viewports     []gpu.Viewport // up to gpu.MaxViewports
	Scissors      []gpu.Rect     // of the same indices; a missing one is empty
	Rasterizer    gpu.RasterizerDesc
	DepthStencil  gpu.DepthStencilDesc
	Blend         gpu.BlendDesc
	BlendFactor   [4]float32
	StencilRef    uint8
	DepthBounds   [2]float32 // least and most, for DepthStencil.DepthBoundsTestEnable
	Targets       [gpu.MaxRenderTargets]Target
	Depth         DepthTarget
	Workers       int        // that may run at the same time; below 1 means 1
	Crew          *crew.Crew // of Workers, started; nil: the rasterizer starts one of its own from Begin to End
	Track         bool       // collect Touched
	Continues     bool       // this Begin continues the previous draw with other targets: the numbering of batches goes on
	Primitives    uint64     // no piece has more; 0: not known
}

// Shade runs a pixel program on items [0, items) whose inputs and outputs are at addresses of the scratch memory (package stage). Workers are
// numbered from 0; different workers call at the same time. Batch orders what the program reports, in the same way for any number of
// workers. False stops the draw.
type Shade func(worker int, batch uint64, input, output, items uint32) bool

// ShadeAs is Shade for waves that count as something else.
type ShadeAs func(worker int, batch uint64, input, output, items uint32, as stage.Counted) bool

// Input says where a component of a pixel program's input comes from. The positions of package stage are planes 0 to 3.
type Input = small.Input

// Pixel is the pixel program of a draw. Without Shade only depth and stencil are written.
type Pixel struct {
	Inputs  []Input // one for each component, in order
	Uses    gpu.StageUses
	Outputs stage.PixelOutputs // from State.Outputs
	Shade   Shade
	// Uniform says that Shade gives all items of a call the same results and does not look at the records of quads, which are then not written.
	Uniform bool
	// Affine says that all vertices of the draw have 1 for w.
	Affine bool
	// LacksW says that the program does not read the plane of 1/w of triangles, which need not be written.
	LacksW bool
	// ShadeAs is Shade for waves of pixels of several triangles, which count as something else. Nil: there must be none.
	ShadeAs ShadeAs
	// Merger gives a program that merges results into a target in a state, or nil. Nil: there are none.
	Merger func(m *stage.Merge) stage.RunMerge
	// Coverer gives programs that cover triangles in a state, or nil. Nil: there are none.
	Coverer func(c *stage.Cover) *stage.Covering
	// SetUpper gives programs that set small triangles up for it, or nil. Nil: there are none.
	SetUpper func(s *stage.SetUp) *stage.Triangles
}

// Vertices are shaded vertices: planes of components, as package stage describes them.
type Vertices struct {
	Bytes []byte // plane 0 begins at its start
	Pitch uint32 // bytes between planes
	Items uint32
	// Address is that of the first byte, where programs see it, and Points is room for PointsBytes. Without it no programs set triangles up.
	Address uint32
	Points  Scratch
	// ViewportPlane is the plane of the viewport array index (uint32; that of a primitive's first vertex counts, and one without a viewport
	// is 0). 0 means that all primitives use viewport 0.
	ViewportPlane uint32
	// LayerPlane is the plane of the render target array index (uint32, of the first vertex too): only primitives of Draw.Layer are drawn. 0: all
	// are.
	LayerPlane uint32
	// ClipPlanes and CullPlanes are the planes of distances (float32). Of a primitive the part whose clip distances are not negative is drawn; one
	// all of whose vertices have a negative cull distance is not.
	ClipPlanes, CullPlanes []uint32
}

// Cut is the item that ends a strip.
const Cut = topology.Cut

// Draw is a piece of a draw: vertices in order, for one or more instances.
type Draw struct {
	Topology gpu.PrimitiveTopology
	Vertices Vertices
	// Sequence has the item of each vertex of the first instance, in order. Cut ends a strip. Nil means 0, 1, … Count-1.
	Sequence []uint32
	// SequenceAt is its address for programs, with stage.SortBehind bytes of further items after it; 0: programs cannot see it.
	SequenceAt uint32
	Count      uint32
	// Instances are drawn one after the other; instance i uses the items of the first one plus i*InstanceItems.
	Instances, InstanceItems uint32
	// FirstPrimitive is the PrimitiveID of the first primitive of each instance: not 0 where a piece continues with an instance that an earlier one
	// began.
	FirstPrimitive uint32
	Layer          uint32 // whose primitives are drawn, with Vertices.LayerPlane
	// Beside, unless nil, has a part 0, which any core does while the first primitives are drawn: work that is independent of the draw. It
	// is not done if there is nothing to draw.
	Beside crew.Work
}

// Scratch is memory that programs see too.
type Scratch struct {
	Bytes []byte // ScratchBytes of them
	Base  uint32 // the address of its first byte, a multiple of 64
}

// Counts say what was done. They do not depend on the number of workers.
type Counts struct {
	Primitives       uint64 // assembled, and given to the clipper (IAPrimitives, CInvocations)
	Clipped          uint64 // that the clipper passed on, before culling (CPrimitives)
	PixelInvocations uint64 // pixels (or samples) that the pixel program ran for, without helpers
	SamplesPassed    uint64 // that passed all tests (occlusion)
	BytesRead        uint64 // of targets
	BytesWritten     uint64 // to targets
}

// Touched are the pixels that a draw touched, as rectangles that do not overlap, from top to bottom and left to right. They hold until the next draw
// ends.
type Touched struct {
	Color          []gpu.Rect // written (and read, by blending) in the render targets
	Tested         []gpu.Rect // whose depth or stencil was read
	DepthWritten   []gpu.Rect
	StencilWritten []gpu.Rect
}

// Result is what End returns. Cancelled: Shade returned false.
type Result struct {
	Counts    Counts
	Touched   Touched
	Cancelled bool
}

// The size of a batch of items. PixelPitch is the distance of the planes of a pixel program's outputs in bytes (not a power of two, so that planes do
// not share cache sets).
const (
	batchQuads = 1024
	PixelPitch = 4*4*batchQuads + 4*stage.Group
)

// Outputs says in which form a pixel program must write its results for this state: as texels where they are only copied, as components where they
// are blended or decide about coverage. written is the set of targets that the program writes, by bit; uses are its system values.
func (s *State) Outputs(uses gpu.StageUses, written uint8) stage.PixelOutputs {
	o := stage.PixelOutputs{Depth: uses.Has(gpu.WritesDepth), Coverage: uses.Has(gpu.WritesCoverage)}
	if uses.Has(gpu.UsesSamplePlaces) {
		o.Samples = max(s.Samples, 1)
		o.SampleMask = s.SampleMask & (1<<o.Samples - 1)
	}
	dual := s.dualSource()
	for i := range o.Targets {
		bound := s.Targets[i].Format != gpu.FormatUnknown
		o.Targets[i].Used = written>>i&1 != 0 && (bound || i == 0 && s.Blend.AlphaToCoverageEnable || i == 1 && dual)
		if o.Targets[i].Used && !s.needsComponents(i) && !(i == 1 && dual) {
			o.Targets[i].Format = s.Targets[i].Format
		}
	}
	return o
}

// needsComponents says whether the results for target i are wanted as components.
func (s *State) needsComponents(i int) bool {
	return s.Blend.Target(i).BlendEnable || i == 0 && s.Blend.AlphaToCoverageEnable
}

// dualSource says whether target 0 blends with the colour for target 1.
func (s *State) dualSource() bool {
	t := s.Blend.Target(0)
	if !t.BlendEnable {
		return false
	}
	for _, b := range [...]gpu.Blend{t.SrcBlend, t.DestBlend, t.SrcBlendAlpha, t.DestBlendAlpha} {
		if b >= gpu.BlendSrc1Color {
			return true
		}
	}
	return false
}

// Link finds the planes of the vertices for the inputs of a pixel program, by name and index. Integers are never interpolated. It returns false, and
// the first input that the vertex program does not output, where the stages do not fit.
func Link(inputs, outputs []gpu.StageElement) (links []Input, missing gpu.StageElement, ok bool) {
	for _, in := range inputs {
		plane, found := findPlane(&in, outputs)
		if !found {
			return nil, in, false
		}
		mode := in.Interpolation
		if in.Numeric != gpu.NumericFloat {
			mode = gpu.InterpolateNone
		}
		for c := range in.Components {
			links = append(links, Input{Plane: plane + c, Mode: mode})
		}
	}
	return links, gpu.StageElement{}, true
}

func findPlane(in *gpu.StageElement, outputs []gpu.StageElement) (plane uint32, found bool) {
	plane = 4
	for i := range outputs {
		out := &outputs[i]
		if out.Name == in.Name && out.Index == in.Index {
			return plane, out.Components >= in.Components
		}
		plane += out.Components
	}
	return 0, false
}
