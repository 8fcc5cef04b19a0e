package shader

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Space is which of an operator's buffers a slot is a view of.
type Space uint8

// The spaces.
const (
	Input      Space = iota // bound by BindInputs
	Output                  // bound by BindOutputs
	Temporary               // bound by BindTemporaryResource
	Persistent              // bound by BindPersistentResource; written by initialisation, read by executions
)

// String returns the name of the space for messages.
func (s Space) String() string {
	return [...]string{"input", "output", "temporary resource", "persistent resource"}[s]
}

// Constants is the name under which steps of initialisation read the words that a program comes with.
const Constants = "constants"

// View is a range of elements of a buffer that an operator has.
type View struct {
	Space    Space
	Index    int    // of the input or output
	Offset   uint64 // bytes from the start of what is bound, a multiple of the element
	Type     tensor.DataType
	Elements uint64
	ReadOnly bool // a shader resource view: of buffers that cannot be written
	Again    int  // tells views apart that a step has of the same elements
}

// Format is the format and the stride of an unordered access view for elements of a type: typed for elements of less than 32 bits, which it converts,
// structured for the others.
func Format(t tensor.DataType) (format gpu.Format, stride uint32) {
	switch t {
	case tensor.Uint8:
		return gpu.FormatR8Uint, 0
	case tensor.Int8:
		return gpu.FormatR8Sint, 0
	case tensor.Uint16:
		return gpu.FormatR16Uint, 0
	case tensor.Int16:
		return gpu.FormatR16Sint, 0
	case tensor.Float16:
		return gpu.FormatR16Float, 0
	}
	return gpu.FormatUnknown, uint32(t.Bytes())
}

// Scalar is the type of an element of a data type in the text.
func Scalar(t tensor.DataType) string {
	switch {
	case t.Bits() == 64:
		return "uint2"
	case t.IsFloat():
		return "float"
	case t.IsSigned():
		return "int"
	}
	return "uint"
}

// Declaration is the kind and the element type of the resource that the view is bound to.
func (v *View) Declaration() (kind, element string) {
	kind = "StructuredBuffer"
	if _, stride := Format(v.Type); stride == 0 {
		kind = "Buffer"
	}
	if !v.ReadOnly {
		kind = "RW" + kind
	}
	return kind, Scalar(v.Type)
}

// Slot is a view that a step uses under a name.
type Slot struct {
	Name string
	View
}

// GroupSize is the number of work items of a group.
const GroupSize = 64

// maxGroups is the most groups of a dispatch in one direction (Direct3D 12).
const maxGroups = 65535

// Step is one dispatch of an operator.
type Step struct {
	Name  string // of the kernel, for messages and traces
	Items uint64 // work items, from 1
	Body  string // the statements of a work item
	Slots []Slot
	Tile  [2]uint32 // of Tiles: columns and rows of the work items of a group
	Grid  [3]uint32 // of Tiles: groups in each direction; 0: they are in one row, or in as many as it takes
}

// Threads are the work items of a group in each direction.
func (s *Step) Threads() [3]int {
	if s.Tile[0] == 0 {
		return [3]int{GroupSize, 1, 1}
	}
	return [3]int{int(s.Tile[0]), int(s.Tile[1]), 1}
}

// count is how many groups have the step's work items.
func (s *Step) count() uint64 {
	t := s.Threads()
	size := uint64(t[0] * t[1])
	return (s.Items + size - 1) / size
}

// Groups are the thread groups that have the step's work items: a grid of tiles, or one row of them, or as many rows as it takes.
func (s *Step) Groups() (x, y, z uint32) {
	if s.Grid[0] != 0 {
		return s.Grid[0], s.Grid[1], s.Grid[2]
	}
	groups := s.count()
	if groups <= maxGroups {
		return uint32(groups), 1, 1
	}
	return maxGroups, uint32((groups + maxGroups - 1) / maxGroups), 1
}

// Function is the text of the kernel: local i is the number of the work item, or of a tile without a grid local group that of its group; those that
// are too many end at once, and then the guard, if there is one, comes before the statements.
func (s *Step) Function(guard string) string {
	var b strings.Builder
	switch {
	case s.Grid[0] != 0:
		b.WriteString("function(GroupID, GroupThreadID)\n")
	case s.Tile[0] != 0:
		s.number(&b, "GroupID, GroupThreadID", "group", "GroupID", 1, s.count())
	default:
		s.number(&b, "DispatchThreadID", "i", "DispatchThreadID", GroupSize, s.Items)
	}
	if guard != "" {
		b.WriteString("\t" + guard + "\n")
	}
	b.WriteString(s.Body)
	b.WriteString("end")
	return b.String()
}

// number begins a kernel of some system values with a local that counts from, of which a group of the row has size, up to most.
func (s *Step) number(b *strings.Builder, values, name, from string, size, most uint64) {
	fmt.Fprintf(b, "function(%s)\n\tlocal %s = %s.x", values, name, from)
	x, y, _ := s.Groups()
	if y > 1 {
		fmt.Fprintf(b, " + %s.y * %d", from, maxGroups*size)
	}
	b.WriteByte('\n')
	if uint64(x)*uint64(y)*size > most {
		fmt.Fprintf(b, "\tif %s >= %d then return end\n", name, most)
	}
}
