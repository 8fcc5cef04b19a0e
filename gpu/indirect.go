package gpu

// IndirectArgumentType as D3D12_INDIRECT_ARGUMENT_TYPE.
type IndirectArgumentType uint8

// The indirect argument types.
const (
	IndirectDraw IndirectArgumentType = iota
	IndirectDrawIndexed
	IndirectDispatch
	IndirectVertexBufferView
	IndirectIndexBufferView
	IndirectConstant
	IndirectConstantBufferView
	IndirectShaderResourceView
	IndirectUnorderedAccessView
)

var indirectNames = []string{"DRAW", "DRAW_INDEXED", "DISPATCH", "VERTEX_BUFFER_VIEW", "INDEX_BUFFER_VIEW", "CONSTANT", "CONSTANT_BUFFER_VIEW",
	"SHADER_RESOURCE_VIEW", "UNORDERED_ACCESS_VIEW"}

// LuaNames implements the enum contract of the bindings.
func (IndirectArgumentType) LuaNames() []string { return indirectNames }

// String returns the D3D12 name without its prefix.
func (t IndirectArgumentType) String() string { return enumName(indirectNames, int(t)) }

// IndirectArgument is one piece of an indirect command, as D3D12_INDIRECT_ARGUMENT_DESC.
type IndirectArgument struct {
	Type                    IndirectArgumentType `lua:",required,tag"`                                                                  // what the words stand for
	RootParameterIndex      uint32               `lua:",when=CONSTANT|CONSTANT_BUFFER_VIEW|SHADER_RESOURCE_VIEW|UNORDERED_ACCESS_VIEW"` // the parameter of the root signature
	DestOffsetIn32BitValues uint32               `lua:",when=CONSTANT"`                                                                 // the first constant of the parameter
	Num32BitValuesToSet     uint32               `lua:",when=CONSTANT"`                                                                 // how many constants there are
	Slot                    uint32               `lua:",max=31,when=VERTEX_BUFFER_VIEW"`                                                // the vertex buffer
}

// SizeInBytes is what the piece takes in the argument buffer.
func (a IndirectArgument) SizeInBytes() uint32 {
	switch a.Type {
	case IndirectDraw:
		return 16
	case IndirectDrawIndexed:
		return 20
	case IndirectDispatch:
		return 12
	case IndirectConstant:
		return 4 * a.Num32BitValuesToSet
	case IndirectVertexBufferView, IndirectIndexBufferView:
		return 16
	}
	return 8 // a GPU virtual address
}

// CommandSignatureDesc describes the commands of ExecuteIndirect (CreateCommandSignature): the pieces in the order of the
// argument buffer, the dispatch or draw last.
//
//	argument buffer   | constants | address | x y z | pad | constants | address | x y z | …
//	                  └────────── ByteStride ────────────┘
type CommandSignatureDesc struct {
	Name          string
	ByteStride    uint32             `lua:",required,min=4,multiple=4"`
	ArgumentDescs []IndirectArgument `lua:",required,min=1"`
	RootSignature RootSignature      // needed where root arguments are set
	NodeMask      uint32             `lua:",max=1"`
}

// SizeInBytes is what the pieces of one command take together.
func (d *CommandSignatureDesc) SizeInBytes() uint32 {
	n := uint32(0)
	for _, a := range d.ArgumentDescs {
		n += a.SizeInBytes()
	}
	return n
}

// Draws says whether the commands are draws.
func (d *CommandSignatureDesc) Draws() bool {
	n := len(d.ArgumentDescs)
	return n > 0 && d.ArgumentDescs[n-1].Type <= IndirectDrawIndexed
}
