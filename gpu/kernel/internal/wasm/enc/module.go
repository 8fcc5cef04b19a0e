package enc

// ValType is the type of a local, a parameter or a result.
type ValType byte

// The value types that kernels use.
const (
	I32  ValType = 0x7F
	I64  ValType = 0x7E
	F32  ValType = 0x7D
	F64  ValType = 0x7C
	V128 ValType = 0x7B
)

// String is the name of the type in the text format.
func (t ValType) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case V128:
		return "v128"
	}
	return "none"
}

// Func is one function. Local numbers count the parameters first.
type Func struct {
	Name    string // for text and stack traces
	Export  string // name it is exported as; empty for none
	Params  []ValType
	Results []ValType
	Locals  []ValType
	Body    []Instr // without the final end
}

// Import is a function of the host. Imported functions are numbered before the module's own.
type Import struct {
	Module, Name    string
	Params, Results []ValType
}

// Module is a WebAssembly module with one memory of a fixed length.
type Module struct {
	Imports []Import
	Pages   uint32 // length of the memory in pages of 64 KiB
	Memory  string // name the memory is exported as; empty for none
	Funcs   []*Func
}

// Section numbers of the binary format (specification section 5.5.2).
const (
	sectionCustom   = 0
	sectionType     = 1
	sectionImport   = 2
	sectionFunction = 3
	sectionMemory   = 5
	sectionExport   = 7
	sectionCode     = 10
)

// Encode is the module in the binary format.
func (m *Module) Encode() []byte {
	b := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	types := m.signatures()
	b = appendSection(b, sectionType, m.typeSection(types))
	b = appendSection(b, sectionImport, m.importSection(types))
	b = appendSection(b, sectionFunction, m.functionSection(types))
	b = appendSection(b, sectionMemory, m.memorySection())
	b = appendSection(b, sectionExport, m.exportSection())
	b = appendSection(b, sectionCode, m.codeSection())
	return appendSection(b, sectionCustom, m.nameSection())
}

func appendSection(b []byte, id byte, content []byte) []byte {
	b = append(b, id)
	b = appendU(b, uint64(len(content)))
	return append(b, content...)
}
