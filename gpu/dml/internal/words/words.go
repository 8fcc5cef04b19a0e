// Package words has the messages of the machine-learning level, one function per condition. Detection is in the methods of package dml.
//
// It must not know the level's types: what a message says of an object comes as a value.
package words

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// Reporter decides what becomes of a message.
type Reporter struct {
	// To is the machine: it returns what stops a call, and reports or drops the rest.
	To interface{ Judge(*diag.Diagnostic) error }
}

// Refuse is the error of a call that cannot be done.
func (r *Reporter) Refuse(g *diag.Diagnostic) error { return diag.AsError(g.WithDocRule()) }

// Object is what messages say of an object.
type Object struct {
	Title             string // kind and name
	Created, Released gpu.Site

	// Initializer and Table are where an initializer of a compiled operator was made that nothing records yet, and a table for it; 0: there are none.
	Initializer, Table gpu.Site
}

// String is the title.
func (o Object) String() string { return o.Title }

// say begins a message about an object.
func say(code diag.Code, site gpu.Site, o Object, format string, args ...any) *diag.Diagnostic {
	d := diag.New(code, format, args...).At(site, "")
	if o.Created != 0 && o.Created != site {
		d.WithResource(o.Title).Also(o.Created, o.Title+" is created here")
	}
	return d
}

// Released says that a method of a released object was called.
func Released(o Object, method string, site gpu.Site) *diag.Diagnostic {
	d := diag.New(diag.DMLReleased, "%s: %s was released", method, o).At(site, "").WithResource(o.Title).Also(o.Released, "released here")
	if method == "Release" {
		return d.HelpFix(site, diag.Fix{Method: method, Action: diag.FixRemove}, "leave the second Release out")
	}
	return d.HelpText("release it after its last use")
}

// OperatorName says that there is no operator of a name.
func OperatorName(site gpu.Site, text, name string, near []string) *diag.Diagnostic {
	d := diag.New(diag.DMLUnknownOperator, "CreateOperator: %s", trim(text)).At(site, "")
	return nearest(d, name, near)
}

// nearest adds the name that was meant, if one is near.
func nearest(d *diag.Diagnostic, name string, all []string) *diag.Diagnostic {
	if bare := withoutPrefix(name, all); bare != "" {
		return d.HelpSpelling(name, bare, "write %q: names have no prefix %s here", bare, strings.TrimSuffix(name, bare))
	}
	n := spell.Nearest(name, all)
	if n == "" { // RELU for ACTIVATION_RELU
		for _, whole := range all {
			if strings.HasSuffix(whole, "_"+name) && (n == "" || len(whole) < len(n)) {
				n = whole
			}
		}
	}
	if n != "" {
		d.HelpSpelling(name, n, "did you mean %q?", n)
	}
	return d
}

// withoutPrefix is the longest of some names that a spelling of C ends with: GEMM in DML_OPERATOR_GEMM.
func withoutPrefix(name string, all []string) (bare string) {
	for _, n := range all {
		if strings.HasPrefix(name, "DML_") && strings.HasSuffix(name, "_"+n) && len(n) > len(bare) {
			bare = n
		}
	}
	return bare
}

// NotBuilt says that an operator of DirectML is not there, and what is: another operator, which takes the description without some fields; nil: it
// does not.
func NotBuilt(site gpu.Site, name, help, instead string, without []string) *diag.Diagnostic {
	d := diag.New(diag.DMLOperatorNotBuilt, "CreateOperator: the operator %s is not supported by this version", name).At(site, "").
		Note("The description is not wrong: DirectML has the operator, but the software device does not.")
	if without == nil {
		return d.HelpText("%s", trim(help))
	}
	d.HelpFix(site, diag.Put("CreateOperator", "Type", instead), "%s", trim(help))
	for _, field := range without {
		d.AndFix(site, diag.Drop("CreateOperator", field))
	}
	return d
}

// Fault is what is wrong with a description.
type Fault struct {
	Code    diag.Code
	Method  string
	Where   string // the operator or method, with the path of the field: "GEMM.TransA"
	Text    string // a sentence, or several
	Help    string
	Word    string     // that stands where one of Allowed was meant; "": it is not about a name
	Allowed []string   // names that there are
	edits   []diag.Fix // that repair it, each by itself
	wanted  string     // what the edits do: "write DataType = …"
	all     bool       // they repair it together
}

// Together says that the edits repair the fault together, which Help says in words.
func (f *Fault) Together() { f.all = true }

// Edit adds an edit that writes a value, as diag.Lua takes them, at a path of the first argument; nil leaves out what is there.
func (f *Fault) Edit(path string, value any) {
	name := path[strings.LastIndex(path, ".")+1:]
	if value == nil {
		f.edits, f.wanted = append(f.edits, diag.Drop(f.Method, path)), "leave "+name+" out"
		return
	}
	f.edits, f.wanted = append(f.edits, diag.Put(f.Method, path, value)), fmt.Sprintf("write %s = %s", name, diag.Lua(value))
}

// Add adds an entry in Lua to the list at a path of the first argument.
func (f *Fault) Add(path, entry string) {
	f.edits, f.wanted = append(f.edits, diag.Append(f.Method, path, entry)), "add "+entry+" to "+path
}

// Repeat adds an edit that gives a field the value of another one.
func (f *Fault) Repeat(from, to string) {
	f.edits = append(f.edits, diag.Fix{Method: f.Method, Argument: 1, Path: from, Action: diag.FixKey,
		Text: fmt.Sprintf("%s = %%1, %s = %%1", from, to), Nil: to})
	f.wanted = fmt.Sprintf("add %s = …: the tensor of %s fits there, too", to, from)
}

// Describe says what is wrong with a description.
func Describe(site gpu.Site, f Fault) *diag.Diagnostic {
	d := diag.New(f.Code, "%s: %s", f.Where, trim(f.Text)).At(site, "")
	if f.Word != "" {
		nearest(d, f.Word, f.Allowed)
	}
	for i, e := range f.edits {
		switch {
		case i == 0 && !f.all:
			d.HelpFix(site, e, "%s", f.wanted)
		case i == 0:
			d.HelpFix(site, e, "%s", f.Help)
		case f.all:
			d.AndFix(site, e)
		default:
			d.HelpFix(site, e, "") // where the first one has no place
		}
	}
	if f.all || f.Help == "" {
		return d
	}
	return d.HelpText("%s", f.Help)
}

// trim makes a headline of sentences: the last one loses its full stop.
func trim(text string) string {
	if n := len(text); n > 0 && text[n-1] == '.' {
		return text[:n-1]
	}
	return text
}

// Binding says that a binding does not fit.
func Binding(code diag.Code, site gpu.Site, table Object, method, format string, args ...any) *diag.Diagnostic {
	return say(code, site, table, "%s: %s", method, fmt.Sprintf(format, args...))
}

// OnDevice proposes to make a buffer at a place on another device, which was made at a place.
func OnDevice(g *diag.Diagnostic, buffer, device gpu.Site) *diag.Diagnostic {
	const same = "make the buffer and the DMLDevice on one device"
	if buffer == 0 || device == 0 {
		return g.HelpText(same)
	}
	made := diag.Fix{Method: "CreateCommittedResource", Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.The(device)}
	return g.HelpFix(buffer, diag.PutObject("AllocateTensor", 1, "", diag.The(device)), "").HelpFix(buffer, made, same)
}

// Plain is a kind in lower-case words, for made-up names: "compiled operator" of CompiledOperator.
func Plain(kind string) string {
	var out []byte
	for i := range len(kind) {
		c := kind[i]
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				out = append(out, ' ')
			}
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return string(out)
}

// Values says that values are no elements of a tensor, which is an argument of a number, from 1. size is that of the only dimension of a tensor that
// would fit; 0: there is none.
func Values(site gpu.Site, method string, argument int, why string, size int) *diag.Diagnostic {
	d := diag.New(diag.DMLValues, "%s: %s", method, why).At(site, "")
	if size > 0 {
		d.HelpFix(site, diag.Fix{Method: method, Argument: argument, Path: "(1).Sizes", Text: fmt.Sprintf("{ %d }", size)}, "")
	}
	return d.HelpText("give the elements in the order of memory, 1 + the sum of (size - 1) * stride of them")
}

// Removed says that a method was called that a removed device does not have any more. cause is what the call that removed it was refused for, and
// what repairs that one is the repair; nil: the device below was removed.
func Removed(o Object, cause *diag.Diagnostic, method string, site gpu.Site) *diag.Diagnostic {
	d := diag.New(diag.DMLDeviceRemoved, "%s: %s was removed", method, o).At(site, "").WithResource(o.Title)
	if cause != nil {
		cause = cause.Clone()
		cause.Anchor()
		d.Also(cause.Primary().Site, "this call removed it").Because("It was refused with %s: %s.", cause.Code, cause.Title)
		for _, h := range cause.Help {
			if h.Site != 0 {
				d.WithHelp(h)
			}
		}
	}
	return d.HelpText("release the device and everything that was made with it, and make a new one")
}

// Foreign says that objects of two DirectML devices are mixed. maker says that the call is one of a device, which can be made on the other one as
// well.
func Foreign(site gpu.Site, method string, one, home, other, its Object, maker bool) *diag.Diagnostic {
	d := say(diag.DMLForeignChild, site, other, "%s: %s belongs to %s, but %s to %s", method, other, its, one, home)
	if maker {
		d.HelpFix(site, diag.Fix{Method: method, Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.The(its.Created)},
			"call %s on %s", method, its)
	}
	return d.HelpText("make both with one DMLDevice")
}

// ListType says that a list cannot have dispatches. One of type COPY cannot have had descriptor heaps either, and a bundle has those of its caller.
func ListType(site gpu.Site, list, typ string) *diag.Diagnostic {
	return diag.New(diag.DMLListType, "RecordDispatch: command list %q is of type %s, but dispatches are recorded in lists of type DIRECT or COMPUTE",
		list, typ).At(site, "").
		HelpFix(site, ofList("(1).Type"), "create the list, its allocator and its queue with Type = \"COMPUTE\"").
		AndFix(site, ofList("(1).Allocator(1)")).
		AndBefore(site, "%1:SetDescriptorHeaps { %2 }",
			[]diag.Snippet{{Site: site, Argument: 1, Method: "RecordDispatch"}, {Only: diag.Only("CreateDescriptorHeap")}})
}

// ofList is the edit that writes COMPUTE at a path of what the list of RecordDispatch is made with.
func ofList(path string) diag.Fix {
	return diag.Fix{Method: "RecordDispatch", Argument: 1, Path: path, Text: `"COMPUTE"`}
}
