package host

import (
	"regexp"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// pinpoint moves the primary label of a fault in an argument from the call to the argument, or to the field of a table that
// is written in the call:
//
//	device:CreateFence("0")                           argument 1
//	list:ResourceBarrier { { Type = "TRANSITON" } }   argument 1, path [1].Type
//
// A table that was made elsewhere keeps the call's place.
func (h *Host) pinpoint(d *diag.Diagnostic) {
	argument, path := 0, ""
	for _, p := range d.Props {
		switch v := p.Value.(type) {
		case int64:
			if p.Key == "argument" {
				argument = int(v)
			}
		case string:
			if p.Key == "path" {
				path = v
			}
		}
	}
	for i := range d.Labels {
		l := &d.Labels[i]
		if !l.Primary || l.Site == 0 || argument == 0 {
			continue
		}
		node, _ := h.source.Node(l.Site)
		call, ok := node.(*ast.FuncCallExpr)
		if !ok || argument > len(call.Args) {
			return
		}
		if site := siteInside(call.Args[argument-1], path, d.Code == diag.UnknownKey); site != 0 {
			l.Site, l.Span = site, diag.Span{}
		}
		return
	}
}

// pathStep is one step of a path: a name or [index].
var pathStep = regexp.MustCompile(`\[(\d+)\]|[A-Za-z_][A-Za-z0-9_]*`)

// siteInside follows a path through table constructors. It returns the place of the value, or of its key, and 0 where a part
// of the path is not written there.
func siteInside(e ast.Expr, path string, key bool) gpu.Site {
	site := gpu.Site(e.Line())
	for _, step := range pathStep.FindAllStringSubmatch(path, -1) {
		table, ok := e.(*ast.TableExpr)
		if !ok {
			return 0
		}
		field := fieldOf(table, step[0], step[1])
		if field == nil {
			return 0
		}
		e, site = field.Value, gpu.Site(field.Value.Line())
		if key && field.Key != nil {
			site = gpu.Site(field.Key.Line())
		}
	}
	return site
}

// fieldOf finds a field by its name or by its index in the list part.
func fieldOf(table *ast.TableExpr, name, index string) *ast.Field {
	n, _ := strconv.Atoi(index)
	for _, f := range table.Fields {
		if f.Key == nil {
			if n--; n == 0 {
				return f
			}
			continue
		}
		if k, ok := f.Key.(*ast.StringExpr); ok && index == "" && k.Value == name {
			return f
		}
	}
	return nil
}
