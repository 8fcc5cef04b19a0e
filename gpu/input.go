package gpu

// InputClassification as D3D12_INPUT_CLASSIFICATION.
type InputClassification uint8

// The classifications of vertex data.
const (
	PerVertexData InputClassification = iota
	PerInstanceData
)

var inputClassNames = []string{"PER_VERTEX_DATA", "PER_INSTANCE_DATA"}

// LuaNames implements the enum contract of the bindings.
func (InputClassification) LuaNames() []string { return inputClassNames }

// String returns the D3D12 name without its prefix.
func (c InputClassification) String() string { return enumName(inputClassNames, int(c)) }

// AppendAligned places an element after the previous one of its slot (D3D12_APPEND_ALIGNED_ELEMENT).
const AppendAligned = 0xffffffff

// InputElement is one element of a vertex, as D3D12_INPUT_ELEMENT_DESC. The short form { "POSITION", "R32G32B32_FLOAT" } gives the
// first two fields; a longer list is the row of C: { "POSITION", 0, "R32G32B32_FLOAT", 0, 12, "PER_VERTEX_DATA", 0 }.
type InputElement struct {
	SemanticName         string              `lua:",required,order=1,long=1"` // as the vertex shader names its input
	Format               Format              `lua:",required,order=2,long=3"` // of the element in memory
	SemanticIndex        uint32              `lua:",long=2"`                  // the number after the name
	InputSlot            uint32              `lua:",max=31,long=4"`
	AlignedByteOffset    uint32              `lua:",default=4294967295,long=5"` // bytes; AppendAligned
	InputSlotClass       InputClassification `lua:",long=6"`                    // a new element for each vertex or for each instance
	InstanceDataStepRate uint32              `lua:",long=7"`                    // instances that share an element
}
