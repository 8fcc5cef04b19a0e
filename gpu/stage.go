package gpu

// Interpolation is how a value of a vertex shader reaches the pixels of a primitive, as HLSL's modifiers.
type Interpolation uint8

// The interpolation modes.
const (
	InterpolateLinear        Interpolation = iota // perspective-correct, the default for float types
	InterpolateNone                               // nointerpolation: the value of the first vertex; integers are always so
	InterpolateNoPerspective                      // noperspective: linear in screen space
)

var interpolationNames = []string{"linear", "nointerpolation", "noperspective"}

// LuaNames implements the enum contract of the bindings.
func (Interpolation) LuaNames() []string { return interpolationNames }

// String returns HLSL's word.
func (i Interpolation) String() string { return enumName(interpolationNames, int(i)) }

// StageElement is one value that a vertex or pixel shader takes or gives.
type StageElement struct {
	Name          string      // the semantic of a vertex input ("TEXCOORD1" is Name "TEXCOORD", Index 1), or the field between stages ("uv")
	Index         uint32      // of the semantic
	Numeric       NumericType // Float, Uint or Sint
	Components    uint32      // 1 to 4 of 32 bits; matrices are one element a row
	Interpolation Interpolation
	Site          Site // where the shader declares or returns it
}

// StageShader is a shader of the graphics pipeline.
type StageShader interface {
	Shader
	// StageInputs are what it takes, without system values, in declaration order.
	StageInputs() []StageElement
	// StageOutputs are what it gives: of a vertex shader without the position; of a pixel shader the colours, by target in Index.
	StageOutputs() []StageElement
	// StageUses are the system values that it takes and gives.
	StageUses() StageUses
}

// StageUses is a set of system values.
type StageUses uint32

// The system values that the fixed parts of the pipeline must know of.
const (
	UsesVertexID StageUses = 1 << iota
	UsesInstanceID
	UsesPosition // pixel: may read the depth in SV_Position; its x, y and w cost nothing
	UsesIsFrontFace
	UsesPrimitiveID
	UsesSampleIndex // shades by sample
	UsesCoverageIn
	WritesDepth
	WritesCoverage
	UsesDiscard
	WritesUAV // stores into a resource: depth tests may not be skipped by it, yet early tests are only done where discard and depth are not used
)

// Has says whether all of want are in the set.
func (u StageUses) Has(want StageUses) bool { return u&want == want }
