package intrinsic

import "regexp"

// refused are intrinsics of HLSL that kernels do not have, with the reason and what to use instead. The adapter has shader model 6.0.
var refused = map[string]string{
	"AddUint64":                              "The virtual adapter has no 64-bit integers; add the halves and the carry of the lower ones.",
	"Barrier":                                "It needs shader model 6.8; write GroupMemoryBarrierWithGroupSync().",
	"CheckAccessFullyMapped":                 "Loads and samples give no status.",
	"EvaluateAttributeAtCentroid":            "It is called EvaluateAttributeCentroid.",
	"GetAttributeAtVertex":                   "It needs shader model 6.1; give it out of the vertex shader with Interpolation nointerpolation.",
	"InterlockedCompareExchangeFloatBitwise": "It needs shader model 6.6; store the bits of the float in a uint: InterlockedCompareExchange with asuint.",
	"InterlockedCompareStoreFloatBitwise":    "It needs shader model 6.6; store the bits of the float in a uint: InterlockedCompareStore with asuint.",
	"IsHelperLane":                           "It needs shader model 6.6; stores, printf and wave operations of helpers have no effect anyway.",
	"TraceRay":                               "There are no ray-tracing shaders; walk through a tree of boxes in a loop.",
	"WaveMatch":                              "It needs shader model 6.5; compare with WaveReadLaneFirst in a loop.",
	"WaveMultiPrefixBitAnd":                  "It needs shader model 6.5; use the WavePrefix operations.",
	"WaveMultiPrefixBitOr":                   "It needs shader model 6.5; use the WavePrefix operations.",
	"WaveMultiPrefixBitXor":                  "It needs shader model 6.5; use the WavePrefix operations.",
	"WaveMultiPrefixCountBits":               "It needs shader model 6.5; use WavePrefixCountBits.",
	"WaveMultiPrefixProduct":                 "It needs shader model 6.5; use WavePrefixProduct.",
	"WaveMultiPrefixSum":                     "It needs shader model 6.5; use WavePrefixSum.",
	"abort":                                  "A kernel cannot stop the others; use printf.",
	"asdouble":                               "The virtual adapter has no double-precision arithmetic.",
	"asfloat16":                              "The virtual adapter has no native 16-bit types; use f16tof32.",
	"asint16":                                "The virtual adapter has no native 16-bit types; use f32tof16.",
	"asuint16":                               "The virtual adapter has no native 16-bit types; use f32tof16.",
	"dot2add":                                "It needs shader model 6.4; write dot(a, b) + c.",
	"dot4add_i8packed":                       "It needs shader model 6.4; take the bytes apart with shift_right, and use dot.",
	"dot4add_u8packed":                       "It needs shader model 6.4; take the bytes apart with shift_right and and_bits, and use dot.",
	"errorf":                                 "Use printf.",
	"noise":                                  "It is for Direct3D 9; use a hash of the coordinates.",
	"pack_clamp_s8":                          "It needs shader model 6.6; clamp, and join the bytes with shift_left and or_bits.",
	"pack_clamp_u8":                          "It needs shader model 6.6; clamp, and join the bytes with shift_left and or_bits.",
	"pack_s8":                                "It needs shader model 6.6; join the bytes with shift_left, and_bits and or_bits.",
	"pack_u8":                                "It needs shader model 6.6; join the bytes with shift_left, and_bits and or_bits.",
	"unpack_s8s32":                           "It needs shader model 6.6; take the bytes apart with shift_left and shift_right of an int.",
	"unpack_u8u32":                           "It needs shader model 6.6; take the bytes apart with shift_right and and_bits.",
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

// Refused gives the reason why an intrinsic of HLSL is not one of kernels. ok is false for other names.
func Refused(name string) (reason string, ok bool) {
	if part := oldSample.FindStringSubmatch(name); part != nil {
		return "It is for Direct3D 9; write " + sampleInstead[part[2]] + ".", true
	}
	reason, ok = refused[name]
	return reason, ok
}
