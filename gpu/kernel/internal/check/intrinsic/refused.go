package intrinsic

// refused are intrinsics of HLSL that compute kernels do not have, with the reason and what to use instead.
var refused = map[string]string{
	"D3DCOLORtoUBYTE4":                       "It is for Direct3D 9; write asuint or uint4(color * 255).",
	"EvaluateAttributeAtCentroid":            "It is called EvaluateAttributeCentroid.",
	"InterlockedCompareExchangeFloatBitwise": "Store the bits of the float in a uint: InterlockedCompareExchange with asuint.",
	"InterlockedCompareStoreFloatBitwise":    "Store the bits of the float in a uint: InterlockedCompareStore with asuint.",
	"WaveMatch":                              "It needs shader model 6.5; compare with WaveReadLaneFirst in a loop.",
	"WaveMultiPrefixBitAnd":                  "It needs shader model 6.5; use the WavePrefix operations.",
	"WaveMultiPrefixBitOr":                   "It needs shader model 6.5; use the WavePrefix operations.",
	"WaveMultiPrefixBitXor":                  "It needs shader model 6.5; use the WavePrefix operations.",
	"WaveMultiPrefixCountBits":               "It needs shader model 6.5; use WavePrefixCountBits.",
	"WaveMultiPrefixProduct":                 "It needs shader model 6.5; use WavePrefixProduct.",
	"WaveMultiPrefixSum":                     "It needs shader model 6.5; use WavePrefixSum.",
	"abort":                                  "A kernel cannot stop the others; use printf.",
	"asdouble":                               "The virtual adapter has no double-precision arithmetic.",
	"dst":                                    "It is for Direct3D 9; write float4(1, a.y * b.y, a.z, b.w).",
	"errorf":                                 "Use printf.",
	"faceforward":                            "Write dot(i, ng) < 0 and n or -n.",
	"lit":                                    "It is for Direct3D 9; write the lighting with max, dot and pow.",
	"msad4":                                  "It is not in this version; add the differences of the bytes.",
	"noise":                                  "It is for Direct3D 9; use a hash of the coordinates.",
	"tex1D":                                  "It is for Direct3D 9; write texture:SampleLevel(sampler, location, 0).",
	"tex2D":                                  "It is for Direct3D 9; write texture:SampleLevel(sampler, location, 0).",
	"tex2Dlod":                               "It is for Direct3D 9; write texture:SampleLevel(sampler, location, level).",
	"tex3D":                                  "It is for Direct3D 9; write texture:SampleLevel(sampler, location, 0).",
	"texCUBE":                                "It is for Direct3D 9; write texture:SampleLevel(sampler, direction, 0).",
}

// Refused gives the reason why an intrinsic of HLSL is not one of kernels. ok is false for other names.
func Refused(name string) (reason string, ok bool) {
	reason, ok = refused[name]
	return reason, ok
}
