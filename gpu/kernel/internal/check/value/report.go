package value

import (
	"fmt"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// maxDiagnostics bounds the mistakes reported of one kernel.
const maxDiagnostics = 20

// Fail reports a mistake at a place. The result is for adding to it; it is thrown away when there are too many already.
func (l *Context) Fail(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic {
	d := diag.New(code, "%s", fmt.Sprintf(format, args...)).At(site, "")
	if l.Inside != nil {
		d.Also(l.Inside.Site, fmt.Sprintf("in %s, called here", FunctionName(l.Inside.Name)))
	}
	return l.Report(d)
}

// FailOn reports a mistake in a value, and says at its place what it is.
func (l *Context) FailOn(code diag.Code, v Value, format string, args ...any) *diag.Diagnostic {
	d := l.Fail(code, v.Site, format, args...)
	switch v.Kind {
	case Invalid:
	case None:
		d.Labels[0].Text = "this gives nothing"
	default:
		d.Labels[0].Text = "this is " + v.Describe()
	}
	return d
}

// Report adds a mistake, unless there are too many already or it was reported before.
func (l *Context) Report(d *diag.Diagnostic) *diag.Diagnostic {
	if len(l.Diags) < maxDiagnostics && !l.reported(d) {
		l.Diags = append(l.Diags, d)
	}
	return d
}

// Call names the call whose function is being inlined.
type Call struct {
	Name string
	Site gpu.Site
}

// reported says whether the same was said of the same place already: a function with a mistake may be inlined many times.
func (l *Context) reported(d *diag.Diagnostic) bool {
	for _, old := range l.Diags {
		if old.Code == d.Code && old.Title == d.Title && old.Primary().Site == d.Primary().Site {
			return true
		}
	}
	return false
}

// declared adds where a thing was declared to d, where that is known: it is not of values that a kernel captures.
func declared(d *diag.Diagnostic, site gpu.Site) *diag.Diagnostic {
	if site == 0 {
		return d
	}
	return d.Also(site, "declared here")
}

// HelpIndex proposes what is nearest to an index that is outside of what goes from first to last.
func HelpIndex(d *diag.Diagnostic, key Value, index, first, last int) *diag.Diagnostic {
	if index < first {
		return d.HelpFix(key.Site, diag.Fix{Text: strconv.Itoa(first)}, "the first one is %d", first)
	}
	return d.HelpFix(key.Site, diag.Fix{Text: strconv.Itoa(last)}, "the last one is %d", last)
}

// FunctionName is what a message calls a Lua function, which may have no name.
func FunctionName(name string) string {
	if name == "" {
		return "the function"
	}
	return "function " + name
}

// HostValue refuses a value of the script that kernels cannot use.
func (l *Context) HostValue(v Value) {
	d := declared(l.FailOn(diag.HostValue, v, "a kernel cannot use %s", v.Str), v.From)
	d.Because("A kernel runs on the GPU: it can capture numbers, booleans, lists of numbers, resource declarations and functions.")
	if v.Str == "a table (gpu)" {
		d.HelpText("declare resources and groupshared memory outside of the kernel: local shared = gpu.GroupShared(\"float\", 64)")
		return
	}
	d.HelpText("copy the number that you need into a local outside of the kernel")
}
