package syntax

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/yuin/gopher-lua/ast"
)

// CaptureKind says what a captured name is.
type CaptureKind uint8

// What a kernel can find after a captured name.
const (
	CaptureNumber   CaptureKind = iota + 1 // a compile-time constant
	CaptureBool                            // a compile-time constant
	CaptureResource                        // a resource declaration, bound to a register
	CaptureShared                          // a groupshared declaration
	CaptureFunction                        // a Lua function, inlined where it is called
	CaptureTable                           // a Lua table of numbers: a constant array
	CaptureStruct                          // the layout of a struct: a type
	CaptureHost                            // anything else: refused
)

// Capture is the value of a name that a kernel uses but does not define.
type Capture struct {
	Kind     CaptureKind
	Number   float64
	Bool     bool
	Resource *Resource
	Shared   *GroupShared
	Function *Function
	Table    *Table
	Struct   *Type
	Host     string   // for CaptureHost: what it is, as "a table", "the module gpu", "a string"
	Site     gpu.Site // where the script gave it its value, if known
}

// Function is a Lua function with the names that it captures in its turn. Two captures of the same function must share
// the pointer or the node: recursion is found by the node.
type Function struct {
	Name string // for messages, may be empty
	Node *ast.FunctionExpr
	Env  Env
}

// Env resolves the names that a function captures: its upvalues, then the globals of the script. It must give the same
// answer for the same name during one compilation.
type Env interface {
	Resolve(name string) (Capture, bool)
}

// Stage is the pipeline stage that a kernel is for.
type Stage uint8

// The stages.
const (
	Compute Stage = iota
	VertexStage
	PixelStage
)

// String is the word used in messages.
func (s Stage) String() string { return [...]string{"compute", "vertex", "pixel"}[s] }
