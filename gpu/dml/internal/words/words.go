// Package words has the messages of the machine-learning level, one function a condition. Detection stands with the methods of package dml.
//
// It must not know the level's types: what a message says of an object comes as a value.
package words

import (
	"fmt"

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
	return d.HelpText("release it behind its last use")
}

// OperatorName says that there is no operator of a name.
func OperatorName(site gpu.Site, text, name string, near []string) *diag.Diagnostic {
	d := diag.New(diag.DMLUnknownOperator, "CreateOperator: %s", trim(text)).At(site, "")
	return nearest(d, name, near)
}

// nearest adds the name that was meant, if one is near.
func nearest(d *diag.Diagnostic, name string, all []string) *diag.Diagnostic {
	if n := spell.Nearest(name, all); n != "" {
		d.HelpSpelling(name, n, "did you mean %q?", n)
	}
	return d
}

// NotBuilt says that an operator of DirectML is not there.
func NotBuilt(site gpu.Site, name string) *diag.Diagnostic {
	return diag.New(diag.DMLOperatorNotBuilt, "CreateOperator: the operator %s is not supported by this version", name).At(site, "").
		Note("The description is not wrong: DirectML has the operator, and the software device does not.").
		HelpText("compose it of operators that are there, or calculate it with a compute shader")
}

// OperatorFault says what is wrong with the description of an operator, or of a tensor alone.
// all are the names that there are where one is unknown.
func OperatorFault(code diag.Code, site gpu.Site, what, path, text, help string, all []string) *diag.Diagnostic {
	where := what
	if path != "" {
		where += "." + path
	}
	return nearest(diag.New(code, "%s: %s", where, trim(text)).At(site, ""), path, all).HelpText(help)
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

// Values says that values are no elements of a tensor.
func Values(site gpu.Site, method, why string) *diag.Diagnostic {
	return diag.New(diag.DMLValues, "%s: %s", method, why).At(site, "").
		HelpText("give the elements in the order of memory, 1 + the sum of (size - 1) * stride of them")
}

// Removed says that a method was called that a removed device does not have any more.
func Removed(o Object, cause gpu.Site, method string, site gpu.Site) *diag.Diagnostic {
	d := diag.New(diag.DMLDeviceRemoved, "%s: %s was removed", method, o).At(site, "").WithResource(o.Title)
	if cause != 0 {
		d.Also(cause, "this call removed it")
	}
	return d.HelpText("release the device and everything that was made with it, and make a new one")
}

// Foreign says that objects of two DirectML devices are mixed.
func Foreign(site gpu.Site, method string, one Object, home string, other Object, its string) *diag.Diagnostic {
	return say(diag.DMLForeignChild, site, other, "%s: %s belongs to %s, and %s to %s", method, other, its, one, home).
		HelpText("make both with one DMLDevice")
}

// ListType says that a list cannot have dispatches.
func ListType(site gpu.Site, list, typ string) *diag.Diagnostic {
	return diag.New(diag.DMLListType, "RecordDispatch: command list %q is of type %s, and dispatches are recorded in lists of type DIRECT or COMPUTE", list, typ).At(site, "").
		HelpText("create the list, its allocator and its queue with Type = \"COMPUTE\"")
}

// Alias says what would repair two ranges that overlap. inPlace says that the operator may write over an input, and pair that an input and an output overlap.
func Alias(d *diag.Diagnostic, inPlace, pair bool) *diag.Diagnostic {
	switch {
	case pair && inPlace:
		return d.Because("The operator works in place only where both have the same data type, sizes, strides, size in bytes and offset.").HelpText("bind both at one offset with one layout, or apart from each other")
	case pair:
		return d.Because("The operator does not work in place.").HelpText("bind the output to other bytes")
	}
	return d.HelpText("bind them to bytes that do not overlap")
}
