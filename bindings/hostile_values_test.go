package bindings_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
)

// A writer writes Lua expressions for parameters and fields: mostly what a script could mean, sometimes a boundary, seldom nonsense.
type writer struct {
	*rand.Rand
	wrong int // one value in that many is of any type at all
}

// named are the types that the rows of Raw methods mention by name only.
var named = map[string]reflect.Type{}

func init() {
	for _, t := range bindings.Named() {
		named[t.Name()] = t
	}
}

// samples are texts for parameters that are not described by a Go type.
var samples = map[string][]string{
	"string":       {`"x"`, `""`, `"t0"`, `"u1, space2"`, `"a name that is rather long and goes on"`, `"\0\255"`, `"../x.png"`},
	"boolean":      {"true", "false"},
	"function":     {"function() end", "function() error('thread') end", "function() gpu.Work(3) end"},
	"any":          {"nil", "1", "{}"},
	"MappedType":   {`"float"`, `"uint"`, `"byte"`, `"uint64"`, `"half"`, `"double"`},
	"string|table": {`"float4"`, `"uint"`, `{ { "a", "float3" }, { "b", "uint", 2 } }`, `"float4x4"`, `{}`},
	"table":        {"{}", "{ 1, 2 }"},
	"heapSide":     {`"CPU"`, `"GPU"`},
	"shaderType":   {`"COMPUTE"`, `"VERTEX"`, `"PIXEL"`},

	"stateTransitionDesc[]":            {`{}`, `{ { Resource = pick("Texture", 0), NewState = "COPY_SOURCE" } }`, `{ { Resource = pick("Buffer", 1), NewState = "COPY_DEST" } }`},
	"resolveTextureSubresourceAttribs": {`{}`, `{ SrcMipLevel = 1, Format = "R8G8B8A8_UNORM" }`, `{ DstSlice = 7 }`},
}

// nonsense is of the wrong type nearly everywhere.
var nonsense = []string{"nil", "true", `"NOPE"`, "{}", "{ 1, {} }", "{ X = 1 }", "print", "gpu", "0/0", "1/0", "-1/0", "-1", "0.5", "2^32", "2^53", "2^64", "1e300", "device", "pick('Resource', 1)"}

// integers are tried where a whole number stands: small ones mostly.
var integers = []string{"0", "0", "0", "1", "1", "2", "3", "4", "7", "8", "16", "64", "255", "256", "512", "1024", "4096", "65535", "65536", "2^31 - 1", "2^31", "2^32 - 1", "2^53"}

var floats = []string{"0", "0", "1", "0.5", "-1", "0.25", "2", "1e-30", "1e30", "64", "-3.5"}

func (w *writer) of(from []string) string { return from[w.IntN(len(from))] }

// oneIn is true once in n calls.
func (w *writer) oneIn(n int) bool { return w.IntN(n) == 0 }

// integer is a whole number.
func (w *writer) integer() string {
	if w.oneIn(3) {
		return w.of(integers)
	}
	return fmt.Sprint(w.IntN(5))
}

// object takes something of a kind from those that the script has made so far.
func (w *writer) object(kind string) string { return fmt.Sprintf("pick(%q, %d)", kind, w.IntN(64)) }

// parameter is an argument of a positional parameter.
func (w *writer) parameter(p luabind.Param) string {
	if w.oneIn(w.wrong) {
		return w.of(nonsense)
	}
	return w.typed(p.Name, p.Type)
}

// typed is a value of a type as the tables write it.
func (w *writer) typed(name, typ string) string {
	if options := strings.Split(typ, "|"); len(options) > 1 && samples[typ] == nil {
		typ = options[w.IntN(len(options))]
	}
	elem, list := strings.CutSuffix(typ, "[]")
	switch {
	case list:
		n := 4
		if elem != "number" && elem != "(number" {
			n = w.IntN(3)
		}
		parts := make([]string, n)
		for i := range parts {
			parts[i] = w.typed(name, strings.Trim(elem, "()"))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case typ == "integer" && (name == "address" || strings.Contains(name, "dest")):
		return w.address()
	case typ == "integer":
		return w.integer()
	case typ == "number" || typ == "(number" || typ == "number)":
		return w.of(floats)
	case typ == "nil":
		return "nil"
	case samples[typ] != nil:
		return w.of(samples[typ])
	case named[typ] != nil:
		return w.value(name, named[typ])
	}
	return w.object(strings.Trim(typ, "()"))
}

// address is a GPU virtual address, nearly always of a buffer.
func (w *writer) address() string {
	if w.oneIn(8) {
		return w.integer()
	}
	return fmt.Sprintf("address(%d) + %d", w.IntN(64), 256*(w.IntN(3)/2*w.IntN(8)))
}

// objects are the kinds of the interfaces by which descriptors refer to objects.
var objects = map[string]string{"Resource": "Resource", "Heap": "Heap", "CommandAllocator": "CommandAllocator", "RootSignature": "RootSignature", "Shader": "Shader",
	"PipelineState": "PipelineState", "DescriptorHeap": "DescriptorHeap", "Fence": "Fence", "Event": "Event", "CommandSignature": "CommandSignature", "QueryHeap": "QueryHeap", "Dispatchable": "CompiledOperator"}

// value is a value of a Go type, as the decoder reads it.
func (w *writer) value(name string, t reflect.Type) string {
	if w.oneIn(w.wrong) {
		return w.of(nonsense)
	}
	if names := wordsOf(t); names != nil {
		if name == "Format" && !w.oneIn(3) {
			return fmt.Sprintf("%q", w.of([]string{"UNKNOWN", "R8G8B8A8_UNORM", "R32_FLOAT", "R32_UINT", "D32_FLOAT", "D24_UNORM_S8_UINT"}))
		}
		return fmt.Sprintf("%q", names[w.IntN(len(names))])
	}
	switch t.Kind() {
	case reflect.Bool:
		return w.of(samples["boolean"])
	case reflect.String:
		return w.of(samples["string"])
	case reflect.Float32, reflect.Float64:
		return w.of(floats)
	case reflect.Slice, reflect.Array:
		return w.list(name, t)
	case reflect.Struct:
		return w.structure(t)
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct && !strings.HasSuffix(t.Elem().PkgPath(), "device") && !strings.HasSuffix(t.Elem().PkgPath(), "gopher-lua") {
			return w.value(name, t.Elem())
		}
		if t.Elem().Name() == "LFunction" {
			return w.of(samples["function"])
		}
		return w.object(t.Elem().Name())
	case reflect.Interface:
		return w.object(objects[t.Name()])
	}
	return w.number(name)
}

// number is a whole number that fits the name of its field more often than not.
func (w *writer) number(name string) string {
	switch {
	case name == "BufferLocation" || name == "Dest":
		return w.address()
	case (name == "Width" || name == "Height" || strings.HasPrefix(name, "Size")) && !w.oneIn(8):
		return w.of([]string{"1", "3", "16", "64", "100", "256", "1024", "4096"})
	}
	return w.integer()
}

func (w *writer) list(name string, t reflect.Type) string {
	n := w.IntN(4)
	if t.Kind() == reflect.Array {
		n = t.Len()
	}
	if w.oneIn(40) {
		n = 40
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = w.value(name, t.Elem())
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// structure is a table: required fields nearly always, others now and then.
func (w *writer) structure(t reflect.Type) string {
	switch t.Name() {
	case "CPUDescriptorHandle", "GPUDescriptorHandle":
		return w.object(t.Name())
	}
	var parts []string
	for _, f := range bindings.Classes.Describe(t) {
		if f.Required && !w.oneIn(4*w.wrong) || !f.Required && w.oneIn(3) {
			name := f.Name
			if w.oneIn(20) {
				name = "p" + name // as C writes pointers
			}
			parts = append(parts, name+" = "+w.value(f.Name, f.GoType))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// wordsOf are the names of an enumeration or of flags, nil for any other type.
func wordsOf(t reflect.Type) (names []string) {
	switch v := reflect.Zero(t).Interface().(type) {
	case interface{ LuaNames() []string }:
		return v.LuaNames()
	case interface{ LuaFlagNames() []gpu.FlagName }:
		return flagNames(v.LuaFlagNames())
	case interface{ LuaValueNames() []gpu.FlagName }:
		return flagNames(v.LuaValueNames())
	}
	return nil
}

func flagNames(flags []gpu.FlagName) []string {
	names := make([]string, len(flags))
	for i, f := range flags {
		names[i] = f.Name
	}
	return names
}
