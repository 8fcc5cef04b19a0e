package syntax

import (
	"cmp"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// typeNames holds every type a script can spell: scalars, vectors and square or rectangular matrices.
var typeNames = makeTypeNames()

func makeTypeNames() map[string]*Type {
	names := map[string]*Type{}
	for s := Bool; s <= Float; s++ {
		names[ScalarType(s).String()] = ScalarType(s)
		for n := 2; n <= 4; n++ {
			names[Vector(s, n).String()] = Vector(s, n)
			for r := 2; r <= 4; r++ {
				names[Matrix(s, r, n).String()] = Matrix(s, r, n)
			}
		}
	}
	return names
}

// refusedTypes are types of HLSL that kernels do not have, with what to use instead.
var refusedTypes = map[string]string{
	"double":     "The virtual adapter has no double-precision arithmetic (DoublePrecisionFloatShaderOps is false); use float.",
	"float16_t":  "The virtual adapter has no native 16-bit types; use half, which is calculated as float.",
	"float32_t":  "Use float.",
	"float64_t":  "The virtual adapter has no double-precision arithmetic; use float.",
	"int16_t":    "The virtual adapter has no native 16-bit types; use int.",
	"int32_t":    "Use int.",
	"int64_t":    "The virtual adapter has no 64-bit integers (Int64ShaderOps is false); use int, or two uint for the halves.",
	"min10float": "Use half, which is calculated as float.",
	"min16float": "Use half, which is calculated as float.",
	"min16int":   "Use int.",
	"min16uint":  "Use uint.",
	"number":     "Use float, int or uint.",
	"string":     "A kernel has no strings.",
	"uint16_t":   "The virtual adapter has no native 16-bit types; use uint.",
	"uint32_t":   "Use uint.",
	"uint64_t":   "The virtual adapter has no 64-bit integers (Int64ShaderOps is false); use two uint for the halves.",
}

// RefusedType gives the reason why a type of HLSL is not one of kernels, of vectors and matrices too (double2, int64_t3x3). ok is false for
// other names.
func RefusedType(name string) (reason string, ok bool) {
	for _, scalar := range [...]string{name, strings.TrimRight(name, "1234"), strings.TrimRight(strings.TrimRight(name, "1234"), "x1234")} {
		if reason, ok = refusedTypes[scalar]; ok {
			return reason, true
		}
	}
	return "", false
}

// LookupType is the numeric type of that exact name, or nil.
func LookupType(name string) *Type { return typeNames[name] }

// TypeNames lists the names that LookupType knows, sorted.
func TypeNames() []string {
	names := make([]string, 0, len(typeNames))
	for name := range typeNames {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// ParseType reads the name of a numeric type as a script spells it: "float", "uint2", "float4x4". The diagnostic for
// anything else has no place yet: the caller adds it.
func ParseType(name string) (*Type, *diag.Diagnostic) {
	if t := typeNames[strings.TrimSpace(name)]; t != nil {
		return t, nil
	}
	d := diag.New(diag.UnknownTypeName, "%q is not a type of a kernel", name)
	if why, ok := RefusedType(strings.TrimSpace(name)); ok {
		return nil, d.Because("%s", why)
	}
	if known := foreign(strings.TrimSpace(name)); known != "" {
		return nil, d.HelpSpelling(name, known, "write %q", known)
	}
	if near := spell.Nearest(name, TypeNames()); near != "" {
		return nil, d.HelpSpelling(name, near, "did you mean %q?", near)
	}
	return nil, d.HelpText("types are float, half, int, uint and bool, their vectors (float2 to float4) and matrices (float2x2 to float4x4)")
}

// foreignTypes finds types of GLSL and WGSL: vec4, ivec2, vec3f, mat4, mat4x4f.
var foreignTypes = regexp.MustCompile(`^(?:([iub]?)vec([2-4])([fiu]?)|mat([2-4])(?:x([2-4]))?f?)$`)

// formats finds formats of texels and vertices: R32G32_FLOAT, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB.
var formats = regexp.MustCompile(`^(?:DXGI_FORMAT_)?((?:[RGBA]\d+){1,4})_(FLOAT|UNORM|SNORM|UINT|SINT)(?:_SRGB)?$`)

// read is the type as which a shader reads a format, "" for other names.
func read(format string) string {
	m := formats.FindStringSubmatch(format)
	if m == nil {
		return ""
	}
	scalar := map[string]string{"UINT": "uint", "SINT": "int"}[m[2]]
	channels := len(strings.FieldsFunc(m[1], unicode.IsDigit))
	if channels == 1 {
		return cmp.Or(scalar, "float")
	}
	return cmp.Or(scalar, "float") + strconv.Itoa(channels)
}

// otherTypes are further types of HLSL, GLSL, WGSL, C and DirectXMath.
var otherTypes = map[string]string{
	"f16": "half", "f32": "float", "i32": "int", "u32": "uint",
	"dword": "uint", "unsigned": "uint", "matrix": "float4x4", "vector": "float4",
	"XMFLOAT2": "float2", "XMFLOAT3": "float3", "XMFLOAT4": "float4", "XMFLOAT4X4": "float4x4", "XMMATRIX": "float4x4", "XMVECTOR": "float4",
}

// foreign is what a type of another language is called here, or a format is read as, "" for other names. The matrices of GLSL and WGSL are named by
// columns first.
func foreign(name string) string {
	if t := read(name); t != "" {
		return t
	}
	m := foreignTypes.FindStringSubmatch(name)
	switch {
	case m == nil:
		return otherTypes[name]
	case m[2] != "":
		return map[string]string{"": "float", "f": "float", "i": "int", "u": "uint", "b": "bool"}[m[1]+m[3]] + m[2]
	}
	return "float" + cmp.Or(m[5], m[4]) + "x" + m[4]
}

// Register is a binding point of a shader: t for shader resources, u for unordered access, b for constants, s for
// samplers.
type Register struct {
	Class byte
	Index uint32
	Space uint32
}

// String is the HLSL spelling: "t0" or "t0, space1".
func (r Register) String() string {
	text := string(r.Class) + strconv.FormatUint(uint64(r.Index), 10)
	if r.Space != 0 {
		text += ", space" + strconv.FormatUint(uint64(r.Space), 10)
	}
	return text
}

// maxRegister bounds register and space numbers, so that index + count does not overflow 32 bits.
const maxRegister = 1 << 30

// ParseRegister reads "t0" or "t0, space1". The diagnostic has no place yet: the caller adds it.
func ParseRegister(text string) (Register, *diag.Diagnostic) {
	bad := func(why string) (Register, *diag.Diagnostic) {
		return Register{}, diag.New(diag.BadRegister, "%q is not a register", text).Because("%s", why).
			HelpText(`a register is a letter and a number, optionally followed by a space: "t0", "u3", "b0, space1"`)
	}
	name, space, hasSpace := strings.Cut(text, ",")
	name = strings.TrimSpace(name)
	if name == "" || !strings.ContainsRune("tubs", rune(name[0])) {
		return bad("It must begin with t (shader resource), u (unordered access), b (constant buffer) or s (sampler).")
	}
	index, ok := number(name[1:])
	if !ok {
		return bad("The letter must be followed by a number below 1073741824.")
	}
	reg := Register{Class: name[0], Index: index}
	if !hasSpace {
		return reg, nil
	}
	digits, found := strings.CutPrefix(strings.TrimSpace(space), "space")
	if reg.Space, ok = number(digits); !ok || !found {
		return bad("After the comma it must say space and a number below 1073741824.")
	}
	return reg, nil
}

// number reads a plain decimal number below maxRegister.
func number(text string) (uint32, bool) {
	if text == "" || text[0] < '0' || text[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), err == nil && n < maxRegister
}
