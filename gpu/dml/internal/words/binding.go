package words

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Spot is something that a dispatch reads or writes, and the call that bound it.
type Spot struct {
	What  string // "input 'InputTensor'"
	Bound gpu.Site
}

// bound adds the calls that bound things.
func bound(d *diag.Diagnostic, spots ...Spot) *diag.Diagnostic {
	for _, s := range spots {
		if s.Bound != 0 && s.Bound != d.Primary().Site {
			d.Also(s.Bound, s.What+" is bound here")
		}
	}
	return d
}

// Overlap are two things that share bytes of a buffer, one of which is written.
type Overlap struct {
	First, Second Spot
	Begin, End    uint64
	Buffer        string
	InPlace       bool     // the operator may write over an input of the same layout
	Pair          bool     // First is an input, and Second an output
	Apart         *uint64  // an Offset of Second, in bytes, at which both are apart or exactly over each other; nil: there is none
	Put           diag.Fix // that writes it; the zero value: nothing
}

// Alias says that two things share bytes.
func Alias(site gpu.Site, o Overlap) *diag.Diagnostic {
	d := diag.New(diag.DMLAlias, "RecordDispatch: %s and %s share bytes [%d, %d) of buffer %q", o.First.What,
		o.Second.What, o.Begin, o.End, o.Buffer).
		At(site, "").WithResource(fmt.Sprintf("buffer %q", o.Buffer)).WithRange(o.Begin, o.End)
	bound(d, o.First, o.Second)
	help := "bind them to bytes that do not overlap"
	switch {
	case o.Pair && o.InPlace:
		help = "bind both at one offset with one layout, or apart from each other"
		d.Because("The operator works in place only where both have the same data type, sizes, strides, size in bytes and offset.")
	case o.Pair:
		help = "bind the output to other bytes"
		d.Because("The operator does not work in place.")
	}
	if o.Apart != nil {
		return d.HelpFix(o.Second.Bound, o.Put, "%s: Offset = %d", help, *o.Apart)
	}
	return d.HelpText("%s", help)
}

// Gap is something that a dispatch needs and that is not bound.
type Gap struct {
	Spot
	Of     Object   // the dispatchable
	Method string   // that binds it
	Size   uint64   // bytes of memory whose contents do not matter before the dispatch; 0: they do
	List   bool     // Method takes a list of bindings, of which this is the only one
	Device gpu.Site // where the DirectML device was made
}

// Unbound says that something that a dispatch needs is not bound.
func Unbound(site gpu.Site, table Object, g Gap) *diag.Diagnostic {
	d := say(diag.DMLUnbound, site, table, "RecordDispatch: nothing is bound to %s of %s", g.What, g.Of)
	if g.Bound != 0 {
		d.Also(g.Bound, "nothing is bound to it here")
	}
	const volatile = `, or compile the operator with Flags = "DESCRIPTORS_VOLATILE"`
	const help = "bind it before RecordDispatch" + volatile
	switch {
	case g.Size > 0:
	case g.Method != "" && g.Bound == 0:
		return d.HelpText("call %s on %s before RecordDispatch%s", g.Method, table, volatile)
	default:
		return d.HelpText(help)
	}
	binding := "{ Buffer = %4 }"
	if g.List {
		binding = "{ " + binding + " }"
	}
	line := fmt.Sprintf(
		"local %%4 = %%2.AllocateTensor(%%3:GetParentDevice(), %%2.BufferTensor { DataType = \"UINT8\", Sizes = { %d } })\n%%1:%s(%s)", g.Size,
		g.Method, strings.Trim(binding, " "))
	receiver := diag.Snippet{Site: site, Argument: 3, Method: "RecordDispatch"}
	draft := &diag.Draft{Edit: diag.EditInsertBefore, Replace: line, Once: true,
		Snippets: []diag.Snippet{receiver, {Only: diag.Only("require").With("", "gpu.dml")}, {Made: g.Device}, {Fresh: "memory"}}}
	if strings.HasPrefix(g.What, "output ") { // memory without contents that the script has made is for that
		draft = &diag.Draft{Edit: diag.EditInsertBefore, Once: true, Or: draft,
			Replace:  fmt.Sprintf("%%1:%s(%s)", g.Method, strings.ReplaceAll(strings.Trim(binding, " "), "%4", "%2")),
			Snippets: []diag.Snippet{receiver, {Only: diag.Only("AllocateTensor")}}}
	}
	return d.WithHelp(diag.Help{Site: site, Text: help, Draft: draft})
}

// Surplus says that there are more bindings than there is to bind, or fewer than must be bound, in the list at a path of the first argument.
func Surplus(site gpu.Site, table Object, method, list string, got, want int, what, of string) *diag.Diagnostic {
	const help = "give one binding for each, in the order of the operator's fields; {} binds nothing to an optional one"
	d := Binding(diag.DMLBindingCount, site, table, method, "%d bindings for the %d %s of %s", got, want, what, of)
	if got < want {
		return d.HelpText(help)
	}
	d.HelpFix(site, diag.Drop(method, fmt.Sprintf("%s[%d]", list, want+1)), help)
	for n := want + 2; n <= got; n++ {
		d.AndFix(site, diag.Drop(method, fmt.Sprintf("%s[%d]", list, n)))
	}
	return d
}

// ResetFor proposes to reset a table for a compiled operator, with the descriptors that it was made with, in the place of other suggestions: the
// initializer that the table binds for was recorded already.
func ResetFor(d *diag.Diagnostic, site gpu.Site, table Object, method string, o Object) *diag.Diagnostic {
	d.Help = nil
	pieces := []diag.Snippet{{Site: site, Method: method}, {Made: o.Created}}
	for _, field := range []string{"SizeInDescriptors", "CPUDescriptorHandle", "GPUDescriptorHandle"} {
		pieces = append(pieces, diag.Snippet{Site: table.Created, Argument: 1, Path: field, Method: "CreateBindingTable"})
	}
	return d.HelpBefore(site, "%1:Reset { Dispatchable = %2, SizeInDescriptors = %3, CPUDescriptorHandle = %4, GPUDescriptorHandle = %5 }", pieces,
		"its initializer is recorded: reset the table for %s before", o)
}

// most is how many bindings an edit writes again.
const most = 8

// NoArray says that binding number n of count, from 1, is an array of entries, and its tensor takes one buffer. n is 0 where the method takes one
// binding.
func NoArray(site gpu.Site, table Object, method, what string, n, count, entries int) *diag.Diagnostic {
	const help = "write { Buffer = …, Offset = …, SizeInBytes = … }"
	d := Binding(diag.DMLBindingType, site, table, method, "%s takes a binding of type BUFFER, got BUFFER_ARRAY", what)
	if n == 0 || entries != 1 || count > most {
		return d.HelpText(help)
	}
	var list []string
	pieces := diag.Pieces(site, method)
	for i := 1; i <= count; i++ {
		path := fmt.Sprintf("[%d]", i)
		if i == n {
			path += ".Bindings[1]"
		}
		pieces = append(pieces, diag.Snippet{Site: site, Argument: 1, Method: method, Path: path})
		list = append(list, fmt.Sprintf("%%%d", len(pieces)))
	}
	return d.HelpInstead(site, "%1:"+method+" { "+strings.Join(list, ", ")+" }", pieces, help)
}

// NoBuffer says that nothing is bound to something that must be; named says that the binding has the type BUFFER.
func NoBuffer(site gpu.Site, table Object, method, what string, named bool) *diag.Diagnostic {
	if named {
		return Binding(diag.DMLBindingType, site, table, method, "the BUFFER for %s is missing", what).
			HelpText("give the binding a Buffer, or bind nothing with {}")
	}
	return Binding(diag.DMLBindingType, site, table, method, "%s takes a binding of type BUFFER, got NONE", what).
		HelpText("bind a buffer: { Buffer = … }")
}

// NoList says that binding number n, from 1, is one buffer, and a target takes an array, whose text has %1 for the binding.
func NoList(site gpu.Site, table Object, method, what string, n int, array string) *diag.Diagnostic {
	return Binding(diag.DMLBindingType, site, table, method, "%s takes a binding of type BUFFER_ARRAY, got BUFFER", what).
		HelpFix(site, diag.Fix{Method: method, Argument: 1, Path: fmt.Sprintf("[%d]", n), Action: diag.FixWrap, Text: array},
			"write { Bindings = { … } }, with a buffer for each input of the target")
}

// NoEntry says that a binding is given to something that takes none. path is its place in the first argument; "": it is the argument.
// owner says that it is a matter of OWNED_BY_DML.
func NoEntry(owner bool, site gpu.Site, table Object, method, path, what, why string) *diag.Diagnostic {
	code := diag.DMLBindingType
	if owner {
		code = diag.DMLOwnedBinding
	}
	d := Binding(code, site, table, method, "%s takes no binding: %s", what, why)
	if path == "" {
		return d.HelpFix(site, diag.Fix{Method: method, Argument: 1, Action: diag.FixRemove}, "leave the call out")
	}
	return d.HelpFix(site, diag.Drop(method, path+".Buffer"), "leave the binding out: {} binds nothing")
}

// NoAccess says that a buffer cannot be accessed unordered. path is that of the buffer in the first argument.
func NoAccess(site gpu.Site, table Object, method, path, what, title string) *diag.Diagnostic {
	return Binding(diag.DMLBindingHeap, site, table, method,
		"%s takes a buffer with the flag ALLOW_UNORDERED_ACCESS, which %s does not have", what, title).
		HelpFix(site, diag.Put(method, path+"(1).Flags", "ALLOW_UNORDERED_ACCESS"), `create the buffer with Flags = "ALLOW_UNORDERED_ACCESS"`)
}

// WrongHeap says that a buffer is in memory that cannot be bound.
func WrongHeap(site gpu.Site, table Object, method, what, title, heap string) *diag.Diagnostic {
	return Binding(diag.DMLBindingHeap, site, table, method,
		"%s takes a buffer of a DEFAULT heap, but %s is in a heap of type %s", what, title, heap).
		HelpText("copy to a buffer in a DEFAULT heap, as dml.UploadTensor does, and bind that")
}

// NoTable says that a table binds for nothing, or for an initializer that was reset since. A call that binds can be left out.
func NoTable(site gpu.Site, table Object, method string, reset *Object) *diag.Diagnostic {
	if reset != nil {
		return Binding(diag.DMLEmptyTable, site, table, method, "%s was made for %s before its Reset", table, reset).
			HelpText("call Reset on the table, too: what it needs may have changed")
	}
	d := Binding(diag.DMLEmptyTable, site, table, method, "%s binds for nothing yet", table)
	if strings.HasPrefix(method, "Bind") {
		return d.HelpFix(site, diag.Fix{Method: method, Argument: 1, Action: diag.FixRemove},
			"call Reset with a description first, or leave the call out")
	}
	return d.HelpText("call Reset with a description first")
}

// WrongTable says that a table binds for something else than what is dispatched.
func WrongTable(site gpu.Site, table, target, got Object) *diag.Diagnostic {
	return Binding(diag.DMLWrongDispatchable, site, table, "RecordDispatch", "%s binds for %s, and not for %s", table, target, got).
		HelpFix(site, diag.PutObject("RecordDispatch", 2, "", diag.The(target.Created)),
			"reset the table for what is dispatched, or dispatch what it binds for")
}

// Range is the range of descriptors of a table in its heap.
type Range struct {
	Method      string
	Heap        string // kind and name
	Type        string // of the heap
	First, Size uint32 // descriptors, from 0
	Needed      uint32 // by the dispatchable
	Length      uint32 // of the heap
}

// TableHeap says that the range of a table is not one of its heap, or that the heap has other descriptors.
func TableHeap(site gpu.Site, table Object, r Range) *diag.Diagnostic {
	field := r.Method + ": the range of " + table.Title
	if r.Type != "CBV_SRV_UAV" {
		return diag.New(diag.DMLTableHeap, "%s is in %s of type %s, but must be in one of type CBV_SRV_UAV", field, r.Heap, r.Type).At(site, "").
			HelpText("take the handles from a heap that was created with Type = \"CBV_SRV_UAV\"")
	}
	d := diag.New(diag.DMLTableHeap, "%s has descriptors [%d, %d), but %s has %d", field, r.First, uint64(r.First)+uint64(r.Size), r.Heap, r.Length).
		At(site, "")
	if free := r.Length - min(r.First, r.Length); r.Needed > 0 && free >= r.Needed {
		return d.HelpFix(site, diag.Put(r.Method, "SizeInDescriptors", r.Needed),
			"write SizeInDescriptors = %d, which GetBindingProperties gives", r.Needed)
	}
	return d.HelpText("create the heap with NumDescriptors = %d or more, or begin the range earlier", uint64(r.First)+uint64(r.Size))
}
