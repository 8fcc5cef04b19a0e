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
	"__syncthreads": "GroupMemoryBarrierWithGroupSync", "atomicAdd": "InterlockedAdd", "atomicAnd": "InterlockedAnd",
	"atomicCompSwap": "InterlockedCompareExchange",
	"atomicExchange": "InterlockedExchange", "atomicMax": "InterlockedMax", "atomicMin": "InterlockedMin", "atomicOr": "InterlockedOr",
	"atomicXor": "InterlockedXor",
	"barrier":   "GroupMemoryBarrierWithGroupSync", "bitCount": "countbits", "bitfieldReverse": "reversebits", "dFdx": "ddx", "dFdy": "ddy",
	"findLSB": "firstbitlow", "findMSB": "firstbithigh", "floatBitsToInt": "asint", "floatBitsToUint": "asuint", "fract": "frac",
	"intBitsToFloat": "asfloat", "inversesqrt": "rsqrt", "ivec2": "int2", "ivec3": "int3", "ivec4": "int4", "mat2": "float2x2",
	"mat3": "float3x3", "mat4": "float4x4", "memoryBarrierShared": "GroupMemoryBarrier", "mix": "lerp", "mod": "fmod", "roundEven": "round",
	"subgroupAdd": "WaveActiveSum", "subgroupAll": "WaveActiveAllTrue", "subgroupAny": "WaveActiveAnyTrue", "subgroupBallot": "WaveActiveBallot",
	"subgroupBroadcast": "WaveReadLaneAt", "subgroupBroadcastFirst": "WaveReadLaneFirst", "subgroupElect": "WaveIsFirstLane",
	"subgroupExclusiveAdd": "WavePrefixSum",
	"uintBitsToFloat":      "asfloat", "uvec2": "uint2", "uvec3": "uint3", "uvec4": "uint4", "vec2": "float2", "vec3": "float3", "vec4": "float4",
}

// otherSystems are names of other languages for system values.
var otherSystems = map[string]string{
	"blockIdx": "GroupID", "gl_FragCoord": "Position", "gl_FrontFacing": "IsFrontFace", "gl_GlobalInvocationID": "DispatchThreadID",
	"gl_InstanceID":    "InstanceID",
	"gl_InstanceIndex": "InstanceID", "gl_LocalInvocationID": "GroupThreadID", "gl_LocalInvocationIndex": "GroupIndex",
	"gl_PrimitiveID": "PrimitiveID",
	"gl_SampleID":    "SampleIndex", "gl_SampleMaskIn": "Coverage", "gl_VertexID": "VertexID",
	"gl_VertexIndex": "VertexID", "gl_WorkGroupID": "GroupID",
	"threadIdx": "GroupThreadID",
}

// usual are what people call the system values of compute kernels by, in lower case: HLSL gives a meaning to the semantic and not to the name.
var usual = map[string]string{
	"dtid": "DispatchThreadID", "gi": "GroupIndex", "gid": "GroupID", "globalid": "DispatchThreadID",
	"groupthread": "GroupThreadID", "gtid": "GroupThreadID",
	"id": "DispatchThreadID", "index": "GroupIndex", "localid": "GroupThreadID", "localindex": "GroupIndex", "thread": "DispatchThreadID",
	"threadid": "DispatchThreadID",
	"tid":      "DispatchThreadID", "workgroupid": "GroupID",
}

// systemMeant is the system value of a compute kernel that a name from elsewhere stands for; "": none.
func systemMeant(name string) string {
	if meant, ok := otherSystems[name]; ok {
		name = meant
	}
	bare := strings.TrimPrefix(name, "SV_")
	for i := range systemValues {
		if strings.EqualFold(systemValues[i].name, bare) {
			return systemValues[i].name
		}
	}
	return usual[strings.ToLower(bare)]
}

// habits say what is written here instead of words of HLSL, GLSL and C that Lua reads as names.
var habits = map[string]string{
	"M_PI":              pi,
	"NULL":              noNull,
	"PI":                pi,
	"SV_Target":         target,
	"bit":               bitNames,
	"bit32":             bitNames,
	"bitfieldExtract":   "write and_bits(shift_right(x, offset), shift_left(1, bits) - 1)",
	"branch":            attributes,
	"case":              noSwitch,
	"const":             constant,
	"continue":          "write an if around the rest of the body, or a function that returns",
	"earlydepthstencil": "write EarlyDepthStencil = true beside Main in gpu.PixelShader",
	"fastopt":           attributes,
	"flatten":           attributes,
	"gl_FragColor":      target,
	"gl_Position":       "return it from the vertex shader: { Position = … }",
	"groupshared":       `declare it outside of the kernel: local cache = gpu.GroupShared("float", 64)`,
	"imageLoad":         "an element of an RWTexture2D is image[xy]",
	"imageStore":        "write image[xy] = value, of an RWTexture2D",
	"loop":              attributes,
	"null":              noNull,
	"numthreads":        "write NumThreads = { x, y, z } beside Main in gpu.ComputeShader",
	"packHalf2x16":      "write or_bits(f32tof16(v.x), shift_left(f32tof16(v.y), 16))",
	"pi":                pi,
	"static":            constant,
	"switch":            noSwitch,
	"texelFetch":        "write texture:Load(int3(xy, level))",
	"texture":           "write texture:Sample(sampler, location), or texture:Load(…)",
	"textureLod":        "write texture:SampleLevel(sampler, location, level)",
	"this":              "structs have no methods",
	"unpackHalf2x16":    "write float2(f16tof32(x), f16tof32(shift_right(x, 16)))",
	"unroll":            attributes,
}

const (
	attributes = "leave the attribute out: loops and branches have none here"
	constant   = "write local: what is never assigned again is a constant"
	bitNames   = "Lua's functions for bits are the intrinsics and_bits, or_bits, xor_bits, not_bits, shift_left and shift_right here"
	noNull     = "every value has a type: use a number or a bool to mark a missing value"
	noSwitch   = "write if … elseif … else … end"
	pi         = "write local PI = math.pi outside of the kernel, which captures it as a constant"
	target     = "return the colour from the pixel shader, or { Target0 = …, Target1 = … }"
)

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
	for _, kind := range syntax.Kinds() {
		if kind.String() == name {
			d.HelpText("declare resources outside of the kernel with gpu.%s(…), and use their names here", name)
			return true
		}
	}
	bare, ok := otherSystems[name]
	if !ok {
		bare = strings.TrimPrefix(name, "SV_")
	}
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
		HelpFix(site, diag.Fix{Action: diag.FixColon}, "call it with a colon: %s:%s(…)", object.Res.Name, name)
	return true
}
