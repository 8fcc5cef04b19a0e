package check

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// otherNames are names of other shading languages for what kernels have under HLSL's.
var otherNames = map[string]string{
	"atomicAdd": "InterlockedAdd", "atomicAnd": "InterlockedAnd", "atomicCompSwap": "InterlockedCompareExchange", "atomicExchange": "InterlockedExchange",
	"atomicMax": "InterlockedMax", "atomicMin": "InterlockedMin", "atomicOr": "InterlockedOr", "atomicXor": "InterlockedXor",
	"barrier": "GroupMemoryBarrierWithGroupSync", "bitCount": "countbits", "bitfieldReverse": "reversebits", "dFdx": "ddx", "dFdy": "ddy",
	"findLSB": "firstbitlow", "findMSB": "firstbithigh", "floatBitsToInt": "asint", "floatBitsToUint": "asuint", "fract": "frac",
	"intBitsToFloat": "asfloat", "inversesqrt": "rsqrt", "ivec2": "int2", "ivec3": "int3", "ivec4": "int4", "mat2": "float2x2",
	"mat3": "float3x3", "mat4": "float4x4", "memoryBarrierShared": "GroupMemoryBarrier", "mix": "lerp", "mod": "fmod", "roundEven": "round",
	"uintBitsToFloat": "asfloat", "uvec2": "uint2", "uvec3": "uint3", "uvec4": "uint4", "vec2": "float2", "vec3": "float3", "vec4": "float4",
}

// habits say what is written here instead of words of HLSL and C that Lua reads as names.
var habits = map[string]string{
	"branch":            attributes,
	"case":              "write if … elseif … else … end",
	"earlydepthstencil": "this version tests the depth after a pixel shader that writes to memory, and early where nobody can tell",
	"fastopt":           attributes,
	"flatten":           attributes,
	"loop":              attributes,
	"null":              "every value has a type: use a number or a bool to mean nothing",
	"NULL":              "every value has a type: use a number or a bool to mean nothing",
	"numthreads":        "write NumThreads = { x, y, z } beside Main in gpu.ComputeShader",
	"switch":            "write if … elseif … else … end",
	"texture":           "write texture:Sample(sampler, location), or texture:Load(…)",
	"this":              "structs have no methods",
	"unroll":            attributes,
}

const attributes = "leave the attribute out: loops and branches have none here"

// habit adds to d how a name of another language is written here, and says whether it could.
func (l *lowerer) habit(d *diag.Diagnostic, name string) bool {
	if near, ok := otherNames[name]; ok {
		d.HelpSpelling(name, near, "HLSL and kernels call it %s", near)
		return true
	}
	if use, ok := habits[name]; ok {
		d.HelpText("%s", use)
		return true
	}
	bare := strings.TrimPrefix(name, "SV_")
	for _, system := range l.systemNames() {
		if strings.EqualFold(bare, system) {
			d.HelpText("make it a parameter of Main: function(%s)", system)
			return true
		}
	}
	return false
}

// systemNames are the system values that the stage has as parameters.
func (l *lowerer) systemNames() []string {
	var names []string
	if l.in.Stage == syntax.Compute {
		for _, s := range systemValues {
			names = append(names, s.name)
		}
		return names
	}
	for _, s := range stageValues {
		if s.stage == l.in.Stage {
			names = append(names, s.name)
		}
	}
	return names
}

// comparedCounter says whether e is a comparison with the counter of a loop: for k = 0, k < 4.
func comparedCounter(e ast.Expr, counter string) bool {
	rel, ok := e.(*ast.RelationalOpExpr)
	if !ok {
		return false
	}
	id, ok := rel.Lhs.(*ast.IdentExpr)
	return ok && id.Value == counter
}

// dotted refuses texture.Sample: methods are called with a colon.
func (l *lowerer) dotted(object value.Value, name string, site gpu.Site) bool {
	if object.Kind != value.Resource || !intrinsic.IsMethod(object.Res, name) {
		return false
	}
	l.Fail(diag.NoMember, site, "%s is a method of %s", name, value.WithArticle(object.Res.Decl.Kind)).Also(object.Res.Decl.Site, "declared here").
		HelpText("call it with a colon: %s:%s(…)", object.Res.Name, name)
	return true
}
