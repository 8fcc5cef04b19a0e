package syntax

import (
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// ResourceKind is what a resource declaration makes, named as in HLSL.
type ResourceKind uint8

// The kinds of resources a kernel can capture.
const (
	AppendStructuredBuffer ResourceKind = iota + 1
	Buffer
	ByteAddressBuffer
	ConstantBuffer
	ConsumeStructuredBuffer
	RWBuffer
	RWByteAddressBuffer
	RWStructuredBuffer
	RWTexture1D
	RWTexture1DArray
	RWTexture2D
	RWTexture2DArray
	RWTexture3D
	SamplerComparisonState
	SamplerState
	StructuredBuffer
	Texture1D
	Texture1DArray
	Texture2D
	Texture2DArray
	Texture2DMS
	Texture2DMSArray
	Texture3D
	TextureCube
	TextureCubeArray
)

// kindInfo says what a kind needs and how it is addressed.
type kindInfo struct {
	name  string
	class byte // register class
	elem  elemRule
	dims  int  // spatial coordinates of a texture, 1 for buffers, 0 for the rest
	array bool // has an array slice after the spatial coordinates
}

// elemRule says which element types a kind takes.
type elemRule uint8

const (
	noElem     elemRule = iota // raw buffers and samplers
	typedElem                  // a scalar or vector that a format can hold
	layoutElem                 // any type, structs included
	structElem                 // a struct
)

var kinds = [...]kindInfo{
	AppendStructuredBuffer:  {name: "AppendStructuredBuffer", class: 'u', elem: layoutElem},
	Buffer:                  {name: "Buffer", class: 't', elem: typedElem, dims: 1},
	ByteAddressBuffer:       {name: "ByteAddressBuffer", class: 't'},
	ConstantBuffer:          {name: "ConstantBuffer", class: 'b', elem: structElem},
	ConsumeStructuredBuffer: {name: "ConsumeStructuredBuffer", class: 'u', elem: layoutElem},
	RWBuffer:                {name: "RWBuffer", class: 'u', elem: typedElem, dims: 1},
	RWByteAddressBuffer:     {name: "RWByteAddressBuffer", class: 'u'},
	RWStructuredBuffer:      {name: "RWStructuredBuffer", class: 'u', elem: layoutElem, dims: 1},
	RWTexture1D:             {name: "RWTexture1D", class: 'u', elem: typedElem, dims: 1},
	RWTexture1DArray:        {name: "RWTexture1DArray", class: 'u', elem: typedElem, dims: 1, array: true},
	RWTexture2D:             {name: "RWTexture2D", class: 'u', elem: typedElem, dims: 2},
	RWTexture2DArray:        {name: "RWTexture2DArray", class: 'u', elem: typedElem, dims: 2, array: true},
	RWTexture3D:             {name: "RWTexture3D", class: 'u', elem: typedElem, dims: 3},
	SamplerComparisonState:  {name: "SamplerComparisonState", class: 's'},
	SamplerState:            {name: "SamplerState", class: 's'},
	StructuredBuffer:        {name: "StructuredBuffer", class: 't', elem: layoutElem, dims: 1},
	Texture1D:               {name: "Texture1D", class: 't', elem: typedElem, dims: 1},
	Texture1DArray:          {name: "Texture1DArray", class: 't', elem: typedElem, dims: 1, array: true},
	Texture2D:               {name: "Texture2D", class: 't', elem: typedElem, dims: 2},
	Texture2DArray:          {name: "Texture2DArray", class: 't', elem: typedElem, dims: 2, array: true},
	Texture3D:               {name: "Texture3D", class: 't', elem: typedElem, dims: 3},
	Texture2DMS:             {name: "Texture2DMS", class: 't', elem: typedElem, dims: 2},
	Texture2DMSArray:        {name: "Texture2DMSArray", class: 't', elem: typedElem, dims: 2, array: true},
	TextureCube:             {name: "TextureCube", class: 't', elem: typedElem, dims: 2, array: true},
	TextureCubeArray:        {name: "TextureCubeArray", class: 't', elem: typedElem, dims: 2, array: true},
}

// Kinds lists all resource kinds in order of their names.
func Kinds() []ResourceKind {
	list := make([]ResourceKind, 0, len(kinds)-1)
	for k := AppendStructuredBuffer; int(k) < len(kinds); k++ {
		list = append(list, k)
	}
	return list
}

// String is the HLSL name, "RWTexture2D".
func (k ResourceKind) String() string {
	if k == 0 || int(k) >= len(kinds) {
		return "no resource"
	}
	return kinds[k].name
}

// Class is the register letter that the kind binds to.
func (k ResourceKind) Class() byte { return kinds[k].class }

// IsTexture says whether the kind is addressed by texel coordinates.
func (k ResourceKind) IsTexture() bool {
	return k >= Texture1D && k <= TextureCubeArray || k >= RWTexture1D && k <= RWTexture3D
}

// IsTyped says whether elements go through the view's format.
func (k ResourceKind) IsTyped() bool { return kinds[k].elem == typedElem }

// IsRaw says whether the kind is a byte address buffer.
func (k ResourceKind) IsRaw() bool { return k == ByteAddressBuffer || k == RWByteAddressBuffer }

// IsStructured says whether elements are laid out by the shader and not by a format.
func (k ResourceKind) IsStructured() bool { return kinds[k].elem == layoutElem }

// IsStream says whether elements are taken from and added to the end of a structured buffer, through its counter.
func (k ResourceKind) IsStream() bool {
	return k == AppendStructuredBuffer || k == ConsumeStructuredBuffer
}

// IsSampler says whether the kind is one of the two kinds of samplers.
func (k ResourceKind) IsSampler() bool { return k == SamplerState || k == SamplerComparisonState }

// Writable says whether kernels may store to it.
func (k ResourceKind) Writable() bool { return kinds[k].class == 'u' }

// TakesElement says whether a declaration of the kind names an element type or a layout.
func (k ResourceKind) TakesElement() bool { return kinds[k].elem != noElem }

// Dimensions is the number of spatial coordinates of an element: 1 for typed and structured buffers, 2 for the faces of a
// cube, 0 for what is not indexed: constant buffers, raw buffers, append and consume buffers, samplers.
func (k ResourceKind) Dimensions() int { return kinds[k].dims }

// IsCube says whether the kind is sampled by a direction.
func (k ResourceKind) IsCube() bool { return k == TextureCube || k == TextureCubeArray }

// IsMultisampled says whether texels have samples, which are loaded one by one.
func (k ResourceKind) IsMultisampled() bool { return k == Texture2DMS || k == Texture2DMSArray }

// IsArray says whether a slice number follows the spatial coordinates.
func (k ResourceKind) IsArray() bool { return kinds[k].array && k != TextureCube }

// Coordinates is the number of integers that index an element: Dimensions, and one more for the slice. Cubes are sampled by three floats, arrays of
// them by four.
func (k ResourceKind) Coordinates() int {
	if k == TextureCubeArray {
		return 4
	}
	if kinds[k].array {
		return kinds[k].dims + 1
	}
	return kinds[k].dims
}

// Writer is the writable twin of a read-only kind, or 0.
func (k ResourceKind) Writer() ResourceKind {
	for _, w := range Kinds() {
		if kinds[w].name == "RW"+kinds[k].name {
			return w
		}
	}
	return 0
}

// Resource is a resource declaration of a script: gpu.Texture2D("t0", "float4", 4).
type Resource struct {
	Kind     ResourceKind
	Register Register
	Elem     *Type // element type; layout of a constant buffer; nil for raw buffers and samplers
	Count    int   // number of registers: 1, or more for an array of resources
	IsArray  bool  // declared with a count, even of 1: it is indexed before use
	Site     gpu.Site
}

// MaxResourceArray bounds an array of resources, and is what arrays of unknown size have: an access with a varying register is expanded once for
// each.
const MaxResourceArray = 1024

// NewResource makes a declaration from its parsed parts. elem is nil exactly for kinds that take none. count 0 means that
// the script gave none. The diagnostic has no place yet: the caller adds it.
func NewResource(kind ResourceKind, register string, elem *Type, count int, site gpu.Site) (*Resource, *diag.Diagnostic) {
	reg, d := ParseRegister(register)
	if _, bare := number(register); d != nil && bare {
		d.Help = nil
		return nil, d.HelpFix(site, diag.PutArgument(kind.String(), 1, string(kind.Class())+register), "write \"%c%s\"", kind.Class(), register)
	}
	if d != nil {
		return nil, d
	}
	if reg.Class != kind.Class() {
		return nil, diag.New(diag.BadRegister, "%s cannot be bound to register %q", kind, register).
			Because("A %s lives in %c registers.", kind, kind.Class()).
			HelpFix(site, diag.PutArgument(kind.String(), 1, Register{Class: kind.Class(), Index: reg.Index, Space: reg.Space}), "write %q",
				Register{Class: kind.Class(), Index: reg.Index, Space: reg.Space})
	}
	if d := checkElement(kind, elem); d != nil {
		return nil, d
	}
	if count < 0 || count > MaxResourceArray {
		return nil, diag.New(diag.BadElementLayout, "an array of %d resources is not possible", count).
			Because("The count must be from 1 to %d.", MaxResourceArray)
	}
	return &Resource{Kind: kind, Register: reg, Elem: elem, Count: max(count, 1), IsArray: count > 0, Site: site}, nil
}

func checkElement(kind ResourceKind, elem *Type) *diag.Diagnostic {
	rule := kinds[kind].elem
	switch {
	case rule == noElem && elem != nil:
		return diag.New(diag.BadElementLayout, "%s has no element type", kind).HelpText("leave out %q", elem)
	case rule == noElem:
		return nil
	case elem == nil:
		return diag.New(diag.BadElementLayout, "%s needs an element type", kind).
			HelpText(`for example gpu.%s(%q, "float4")`, kind, string(kind.Class())+"0")
	case rule == typedElem && (elem.Kind != Numeric || elem.IsMatrix() || elem.Scalar == Bool):
		return diag.New(diag.BadElementLayout, "%s cannot have elements of type %s", kind, elem).
			Because("Its elements go through a format, which holds one to four numbers.").
			HelpFix(0, structured(kind), "use float, half, int or uint, or a vector of them; for other layouts use StructuredBuffer")
	case rule == structElem && elem.Kind != Struct:
		return diag.New(diag.BadElementLayout, "%s needs a list of fields, not %s", kind, elem).
			HelpText(`for example gpu.ConstantBuffer("b0", { { "width", "uint" } })`)
	}
	return checkSize(kind, elem)
}

// The largest element and constant buffer. (Source: D3D12, D3D12_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES and
// D3D12_REQ_CONSTANT_BUFFER_ELEMENT_COUNT × 16 bytes.)
const (
	maxStride   = 2048
	maxConstant = 4096 * 16
)

// structured is the edit that makes a structured buffer of a buffer of texels; none for textures.
func structured(kind ResourceKind) (fix diag.Fix) {
	switch name := kind.String(); name {
	case "Buffer", "RWBuffer":
		fix = diag.Fix{Method: name, Argument: 1, Action: diag.FixCallee, Text: strings.Replace(name, "Buffer", "StructuredBuffer", 1)}
	}
	return fix
}

// TurnedRound refuses a declaration whose type is before its register, as in HLSL; nil where it does not. The type is a name, or else the list of the
// fields of a struct. counted says that a third argument follows. The diagnostic has no place yet: the caller adds it.
func TurnedRound(kind ResourceKind, first string, list bool, second string, counted bool) *diag.Diagnostic {
	if _, bad := ParseRegister(second); bad != nil || !list && LookupType(first) == nil {
		return nil
	}
	what := "the fields of its type"
	if !list {
		what = strconv.Quote(first)
	}
	fix := diag.Fix{Method: kind.String(), Argument: 1, Action: diag.FixCall, Text: "%f(%2, %1)"}
	if counted {
		fix.Text = "%f(%2, %1, %3)"
	}
	return diag.New(diag.BadRegister, "%s takes its register first and then its type, not %s before %q", kind, what, second).
		HelpFix(0, fix, "exchange the two")
}

func checkSize(kind ResourceKind, elem *Type) *diag.Diagnostic {
	limit, rule, what := maxStride, Packed, "element"
	if kind == ConstantBuffer {
		limit, rule, what = maxConstant, Constant, "constant buffer"
	}
	if size := Size(elem, rule); size > limit {
		return diag.New(diag.BadElementLayout, "the %s of this %s has %d bytes; %d are allowed", what, kind, size, limit)
	}
	return nil
}

// GroupShared is memory that the work items of one group share: gpu.GroupShared("float", 256).
type GroupShared struct {
	Elem  *Type
	Count int
	Site  gpu.Site
}

// NewGroupShared makes a declaration of count elements. The diagnostic has no place yet: the caller adds it.
func NewGroupShared(elem *Type, count int, site gpu.Site) (*GroupShared, *diag.Diagnostic) {
	size := Size(elem, Packed)
	if count < 1 || count > gpu.MaxGroupSharedBytes || size*count > gpu.MaxGroupSharedBytes {
		return nil, diag.New(diag.GroupSharedTooLarge, "%d elements of %s take %d bytes of groupshared memory; %d are allowed",
			count, elem, size*count, gpu.MaxGroupSharedBytes).
			HelpFix(site, diag.PutArgument("GroupShared", 2, gpu.MaxGroupSharedBytes/size), "%d elements fit", gpu.MaxGroupSharedBytes/size)
	}
	return &GroupShared{Elem: elem, Count: count, Site: site}, nil
}
