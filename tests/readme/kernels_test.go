package readme

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/gpuscript/gpuscript/host"
)

// kernels is the page on the language of kernels.
const kernels = "../../docs/kernels.md"

// family is a heading of the intrinsics, and the pattern of their names.
type family struct {
	title string
	names *regexp.Regexp
}

// intrinsicFamilies are in the order of the page. A name belongs to one of them, or to the last one.
var intrinsicFamilies = []family{
	{"Atomics", regexp.MustCompile(`^Interlocked`)},
	{"Waves", regexp.MustCompile(`^Wave`)},
	{"Barriers", regexp.MustCompile(`^(All|Device|Group)Memory`)},
	{"Pixels and quads", regexp.MustCompile(`^(IsHelperLane|Quad\w+|EvaluateAttribute\w+|GetRenderTarget\w+|dd[xy]\w*|fwidth|clip|discard)$`)},
	{"Trigonometry", regexp.MustCompile(`^(a?(sin|cos|tan)h?|atan2|sincos|degrees|radians)$`)},
	{"Powers and logarithms", regexp.MustCompile(`^(exp2?|log(2|10)?|pow|r?sqrt|rcp|ldexp|frexp)$`)},
	{"Rounding", regexp.MustCompile(`^(ceil|floor|frac|fmod|modf|round|trunc)$`)},
	{"Ranges and blends", regexp.MustCompile(`^(abs|clamp|fma|lerp|mad|max|min|saturate|sign|smoothstep|step)$`)},
	{"Vectors", regexp.MustCompile(`^(cross|distance|dot|dst|faceforward|length|lit|normalize|reflect|refract)$`)},
	{"Matrices", regexp.MustCompile(`^(mul|transpose|determinant|inverse)$`)},
	{"Conditions", regexp.MustCompile(`^(all|any|select|is(finite|inf|nan))$`)},
	{"Bits", regexp.MustCompile(`^(\w+_bits|shift_\w+|countbits|firstbit\w+|reversebits|as(float|u?int)|f\d+tof\d+|D3DCOLORtoUBYTE4|msad4|dot2add|dot4add_\w+|(un)?pack_\w+)$`)},
	{"Other", regexp.MustCompile(``)}, // names of none of those above
}

// usage splits a line of documentation into the call and what it does.
func usage(doc string) (call, does string) {
	call, does, _ = strings.Cut(doc, "): ")
	return call + ")", does
}

// TestIntrinsics: the page has a table of the intrinsics of each family, and every intrinsic is in one.
func TestIntrinsics(t *testing.T) {
	rows := make([]strings.Builder, len(intrinsicFamilies))
	for _, in := range kernel.Intrinsics() {
		has := func(f family) bool { return f.names.MatchString(in.Name) }
		i, last := slices.IndexFunc(intrinsicFamilies, has), len(intrinsicFamilies)-1
		require.False(t, i < last && slices.ContainsFunc(intrinsicFamilies[i+1:last], has), "%s is in two families of docs/kernels.md", in.Name)
		call, does := usage(in.Doc)
		require.Contains(t, call, in.Name+"(")
		bound := ""
		if in.ULP > 0 {
			bound = fmt.Sprintf("%g", in.ULP)
		}
		fmt.Fprintf(&rows[i], "| `%s` | %s | %s |\n", call, strings.ReplaceAll(does, "|", `\|`), bound)
	}
	var b strings.Builder
	for i, f := range intrinsicFamilies {
		require.NotZero(t, rows[i].Len(), "no intrinsic is in the family %s", f.title)
		fmt.Fprintf(&b, "### %s\n\n| call | what it does | ULP |\n|---|---|---|\n%s\n", f.title, rows[i].String())
	}
	sectionOf(t, kernels, "intrinsics", b.String())
}

// kinds names the kinds of resources that have a method.
func kinds(list []syntax.ResourceKind) string {
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.String()
	}
	return strings.Join(names, ", ")
}

// TestMethods: the page has a table of the methods of resources.
func TestMethods(t *testing.T) {
	var b strings.Builder
	b.WriteString("| method | what it does | of |\n|---|---|---|\n")
	for _, m := range kernel.Methods() {
		call, does := usage(m.Doc)
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", call, does, kinds(m.Kinds))
	}
	sectionOf(t, kernels, "methods", b.String())
}

// TestSystemValues: the page has a table of the parameters that are found by their names.
func TestSystemValues(t *testing.T) {
	var b strings.Builder
	b.WriteString("| stage | parameter | type and meaning |\n|---|---|---|\n")
	for _, v := range kernel.SystemValues() {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", v.Stage, v.Name, v.Doc)
	}
	sectionOf(t, kernels, "system values", b.String())
}

// runner dispatches one group of the compute shader "shown" that a text of the page makes.
const runner = `
local device = gpu.CreateDevice { Name = "page" }
local queue, fence, root = device:CreateCommandQueue { Type = "COMPUTE" }, device:CreateFence(), device:CreateRootSignature()
local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator("COMPUTE"),
  InitialState = device:CreateComputePipelineState { RootSignature = root, CS = shown } }
list:SetComputeRootSignature(root)
list:Dispatch(1, 1, 1)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
`

// whole is the script that a block of the page stands for: a block that does not load gpu is the body of a kernel of one group of four work items.
func whole(block string) string {
	if strings.Contains(block, `require "gpu"`) {
		return block
	}
	return "local gpu = require \"gpu\"\nlocal shown = gpu.ComputeShader { NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)\n" + block + "end }\n" + runner
}

// TestKernelBlocks runs every Lua block of the page, and compares what it prints with the block after it; without one it prints nothing.
func TestKernelBlocks(t *testing.T) {
	text, err := os.ReadFile(kernels)
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?ms)^```lua\n(.*?)^```\n(?:\n```\n(.*?)^```)?").FindAllStringSubmatch(string(text), -1)
	require.Len(t, blocks, strings.Count(string(text), "```lua"))
	require.NotEmpty(t, blocks)
	for _, block := range blocks {
		var out bytes.Buffer
		h := host.New(host.Options{Stdout: &out})
		if h.RunString(context.Background(), "page.lua", whole(block[1])) != nil {
			require.NoError(t, h.WriteDiagnostics(&out, render.Options{}))
		}
		require.NoError(t, h.Close())
		require.Equal(t, block[2], out.String(), block[1])
	}
}
