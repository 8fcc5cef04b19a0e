package readme

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/kernel"
)

const annotations = "../../docs/annotations/"

// TestAnnotations: the files for the Lua language server say what docs/api.md says.
func TestAnnotations(t *testing.T) {
	r, c := bindings.Describe(), comments{}
	for _, m := range r.Modules {
		var b strings.Builder
		fmt.Fprintf(&b, "---@meta %s\n\n", m.Name)
		if m.Name == "gpu" {
			annotateTypes(t, &b, r, c)
		}
		fields := ""
		for _, f := range m.Fields {
			fields += fmt.Sprintf("---@field %s %s %s\n", f.Name, f.Type, f.Doc)
		}
		annotateFunctions(&b, "---"+m.Doc+"\n---@class "+m.Name+"\n"+fields+"local %s = {}\n\n", "M", ".", m)
		b.WriteString("return M\n")
		sameFile(t, annotations+strings.ReplaceAll(m.Name, ".", "/")+".lua", b.String())
	}
	sameFile(t, annotations+"shaders.lua", shaderFunctions())
}

// sameFile compares a generated file, or writes it.
func sameFile(t *testing.T, name, want string) {
	t.Helper()
	want = regexp.MustCompile(`(?m) +$`).ReplaceAllString(want, "")
	_, err := parse.Parse(strings.NewReader(want), name)
	require.NoError(t, err, "annotations are Lua")
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.True(t, want == string(got), "%s is stale: go test ./tests/readme -update rewrites it", name)
}

// annotateTypes writes the enumerations, tables and classes.
func annotateTypes(t *testing.T, b *strings.Builder, r bindings.Reference, c comments) {
	for _, e := range r.Enums {
		fmt.Fprintf(b, "---%s\n---@alias %s\n", prose(c.of(t, e.Go, "")), e.Name)
		for _, v := range e.Values {
			fmt.Fprintf(b, "---| %q\n", v)
		}
		if e.Flags {
			b.WriteString("---| string # several, joined with |\n---| string[]\n")
		}
		b.WriteString("\n")
	}
	for _, table := range r.Tables {
		fmt.Fprintf(b, "---%s\n---@class %s\n", prose(c.of(t, table.Go, "")), table.Name)
		for _, f := range table.Fields {
			mark := "?"
			if f.Required {
				mark = ""
			}
			fmt.Fprintf(b, "---@field %s%s %s %s\n", f.Name, mark, f.Type, fieldText(t, table, f, c))
		}
		b.WriteString("\n")
	}
	for _, g := range r.Classes {
		fmt.Fprintf(b, "---%s\n---@class %s\n", g.Doc, g.Name)
		for _, f := range g.Fields {
			fmt.Fprintf(b, "---@field %s %s %s\n", f.Name, f.Type, f.Doc)
		}
		annotateFunctions(b, "local %s = {}\n\n", g.Name, ":", g)
	}
}

// annotateFunctions writes a table and its functions.
func annotateFunctions(b *strings.Builder, head, name, dot string, g bindings.Group) {
	fmt.Fprintf(b, head, name)
	for _, f := range g.Functions {
		if f.Refused {
			continue
		}
		fmt.Fprintf(b, "---%s\n", f.Doc)
		var params []string
		for i, p := range f.Params {
			arg, mark := luaName(p.Name), ""
			switch {
			case f.Variadic && i == len(f.Params)-1:
				arg = "..."
			case p.Optional:
				mark = "?"
			}
			params = append(params, arg)
			fmt.Fprintf(b, "---@param %s%s %s %s\n", arg, mark, p.Type, p.Doc)
		}
		if f.Returns != "" {
			for _, result := range strings.Split(f.Returns, ", ") {
				fmt.Fprintf(b, "---@return %s\n", strings.Replace(result, " ...", " ...", 1))
			}
		}
		fmt.Fprintf(b, "function %s%s%s(%s) end\n\n", name, dot, f.Name, strings.Join(params, ", "))
	}
}

// luaName is a name that Lua does not use itself.
func luaName(name string) string {
	if slices.Contains([]string{"end", "function", "repeat", "local", "in", "not"}, name) {
		return name + "_"
	}
	return name
}

// shaderFunctions declares the intrinsics, which shaders call as globals.
func shaderFunctions() string {
	var b strings.Builder
	b.WriteString("---@meta _\n\n-- What shaders call: HLSL's intrinsics. Outside of shaders these names do not exist.\n\n")
	call := regexp.MustCompile(`^[\w ]+\(([^)]*)\)`)
	for _, in := range kernel.Intrinsics() {
		form, does := usage(in.Doc)
		fmt.Fprintf(&b, "---%s\n---\n---`%s`\n---@return any\n", does, form)
		m := call.FindStringSubmatch(form)
		if len(m) == 2 && m[1] == "" {
			fmt.Fprintf(&b, "function %s() end\n\n", in.Name)
		} else {
			fmt.Fprintf(&b, "function %s(...) end\n\n", in.Name)
		}
	}
	return b.String()
}
