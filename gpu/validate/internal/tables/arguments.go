package tables

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// ParameterIndex says that a root parameter does not exist. want is what the command sets.
func ParameterIndex(w World, c *gpu.Command, root gpu.ID, desc *gpu.RootSignatureDesc, want gpu.RootParameterType) {
	d := words.Made(w, w.Say(diag.BadRootArgument, c.Site, "%s names root parameter %d, but %s has %d", c.Op, c.Slot,
		w.Ref(root), len(desc.Parameters)), root)
	if !onlyOne(d, c, desc, 0, want) {
		d.HelpText("parameters are counted from 0")
	}
}

// onlyOne says which parameter is meant where the root signature has one of the type that the command sets, besides some, and reports whether it
// has.
func onlyOne(d *diag.Diagnostic, c *gpu.Command, desc *gpu.RootSignatureDesc, besides uint64, want gpu.RootParameterType) bool {
	found := -1
	for i := range desc.Parameters {
		if desc.Parameters[i].Type != want || besides>>i&1 != 0 {
			continue
		}
		if found >= 0 {
			return false
		}
		found = i
	}
	if found >= 0 {
		fix := diag.Fix{Method: c.Op.String(), Argument: 1, Action: diag.FixPut, Text: strconv.Itoa(found)}
		d.HelpFix(c.Site, fix, "root parameter %d has type %s: parameters are counted from 0", found, want)
	}
	return found >= 0
}

// ParameterKind says that a root parameter has another type than the command sets. setter begins the names of the methods that set arguments. Where
// the parameter has its argument, it is not meant.
func ParameterKind(w World, c *gpu.Command, a *program.Arguments, want gpu.RootParameterType, setter string) {
	root, desc, set := a.Root, a.Signature.Desc, a.Set>>c.Slot&1 != 0
	id := [...]string{"SET_DESCRIPTOR_TABLE_INVALID (708)", "SET_ROOT_CONSTANT_INVALID (709)", "SET_ROOT_CONSTANT_BUFFER_VIEW_INVALID (710)",
		"SET_ROOT_SHADER_RESOURCE_VIEW_INVALID (711)", "SET_ROOT_UNORDERED_ACCESS_VIEW_INVALID (712)"}[want]
	have := desc.Parameters[c.Slot].Type
	d := words.Made(w, w.Say(diag.BadRootArgument, c.Site, "%s sets a parameter of type %s, but root parameter %d of %s has type %s", c.Op, want,
		c.Slot, w.Ref(root), have), root).
		Prop("d3d12", id)
	if onlyOne(d, c, desc, 0, want) || set && onlyOne(d, c, desc, a.Set, want) {
		return
	}
	call := words.ArgumentSetter(setter, have, c.Slot)
	var fix diag.Fix
	if have >= gpu.RootCBV && want >= gpu.RootCBV && !set { // the arguments of other methods differ, too
		name, _, _ := strings.Cut(call, "(")
		fix = diag.Fix{Method: c.Op.String(), Argument: 1, Action: diag.FixCallee, Text: name}
	}
	d.HelpFix(c.Site, fix, "call %s instead", call)
}

// ConstantsRange says that root constants after the last are set.
func ConstantsRange(w World, c *gpu.Command, root gpu.ID, have uint32) {
	end := uint64(c.X) + uint64(len(c.Words))
	w.Say(diag.RootConstantsOutOfRange, c.Site, "%s sets values [%d, %d) of root parameter %d, which has %d", c.Op, c.X, end, c.Slot, have).
		HelpFix(w.Created(root), diag.Put("CreateRootSignature", fmt.Sprintf("Parameters[%d].Num32BitValues", c.Slot+1), end),
			"set fewer values, or make the parameter larger: Num32BitValues = %d", end)
}

// Meant is the only argument that a parameter can mean; 0: there are several or none.
type Meant struct {
	Buffer gpu.ID
	Table  gpu.GPUDescriptorHandle
	Reads  uint64 // the parameters that the program reads
}

// misplaced is the only argument of a kind that a program does not read, where no command was there that has read it; nil: there are none or
// several. It is meant for the parameter of the kind that is not set.
func (m *Meant) misplaced(a *program.Arguments, kind gpu.RootParameterType) (only *program.Argument) {
	for i := range a.Signature.Desc.Parameters {
		switch {
		case (a.Set&^m.Reads)>>i&1 == 0 || a.Signature.Desc.Parameters[i].Type != kind:
		case a.Ran || only != nil || a.Args[i].Site == 0:
			return nil
		default:
			only = &a.Args[i]
		}
	}
	return only
}

// Missing says that a program of a command reads a root parameter that has no argument. setter begins the names of the methods that set arguments,
// and heaps is the place of SetDescriptorHeaps.
func Missing(w World, c *gpu.Command, a *program.Arguments, part *program.Part, parameter uint32, setter string, only Meant, heaps gpu.Site) {
	desc := a.Signature.Desc
	kind := desc.Parameters[parameter].Type
	setter = words.ArgumentSetter(setter, kind, parameter)
	d := w.Say(diag.MissingRootArgument, c.Site, "root parameter %d (%s) is not set, but shader %q reads it", parameter, kind,
		part.Shader.ShaderName()).WithResource(w.Ref(c.List))
	d.Prop("d3d12", [...]string{"COMMAND_LIST_DESCRIPTOR_TABLE_NOT_SET (991)", "", "COMMAND_LIST_ROOT_CONSTANT_BUFFER_VIEW_NOT_SET (992)",
		"COMMAND_LIST_ROOT_SHADER_RESOURCE_VIEW_NOT_SET (993)", "COMMAND_LIST_ROOT_UNORDERED_ACCESS_VIEW_NOT_SET (994)"}[kind])
	for _, s := range part.Shader.Slots() {
		if owner := layout.ParameterOf(desc, part.Stage, &s); owner == int(parameter) && s.Site != 0 {
			d.Also(s.Site, fmt.Sprintf("%q is declared here, in %s", s.Name, words.Register(s.Class, s.Register, s.Space)))
			break
		}
	}
	call := strings.NewReplacer("address", "%2:GetGPUVirtualAddress()", "handle", fmt.Sprintf("%%2:GetGPUDescriptorHandle(%d)", only.Table.Index)).
		Replace("%1:" + setter)
	pieces := []diag.Snippet{{Site: c.Site, Method: c.Called().String(), Made: w.Created(c.List)},
		{Made: w.Created(cmp.Or(only.Buffer, only.Table.Heap))}}
	if a.Lost>>parameter&1 != 0 {
		d.Also(heaps, "SetDescriptorHeaps replaces the heaps here, and unsets the tables").
			HelpBefore(c.Site, call, pieces, "set the table again after SetDescriptorHeaps: %s on %s", setter, w.Ref(c.List))
		return
	}
	var behind []gpu.Site // what the argument comes after
	if a.RootAt != 0 {
		behind = append(behind, a.RootAt)
	}
	if a.Spent>>parameter&1 != 0 {
		behind = append(behind, a.SpentAt)
		d.Also(a.SpentAt, "ExecuteIndirect sets it for its commands here, and unsets it afterwards")
	}
	if r := w.Resource(only.Buffer); kind == gpu.RootCBV && r != nil &&
		r.Width > gpu.ConstantBufferAlignment { // which part of it is meant is not known
		pieces[1].Made = 0
	}
	method, _, _ := strings.Cut(setter, "(")
	words.HelpLater(d, c, method, fmt.Sprintf("=%d", parameter))
	if m := only.misplaced(a, kind); m != nil {
		fix := diag.PutArgument(method, 1, parameter)
		d.WithHelp(diag.Help{Site: m.Site, Fix: &fix, Exact: true, Spare: true,
			Text: fmt.Sprintf("set root parameter %d here: nothing reads the one that is set", parameter)})
	}
	d.WithHelp(diag.Help{Site: c.Site, Spare: true, Text: fmt.Sprintf("call %s on %s before %s", setter, w.Ref(c.List), c.Op),
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: call, Snippets: pieces, Behind: behind}})
}

// Inherited says that a bundle does not set a table of static descriptors that a program of a command reads. root is the root signature of the
// program's pipeline and setter begins the names of the methods that set arguments.
func Inherited(w World, c *gpu.Command, desc *gpu.RootSignatureDesc, root gpu.ID, part *program.Part, parameter uint32, setter string) {
	static := Static{Desc: desc, Parameter: parameter}
	setter = words.ArgumentSetter(setter, gpu.RootDescriptorTable, parameter)
	w.Say(diag.InheritedStaticTable, c.Site, "%s does not set root parameter %d (DESCRIPTOR_TABLE), but shader %q reads static descriptors of it",
		w.Ref(c.List), parameter, part.Shader.ShaderName()).WithResource(w.Ref(c.List)).
		Because("Static descriptors are valid when the bundle is recorded, so it cannot take the table over from the list.").
		HelpFix(w.Created(root), static.Volatile(0),
			`call %s on %s before %s, or give the ranges Flags = "DESCRIPTORS_VOLATILE"`, setter, w.Ref(c.List), c.Op)
}

// rootThatIsSet says which root signature a list has.
func rootThatIsSet(w World, set gpu.ID) string {
	if set == 0 {
		return "no root signature is set"
	}
	return w.Ref(set) + " is set"
}

// rootMessage is the message of Direct3D 12 for a draw or a dispatch that finds another root signature than its pipeline's, or none: set is 0. setter
// is the method that sets it.
func rootMessage(setter string, set gpu.ID) string {
	switch graphics := setter == "SetGraphicsRootSignature"; {
	case graphics && set == 0:
		return "COMMAND_LIST_DRAW_ROOT_SIGNATURE_NOT_SET (200)"
	case graphics:
		return "COMMAND_LIST_DRAW_ROOT_SIGNATURE_MISMATCH (201)"
	case set == 0:
		return "COMMAND_LIST_DISPATCH_ROOT_SIGNATURE_NOT_SET (952)"
	}
	return "COMMAND_LIST_DISPATCH_ROOT_SIGNATURE_MISMATCH (953)"
}

// RootMismatch says that a pipeline needs another root signature than is set, or any. by is the one that it needs.
func RootMismatch(w World, c *gpu.Command, id gpu.ID, p *program.Pipeline, a *program.Arguments, by *program.Root) {
	needs, setter := p.Root, a.Setter("Signature")
	d := w.Say(diag.RootSignatureMismatch, c.Site, "%s needs %s, but %s", w.Ref(id), w.Ref(needs), rootThatIsSet(w, a.Root)).
		WithResource(w.Ref(c.List))
	d.Prop("d3d12", rootMessage(setter, a.Root))
	if a.Takes(by, p) {
		d.Also(a.RootAt, w.Ref(c.List)+" gets it here").HelpFix(a.RootAt, diag.PutObject(setter, 1, "", diag.The(w.Created(needs))),
			"set %s there: the arguments that are set after it fit that one, too", w.Ref(needs))
		return
	}
	root := gpu.ID(0) // another one would unset the arguments
	if a.Root == 0 || a.Set == 0 && p.Reads.Needs == 0 {
		root = needs
	}
	d.HelpBefore(c.Site, "%1:"+setter+"(%2)",
		[]diag.Snippet{{Site: c.Site, Method: c.Called().String(), Made: w.Created(c.List)}, {Made: w.Created(root)}},
		"call %s with %s on %s before %s", setter, w.Ref(needs), w.Ref(c.List), c.Op)
}

// IndirectRoot says that a command signature needs another root signature than is set.
func IndirectRoot(w World, c *gpu.Command, needs, set gpu.ID, setter string) {
	words.Made(w, w.Say(diag.RootSignatureMismatch, c.Site, "%s sets arguments of %s, and %s in %s", w.Ref(c.Object), w.Ref(needs),
		rootThatIsSet(w, set), w.Ref(c.List)), c.Object).
		HelpText("call %s with %s on %s before ExecuteIndirect", setter, w.Ref(needs), w.Ref(c.List)).
		WithResource(w.Ref(c.List)).Prop("d3d12", "EXECUTE_INDIRECT_INVALID_PARAMETERS (744)")
}
