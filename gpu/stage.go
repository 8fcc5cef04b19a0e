package gpu

// Interpolation is how a value of a vertex shader reaches the pixels of a primitive, as HLSL's modifiers.
type Interpolation uint8

// The interpolation modes.
const (
	InterpolateLinear                Interpolation = iota // perspective-correct, the default for float types
	InterpolateNone                                       // nointerpolation: the value of the first vertex; integers are always so
	InterpolateNoPerspective                              // noperspective: linear in screen space
	InterpolateCentroid                                   // linear, at a place inside the primitive
	InterpolateNoPerspectiveCentroid                      // noperspective there
	InterpolateSample                                     // linear, at the sample that the shader runs for
	InterpolateNoPerspectiveSample                        // noperspective there
)

var interpolationNames = []string{"linear", "nointerpolation", "noperspective", "centroid", "noperspective centroid",
	"sample", "noperspective sample"}

// InterpolationPlace is where in its pixel a value is interpolated.
type InterpolationPlace uint8

// The places; InterpolationPlaces is their number.
const (
	AtCentre InterpolationPlace = iota
	AtCentroid
	AtSample
	InterpolationPlaces
)

// Place is where values of the mode are interpolated.
func (i Interpolation) Place() InterpolationPlace {
	switch i {
	case InterpolateCentroid, InterpolateNoPerspectiveCentroid:
		return AtCentroid
	case InterpolateSample, InterpolateNoPerspectiveSample:
		return AtSample
	}
	return AtCentre
}

// Perspective says whether values of the mode are divided by w.
func (i Interpolation) Perspective() bool {
	return i == InterpolateLinear || i == InterpolateCentroid || i == InterpolateSample
}

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
	// ForcesEarlyTests: [earlydepthstencil]. Depth and stencil are tested and written before the shader, whatever becomes of the pixel in it.
	ForcesEarlyTests
	UsesSamplePlaces // needs to know where the samples of its targets are
)

// Has says whether all of want are in the set.
func (u StageUses) Has(want StageUses) bool { return u&want == want }
