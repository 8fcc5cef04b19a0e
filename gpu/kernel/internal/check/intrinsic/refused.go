package intrinsic

import "regexp"

// refused are intrinsics of HLSL that kernels do not have, with the reason and what to use instead. Those of shader models up to 6.6 that this
// machine can have are there, although the adapter says that it has 6.0.
var refused = map[string]string{
	"AcceptHitAndEndSearch":       "There are no ray-tracing shaders; leave the loop that walks through the boxes.",
	"AddUint64":                   "The virtual adapter has no 64-bit integers; add the halves and the carry of the lower ones.",
	"Barrier":                     "It needs shader model 6.8; write GroupMemoryBarrierWithGroupSync().",
	"CallShader":                  "There are no ray-tracing shaders; a Lua function is inlined where it is called.",
	"CheckAccessFullyMapped":      "Loads and samples give no status.",
	"DispatchMesh":                "There are no mesh shaders; write indices and arguments in a compute shader, and draw with ExecuteIndirect.",
	"EvaluateAttributeAtCentroid": "It is called EvaluateAttributeCentroid.",
	"GetAttributeAtVertex":        "It needs shader model 6.1; give it out of the vertex shader with Interpolation nointerpolation.",
	"IgnoreHit":                   "There are no ray-tracing shaders; go on with the loop that walks through the boxes.",
	"ReportHit":                   "There are no ray-tracing shaders; keep the nearest distance in a local.",
	"SetMeshOutputCounts":         "There are no mesh shaders; write indices and arguments in a compute shader, and draw with ExecuteIndirect.",
	"TraceRay":                    "There are no ray-tracing shaders; walk through a tree of boxes in a loop.",
	"abort":                       "A kernel cannot stop the others; use printf.",
	"asdouble":                    "The virtual adapter has no double-precision arithmetic.",
	"asfloat16":                   "The virtual adapter has no native 16-bit types; use f16tof32.",
	"asint16":                     "The virtual adapter has no native 16-bit types; use f32tof16.",
	"asuint16":                    "The virtual adapter has no native 16-bit types; use f32tof16.",
	"errorf":                      "Use printf.",
	"noise":                       "It is for Direct3D 9; use a hash of the coordinates.",
	"unpack_s8s16":                "The virtual adapter has no native 16-bit types; use unpack_s8s32.",
	"unpack_u8u16":                "The virtual adapter has no native 16-bit types; use unpack_u8u32.",
}

// oldSample is a function of Direct3D 9 that samples a texture, in parts.
var oldSample = regexp.MustCompile(`^tex(1D|2D|3D|CUBE)(bias|grad|lod|proj)?$`)

// sampleInstead is the method for an oldSample, by its last part.
var sampleInstead = map[string]string{
	"":     "texture:Sample(sampler, location), and SampleLevel outside of pixel shaders",
	"bias": "texture:SampleBias(sampler, location, bias)",
	"grad": "texture:SampleGrad(sampler, location, ddx, ddy)",
	"lod":  "texture:SampleLevel(sampler, location, level)",
	"proj": "texture:Sample(sampler, v.xy / v.w)",
}

// tessellation is a function of hull shaders.
var tessellation = regexp.MustCompile(`^Process\w*TessFactors(Avg|Max|Min)?$`)

// Refused gives the reason why an intrinsic of HLSL is not one of kernels. ok is false for other names.
func Refused(name string) (reason string, ok bool) {
	if part := oldSample.FindStringSubmatch(name); part != nil {
		return "It is for Direct3D 9; write " + sampleInstead[part[2]] + ".", true
	}
	if tessellation.MatchString(name) {
		return "There are no hull shaders; divide triangles in a compute shader.", true
	}
	reason, ok = refused[name]
	return reason, ok
}
