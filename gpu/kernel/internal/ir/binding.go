package ir

import "github.com/gpuscript/gpuscript/gpu"

// Kind is the kind of view that a slot takes.
type Kind uint8

// The kinds of slots, with the letter of their register: b, t, u, s.
const (
	CBV Kind = iota
	SRV
	UAV
	Sampler
)

// String is the name used in the text form.
func (k Kind) String() string { return kindNames[k] }

var kindNames = [...]string{"cbv", "srv", "uav", "sampler"}

// Register is the letter of the register space of k: b, t, u or s.
func (k Kind) Register() string { return "btus"[k : k+1] }

// Shape is what a slot's resource looks like to the kernel.
type Shape uint8

// The shapes of resources. Buffers have elements of Binding.Stride bytes, textures have texels of Binding.Stride bytes.
const (
	ShapeNone        Shape = iota // samplers
	Constants                     // constant buffer: byte offsets
	Structured                    // structured buffer
	Raw                           // byte address buffer: stride 4, index = address>>2
	Typed                         // typed buffer: elements of the view's format
	Counter                       // hidden counter of an append or consume buffer: one element of 4 bytes
	Texture1D                     // x
	Texture1DArray                // x, slice in z
	Texture2D                     // x, y
	Texture2DArray                // x, y, slice in z
	Texture3D                     // x, y, z
	TextureCube                   // x, y, face in z
	TextureCubeArray              // x, y, 6*cube+face in z
	Texture2DMS                   // x, y, sample in place of the mip: its levels are samples, all of one size
	Texture2DMSArray              // the same, slice in z
)

var shapeNames = [...]string{"none", "constants", "structured", "raw", "typed", "counter", "tex1d", "tex1darray", "tex2d", "tex2darray", "tex3d",
	"texcube", "texcubearray", "tex2dms", "tex2dmsarray"}

// String is the name used in the text form.
func (s Shape) String() string { return shapeNames[s] }

// IsBuffer tells whether s is accessed with LoadBuf, StoreBuf and AtomicBuf.
func (s Shape) IsBuffer() bool { return s >= Structured && s <= Counter }

// IsTexture tells whether s is accessed with LoadTex, StoreTex and AtomicTex.
func (s Shape) IsTexture() bool { return s >= Texture1D }

// IsMultisampled tells whether the levels of s are samples.
func (s Shape) IsMultisampled() bool { return s == Texture2DMS || s == Texture2DMSArray }

// Comparison is the Element of samplers that compare with a reference.
const Comparison = "comparison"

// Binding is one declared resource slot, or an array of them.
type Binding struct {
	Name     string
	Kind     Kind
	Shape    Shape
	Register uint32 // first register
	Space    uint32
	Count    uint32 // registers in the range; 1 for a single slot. Each has a record
	// Stride is the bytes of one element or texel. The front end knows it for structured, raw and counter
	// buffers; for typed buffers and textures it is set when the format is known (0 until then). Unused for constants and samplers.
	Stride uint32
	// Format is the format that a typed variant was specialised for, as gpu.Format numbers them; 0 where the access does not depend on it.
	Format uint32
	// Element names the element type as the kernel declared it (float4, Particle …), for messages. Comparison: of samplers that compare.
	Element string
	// CounterOf is 1 + the index of the buffer that a Counter belongs to, else 0.
	CounterOf int32
	// Constants are the numbers of a constant buffer, as far as root constants can reach.
	Constants []gpu.ShaderConstant
	Site      gpu.Site
}
