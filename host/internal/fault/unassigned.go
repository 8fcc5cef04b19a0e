package fault

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/host/internal/source"
)

// Unassigned looks for globals without a value in the tables that the call of a diagnostic gets: what the call is refused for is what they did not
// give.
//
//	device:CreateCommittedResource { Format = R32_FLOAT }   no Format, because there are no quotes
//	queue:ExecuteCommandLists { lists }                     no list, because its name is another one
func (h *Hearing) Unassigned(d *diag.Diagnostic) {
	for _, l := range d.Labels {
		id, call := h.unassignedAt(l.Site, d)
		if id == nil && d.Code == diag.NullViewNeedsDescription { // without a resource
			id, call = h.unassignedResource(l.Site), l.Site
		}
		if d.Code == diag.ListClosed && id != nil && h.unmade(d, id, l.Site) {
			return
		}
		here := l.Site == d.Primary().Site || d.Code == diag.NoPipeline && id != nil && h.fieldAt(l.Site, id) == "InitialState"
		if id == nil || !here && !valueName.MatchString(id.Value) { // what made an object may leave out what is nil
			continue
		}
		if why := words(unassigned(id)); !slices.Contains(d.Why, why) { // a diagnostic may be located twice
			d.Because("%s", why)
			if call != l.Site {
				d.Also(gpu.Site(id.Line()), "nil")
			}
			if here && !noValue[id.Value] {
				inWords(d)
			}
			h.assign(d, id, call)
		}
		return
	}
}

// fieldAt is the field that an identifier is the value of in the table that a call gets; "" if there is none.
func (h *Hearing) fieldAt(site gpu.Site, id *ast.IdentExpr) string {
	node, _ := h.Source.Node(site)
	if call, ok := node.(*ast.FuncCallExpr); ok && len(call.Args) == 1 {
		return keyOf(call.Args[0], id)
	}
	return ""
}

// unmade says of a list which is closed because it was made with an allocator that is nil that the allocator is to be made first, and reports whether
// that is so.
func (h *Hearing) unmade(d *diag.Diagnostic, id *ast.IdentExpr, site gpu.Site) bool {
	node, _ := h.Source.Node(site)
	call, ok := node.(*ast.FuncCallExpr)
	if !ok || method(call) != "CreateCommandList" || h.fieldAt(site, id) != "Allocator" || call.Receiver == nil {
		return false
	}
	at, edit, ok := h.Source.Before(site)
	device, typ := h.Source.Text(call.Receiver), ""
	for _, f := range call.Args[0].(*ast.TableExpr).Fields {
		if key, named := f.Key.(*ast.StringExpr); named && key.Value == "Type" {
			typ = h.Source.Text(f.Value)
		}
	}
	if !ok || edit != diag.EditInsertBefore || device == "" || typ == "" {
		return false
	}
	if why := words(unassigned(id)); !slices.Contains(d.Why, why) {
		d.Because("%s", why)
	}
	if near := spell.Misspelt(id.Value, h.fitting(id, site)); near != "" {
		d.Help = []diag.Help{h.slip(id, near)}
		return true
	}
	line := fmt.Sprintf("local %s = %s:CreateCommandAllocator(%s)", id.Value, device, typ)
	d.Help = []diag.Help{{Span: at, Edit: edit, Replace: line, Text: "make the allocator first, with which the list is created open: " + line}}
	return true
}

// inWords leaves the words of suggestions: an edit of them would put something else in the place of what has no value, or do without it.
func inWords(d *diag.Diagnostic) {
	d.Help = slices.DeleteFunc(d.Help, func(h diag.Help) bool { return h.Text == "" || h.Exact })
	for i, help := range d.Help {
		d.Help[i] = diag.Help{Text: help.Text}
	}
}

// unassignedAt is the first global without a value in the tables that a call gets and that the diagnostic may be about, nil if there is none, and the
// call that gives it: a table may be a parameter.
func (h *Hearing) unassignedAt(site gpu.Site, d *diag.Diagnostic) (id *ast.IdentExpr, gives gpu.Site) {
	node, _ := h.Source.Node(site)
	call, ok := node.(*ast.FuncCallExpr)
	if !ok {
		return nil, 0
	}
	said := d.Title + " " + strings.Join(d.Why, " ") + " " + strings.Join(d.Notes, " ")
	switch d.Code {
	case diag.ListClosed:
		said += " Allocator"
	case diag.NoPipeline:
		said += " InitialState"
	}
	for _, help := range d.Help {
		said += " " + help.Text
	}
	for _, arg := range call.Args {
		gives = site
		if given, _, outer := h.given(site, arg); given != nil {
			arg, gives = given, outer
		}
		if id = h.unassignedIn(arg, said); id != nil {
			return id, gives
		}
	}
	return nil, 0
}

// unassignedResource is the first argument of a call, if that is a global without a value.
func (h *Hearing) unassignedResource(site gpu.Site) *ast.IdentExpr {
	node, _ := h.Source.Node(site)
	if call, ok := node.(*ast.FuncCallExpr); ok && len(call.Args) > 0 {
		if id, ok := call.Args[0].(*ast.IdentExpr); ok && h.isUnassigned(id) {
			return id
		}
	}
	return nil
}

// unassigned is what is said of a global that is nil.
func unassigned(id *ast.IdentExpr) string { return "nothing has been assigned to '" + id.Value + "'" }

// words is a clause as a sentence.
func words(clause string) string { return strings.ToUpper(clause[:1]) + clause[1:] + "." }

// unassignedIn is the first global without a value among the entries of a table and of those in it, or in a field that is said something of; nil if
// there is none.
func (h *Hearing) unassignedIn(e ast.Expr, said string) *ast.IdentExpr {
	table, ok := e.(*ast.TableExpr)
	if !ok {
		return nil
	}
	for _, f := range table.Fields {
		key, named := f.Key.(*ast.StringExpr)
		if id, ok := f.Value.(*ast.IdentExpr); ok && h.isUnassigned(id) && (!named || strings.Contains(said, key.Value)) {
			return id
		}
		if id := h.unassignedIn(f.Value, said); id != nil {
			return id
		}
	}
	return nil
}

// isUnassigned reports whether an identifier is a global that is nil.
func (h *Hearing) isUnassigned(id *ast.IdentExpr) bool {
	return h.Source.Scope(id) == source.Global && h.L.G.Global.RawGetString(id.Value) == lua.LNil
}

// valueName is how values of enumerations and flags are written.
var valueName = regexp.MustCompile(`^[A-Z][A-Z0-9_]+$`)

// enumValue is the value of an enumeration that a global without one is the name of, if it is written as values are; "" if it is none.
func (h *Hearing) enumValue(name string) string {
	if !valueName.MatchString(name) {
		return ""
	}
	return h.Surface.Value(name)
}

// noValue are the names that other languages have for nil.
var noValue = map[string]bool{"NULL": true, "None": true, "null": true, "nullptr": true, "undefined": true}

// assign says what was meant by a global that is nil: a local that comes later, the name of a value, or a name like it. What is certain replaces
// other suggestions. call is the call that gets it.
func (h *Hearing) assign(d *diag.Diagnostic, id *ast.IdentExpr, call gpu.Site) {
	if h.declaredLater(d, id) {
		return
	}
	if noValue[id.Value] {
		d.Because("Lua has nil for nothing, as any name that nobody has given a value.")
		return
	}
	at, ok := h.Source.Point(gpu.Site(id.Line()))
	if !ok {
		return
	}
	if value := h.enumValue(id.Value); value != "" {
		quoted, text := strconv.Quote(value), "put the name in quotes: "
		if value != id.Value {
			text = "write the value without the prefix of C, and in quotes: "
		}
		d.Help = []diag.Help{{Span: at, Edit: diag.EditReplace, Replace: quoted, Text: text + quoted}}
	} else if near := spell.Misspelt(id.Value, h.fitting(id, call)); near != "" {
		d.Help = []diag.Help{h.slip(id, near)}
	}
}

// slip proposes the name that was meant by a global without a value. One that the script uses in several places is misspelt in none of them: there is
// an edit of it only where what is like it is a local that nothing uses, whose declaration is what is misspelt.
func (h *Hearing) slip(id *ast.IdentExpr, near string) diag.Help {
	help := diag.Help{Text: fmt.Sprintf("did you mean '%s'?", near)}
	at, ok := h.Source.Point(gpu.Site(id.Line()))
	replace := near
	if h.Source.Recurs(id) {
		if at, ok = h.Source.Idle(id, near); ok {
			help.Text = fmt.Sprintf("'%s' is declared, and never used: is it '%s'?", near, id.Value)
		}
		replace = id.Value
	}
	if ok {
		help.Span, help.Edit, help.Replace = at, diag.EditReplace, replace
	}
	return help
}

// Slips does the same for the names of a shader, which may be those of locals that are declared later, too.
func (h *Hearing) Slips(d *diag.Diagnostic) {
	node, _ := h.Source.Node(d.Primary().Site)
	id, ok := node.(*ast.IdentExpr)
	if !ok || h.Source.Scope(id) != source.Global {
		return
	}
	if d.Code == diag.UnknownName || d.Code == diag.GlobalAssignment {
		if later, _, _ := h.Source.Later(id, true); len(d.Labels) == 1 && (later != 0 || h.Source.Beside(id).Exact) { // a diagnostic may be located twice
			d.Help = nil
			h.declaredLater(d, id)
		}
	}
	for i := range d.Help {
		if help := &d.Help[i]; help.Word == id.Value && h.Source.Recurs(id) && !strings.Contains(help.Replace, ".") {
			*help = h.slip(id, help.Replace)
		}
	}
}

// nothing says of the value that a diagnostic points at that it is nil, if that is what it is about.
func (h *Hearing) nothing(d *diag.Diagnostic, l *diag.Label, e ast.Expr, call gpu.Site) {
	if d.Code != diag.MissingField && !strings.HasSuffix(d.Title, "got nil") {
		return
	}
	if id, ok := e.(*ast.IdentExpr); ok && h.isUnassigned(id) {
		l.Text = unassigned(id)
		h.assign(d, id, call)
	} else if what := h.describe(e); what != "" {
		l.Text = what + " is nil"
	}
}
