package value

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Formats gives the format of the view after a typed register; FormatUnknown, or a nil Formats, where it is not known yet:
// then the one that stores the declared element type unchanged is taken.
type Formats func(syntax.Register) gpu.Format

// Bound is what is known, beside its format, of the view in a register. The zero Bound is nothing.
type Bound struct {
	Sampler     *ir.SamplerFields // of a sampler
	OneLevel    bool              // of a texture: there is one mip level
	PowersOfTwo bool              // of a texture: its sizes, of all levels, are powers of two
	// Mapping is where the components of a typed view come from, also of an array of them.
	Mapping gpu.ComponentMapping
	// Clamped says that the view leaves mip levels out, also one of an array of them.
	Clamped bool
}

// Where is a place in a pixel at which inputs can be evaluated.
type Where struct {
	Kind PlaceKind
	Args []V // AtSample: the number of the sample; AtStep: x and y in sixteenths of a pixel from the centre, -8 to 7
}

// PlaceKind says how a place is named.
type PlaceKind uint8

// The kinds of places.
const (
	AtCentroid PlaceKind = iota
	AtSample
	AtStep
)

// Context is one kernel under construction: the builder, the mistakes found, the locals in existence and what is bound.
type Context struct {
	B      *emit.Builder
	Diags  []*diag.Diagnostic
	bare   []bareDivision // that may be advised on
	Inside *Call          // the call being inlined, nil in the kernel itself
	Live   []*Variable    // locals in existence: what branches merge

	Alive    *Variable // of a vertex or pixel shader: the work item's effects count, it is no helper and was not discarded; nil in compute
	Quads    bool      // waves are quads of pixels, so there are derivatives
	Discards bool      // a pixel may be discarded
	guarded  bool      // what is lowered stands under Alive already

	// Bound gives what is known of a register; nil: nothing.
	Bound func(syntax.Register) Bound

	// InputAt gives a component of a pixel shader's input at another place of the pixel; false where the value is none.
	InputAt func(component V, at Where) (V, bool)
	// TargetSamples gives the number of samples of the targets that a pixel shader draws to, and the place of one, in pixels from the centre.
	TargetSamples func(index V) (count, x, y V)

	// Mentioned are the resources that the functions of the kernel mention, bound or not; nil: only those that are bound are known.
	Mentioned func() []*syntax.Resource
	// Barriers are the places of the barriers so far, in the order of the kernel.
	Barriers []gpu.Site

	// NonUniform are the indices of arrays of resources that the script says may differ between work items.
	NonUniform map[V]bool
	// Chosen are the places of the indices of arrays of resources, the first one of each.
	Chosen map[V]gpu.Site

	formats  Formats
	bindings map[*syntax.Resource]int32
	bound    []*syntax.Resource // the keys of bindings, in order
	counters map[*syntax.Resource]int32
	tables   []placedTable
	shared   map[*syntax.GroupShared]uint32
}

// NewContext starts the body of k, which must be empty.
func NewContext(k *ir.Kernel, formats Formats) *Context {
	return &Context{B: emit.New(k), formats: formats, bindings: map[*syntax.Resource]int32{}, counters: map[*syntax.Resource]int32{},
		shared: map[*syntax.GroupShared]uint32{}, NonUniform: map[V]bool{}, Chosen: map[V]gpu.Site{}}
}
