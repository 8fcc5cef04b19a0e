package check

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// script is a Lua script whose top level is read, not run: locals that are numbers, booleans, declarations and functions,
// and one gpu.ComputeShader.
type script struct {
	captures map[string]syntax.Capture
	input    *Input
	err      *diag.Diagnostic
	lines    map[gpu.Site]int
	next     gpu.Site
}

func (s *script) Resolve(name string) (syntax.Capture, bool) {
	c, ok := s.captures[name]
	if !ok && strings.Contains(" math string table gpu coroutine ", " "+name+" ") {
		return syntax.Capture{Kind: syntax.CaptureHost, Host: "a table"}, true
	}
	if !ok && strings.Contains(" print next pairs ipairs select ", " "+name+" ") {
		return syntax.Capture{Kind: syntax.CaptureHost, Host: "a function of the host"}, true
	}
	return c, ok
}

var holder = reflect.TypeFor[ast.PositionHolder]()

// number gives every node an id of its own, as the host does.
func (s *script) number(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.Kind() == reflect.Pointer && v.Type().Implements(holder) {
			node := v.Interface().(ast.PositionHolder)
			s.next++
			s.lines[s.next] = node.Line()
			node.SetLine(int(s.next))
		}
		s.number(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				s.number(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			s.number(v.Index(i))
		}
	}
}

func readScript(source string) (*script, error) {
	chunk, err := parse.Parse(strings.NewReader(source), "test.lua")
	if err != nil {
		return nil, err
	}
	s := &script{captures: map[string]syntax.Capture{}, lines: map[gpu.Site]int{}, next: 1 << 24}
	s.number(reflect.ValueOf(chunk))
	for _, stmt := range chunk {
		switch st := stmt.(type) {
		case *ast.LocalAssignStmt:
			for i, e := range st.Exprs {
				if i < len(st.Names) {
					s.top(st.Names[i], e, siteOf(st))
				}
			}
		case *ast.FuncCallStmt:
			s.top("", st.Expr, siteOf(st))
		}
	}
	return s, nil
}

// top declares what the script gives a name. Like a captured value of a real script, it knows its place only if it is a declaration.
func (s *script) top(name string, expr ast.Expr, site gpu.Site) {
	switch e := expr.(type) {
	case *ast.NumberExpr:
		v, _ := (&lowerer{}).literal(e)
		s.captures[name] = syntax.Capture{Kind: syntax.CaptureNumber, Number: v}
	case *ast.TrueExpr, *ast.FalseExpr:
		_, b := expr.(*ast.TrueExpr)
		s.captures[name] = syntax.Capture{Kind: syntax.CaptureBool, Bool: b}
	case *ast.FunctionExpr:
		s.captures[name] = syntax.Capture{Kind: syntax.CaptureFunction, Function: &syntax.Function{Name: name, Node: e, Env: s}}
	case *ast.TableExpr:
		if len(e.Fields) > 0 {
			s.captures[name] = syntax.Capture{Kind: syntax.CaptureTable, Table: &syntax.Table{Rows: rows(e)}}
			return
		}
		s.captures[name] = syntax.Capture{Kind: syntax.CaptureHost, Host: "a table"}
	case *ast.FuncCallExpr:
		if get, ok := e.Func.(*ast.AttrGetExpr); ok {
			s.declaration(name, get.Key.(*ast.StringExpr).Value, e.Args, site)
		}
	}
}

// rows are the numbers of a table, as bindings read them.
func rows(table *ast.TableExpr) (list [][]float64) {
	for _, f := range table.Fields {
		if nested, ok := f.Value.(*ast.TableExpr); ok {
			var row []float64
			for _, r := range rows(nested) {
				row = append(row, r[0])
			}
			list = append(list, row)
			continue
		}
		v, _ := (&lowerer{}).literal(f.Value.(*ast.NumberExpr))
		list = append(list, []float64{v})
	}
	return list
}

func (s *script) declaration(name, kind string, args []ast.Expr, site gpu.Site) {
	var d *diag.Diagnostic
	number := func(i int) int {
		if i >= len(args) {
			return 0
		}
		v, _ := (&lowerer{}).literal(args[i].(*ast.NumberExpr))
		return int(v)
	}
	elem := func(i int) (t *syntax.Type) {
		if i >= len(args) {
			return nil
		}
		if table, ok := args[i].(*ast.TableExpr); ok {
			t, d = syntax.ParseLayout("", fields(table))
			return t
		}
		t, d = syntax.ParseType(args[i].(*ast.StringExpr).Value)
		return t
	}
	switch kind {
	case "ComputeShader", "VertexShader", "PixelShader":
		s.shader(args[0].(*ast.TableExpr), site)
		s.input.Stage = map[string]syntax.Stage{"VertexShader": syntax.VertexStage, "PixelShader": syntax.PixelStage}[kind]
		return
	case "GroupShared":
		var g *syntax.GroupShared
		t := elem(0)
		if d == nil {
			g, d = syntax.NewGroupShared(t, number(1), site)
		}
		s.captures[name] = syntax.Capture{Kind: syntax.CaptureShared, Shared: g, Site: site}
	}
	for _, k := range syntax.Kinds() {
		if k.String() != kind {
			continue
		}
		var t *syntax.Type
		at := 1
		if k.TakesElement() {
			t, at = elem(1), 2
		}
		var r *syntax.Resource
		if d == nil {
			r, d = syntax.NewResource(k, args[0].(*ast.StringExpr).Value, t, number(at), site)
		}
		s.captures[name] = syntax.Capture{Kind: syntax.CaptureResource, Resource: r, Site: site}
	}
	if d != nil && s.err == nil {
		s.err = d.At(site, "")
	}
}

func fields(table *ast.TableExpr) (list []syntax.FieldSpec) {
	for _, f := range table.Fields {
		row := f.Value.(*ast.TableExpr).Fields
		spec := syntax.FieldSpec{Name: row[0].Value.(*ast.StringExpr).Value}
		switch t := row[1].Value.(type) {
		case *ast.StringExpr:
			spec.Type = t.Value
		case *ast.TableExpr:
			spec.Fields = fields(t)
		}
		if len(row) > 2 {
			v, _ := (&lowerer{}).literal(row[2].Value.(*ast.NumberExpr))
			spec.Count = int(v)
			for _, n := range row[3:] {
				v, _ := (&lowerer{}).literal(n.Value.(*ast.NumberExpr))
				spec.Inner = append(spec.Inner, int(v))
			}
		}
		list = append(list, spec)
	}
	return list
}

func (s *script) shader(table *ast.TableExpr, site gpu.Site) {
	in := &Input{Env: s, Site: site, NumThreads: [3]int{1, 1, 1}}
	for _, f := range table.Fields {
		switch f.Key.(*ast.StringExpr).Value {
		case "Name":
			in.Name = f.Value.(*ast.StringExpr).Value
		case "NumThreads":
			for i, n := range f.Value.(*ast.TableExpr).Fields {
				v, _ := (&lowerer{}).literal(n.Value.(*ast.NumberExpr))
				in.NumThreads[i] = int(v)
			}
		case "Inputs":
			for _, row := range f.Value.(*ast.TableExpr).Fields {
				in.Inputs = append(in.Inputs, inputField(row.Value.(*ast.TableExpr).Fields, site))
			}
		case "EarlyDepthStencil":
			_, in.EarlyDepthStencil = f.Value.(*ast.TrueExpr)
		case "Interpolation":
			for _, row := range f.Value.(*ast.TableExpr).Fields {
				in.Interpolation = append(in.Interpolation, Modifier{Field: row.Key.(*ast.StringExpr).Value, Mode: row.Value.(*ast.StringExpr).Value})
			}
		case "Main":
			in.Func = f.Value.(*ast.FunctionExpr)
		}
	}
	s.input = in
}

func inputField(words []*ast.Field, site gpu.Site) Field {
	text := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return words[i].Value.(*ast.StringExpr).Value
	}
	return Field{Name: text(0), Type: syntax.LookupType(text(1)), Mode: text(2), Site: site}
}

// literal reads a number of the test script.
func (l *lowerer) literal(e *ast.NumberExpr) (float64, bool) {
	v := l.number(e)
	return v.Number, v.Kind == value.Constant
}

// compile lowers the shader of a script.
func compile(t testing.TB, source string, formats Formats) (*script, *ir.Kernel, []*diag.Diagnostic) {
	t.Helper()
	s, err := readScript(source)
	require.NoError(t, err, source)
	if s.err != nil {
		return s, nil, []*diag.Diagnostic{s.err}
	}
	require.NotNil(t, s.input, "the script makes no shader")
	k, diags := Lower(*s.input, formats)
	return s, k, diags
}

func texts(diags []*diag.Diagnostic) (list []string) {
	for _, d := range diags {
		list = append(list, d.Code.String()+": "+d.Title+" "+strings.Join(d.Why, " "))
	}
	return list
}

// kernel is a script whose kernel has the body and some usual resources.
func kernel(body string) string {
	return `local gpu = require "gpu"
local W = 256
local HALF = 0.5
local YES = true
local twice = function(x) return x * 2 end
local particle = nil
local out = gpu.RWStructuredBuffer("u0", "float")
local counts = gpu.RWStructuredBuffer("u1", "int")
local flags = gpu.RWStructuredBuffer("u2", "uint")
local data = gpu.StructuredBuffer("t0", "float")
local particles = gpu.RWStructuredBuffer("u3", { {"pos","float3"}, {"mass","float"}, {"w","float",4}, {"m","float2x3"}, {"alive","bool"} })
local raw = gpu.RWByteAddressBuffer("u4")
local tex = gpu.Texture2D("t1", "float4")
local img = gpu.RWTexture2D("u5", "float4")
local smp = gpu.SamplerState("s0")
local sun = gpu.ConstantBuffer("b0", { {"direction","float3"}, {"width","uint"}, {"w","float",3}, {"m","float3x3"} })
local shared = gpu.GroupShared("float", 64)
local bins = gpu.GroupShared("uint", 8)
local tables = gpu.StructuredBuffer("t2", "float", 4)
local cfg = {}
local weights = { 0.25, 0.5, 0.25 }
local offsets = { { 0, 1 }, { 2, 3 } }
local ragged = { { 1, 2 }, { 3 } }
local huge = { 16777217, 2 }
local far = { 1e30, 4294967297, 5e9 }
local queue = gpu.AppendStructuredBuffer("u6", { {"pos","float2"}, {"id","uint"} })
local stack = gpu.ConsumeStructuredBuffer("u7", "float")
local grid = gpu.RWTexture2D("u8", "uint")
local words = gpu.RWBuffer("u9", "int")
local shadow = gpu.SamplerComparisonState("s1")
local cube = gpu.TextureCube("t6", "float4")
local line = gpu.Texture1D("t7", "float4")
local volume = gpu.Texture3D("t8", "float4")
local layers = gpu.Texture2DArray("t9", "float4")
local strips = gpu.Texture1DArray("t10", "float4")
local itex = gpu.Texture2D("t11", "uint4")
local scene = gpu.ConstantBuffer("b1", { {"lights", { {"pos","float3"}, {"on","bool"}, {"w","float",2} }, 3}, {"last","int"} })
local cells = gpu.GroupShared("uint", 16)
local cubes = gpu.TextureCubeArray("t12", "float4")
local samples = gpu.Texture2DMS("t13", "float4")
local grids = gpu.StructuredBuffer("t14", { {"head","float"}, {"grid","float2",3,2}, {"tail","float"} })
local gridc = gpu.ConstantBuffer("b2", { {"head","float"}, {"grid","float",2,2}, {"tail","float"} })
gpu.ComputeShader { Name = "test", NumThreads = { 8, 1, 1 },
  Main = function(DispatchThreadID, GroupThreadID, GroupID, GroupIndex)
` + body + `
  end,
}`
}

// evalFloats runs a body that writes out[0], out[1] … and gives n of them.
func evalFloats(t testing.TB, body string, n int) []float32 {
	t.Helper()
	m := &machine{buffers: map[string][]uint32{"u0": make([]uint32, n), "u1": make([]uint32, 8), "u2": make([]uint32, 8), "u3": make([]uint32, 64), "t0": floatBits(1, 2, 3, 4, 5, 6, 7, 8)}}
	got, _ := m.run(t, kernel(body))
	out := make([]float32, n)
	for i, w := range got["u0"] {
		out[i] = math.Float32frombits(w)
	}
	return out
}

func floatBits(list ...float32) (out []uint32) {
	for _, x := range list {
		out = append(out, math.Float32bits(x))
	}
	return out
}
