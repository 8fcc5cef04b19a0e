package check

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// messageTests are the mistakes people make, with the code and the beginning of the message.
var messageTests = []struct{ body, want string }{
	{"out[0] = undefinedName", "GS0201: undefinedName is neither"},
	{"out[0] = cfg.width", "GS0202: a kernel cannot use a table (cfg)"},
	{"print(1)", "GS0202: a kernel cannot call"},
	{"out[0] = math.pi", "GS0202: a kernel cannot use math.pi"},
	{"out[0] = math.sin(1)", "GS0202: a kernel cannot call math.sin"},
	{"math.randomseed(1)", "GS0202: a kernel cannot call math.randomseed"},
	{"out[0] = string.len(1)", "GS0202: a kernel cannot call string.len"},
	{"table.insert(1, 2)", "GS0202: a kernel cannot call table.insert"},
	{"out[0] = rawlen(1)", "GS0201"},
	{"out[0] = next(1)", "GS0202: a kernel cannot call a function of the host (next)"},
	{"out[0] = \"a\"", "GS0206: a string is not a value"},
	{"out[0] = nil", "GS0203: a kernel has no nil"},
	{"out[0] = 1 .. 2", "GS0203: a kernel cannot join strings"},
	{"local t = {}", "GS0203: a kernel has no tables"},
	{"for k, v in pairs(data) do end", "GS0203: a kernel has no for … in"},
	{"goto a ::a::", "GS0203: a kernel has no"},
	{"x = 1", "GS0204: x is not declared"},
	{"W = 1", "GS0204: W belongs to the script"},
	{"function f() end", "GS0204"},
	{"local function f(x) return g(x) end local function g(x) return f(x) end out[0] = f(1)", "GS0201: g is neither"},
	{"local function f(...) return 1 end out[0] = f(1)", "GS0203"},
	{"local function f(x) return f end out[0] = f(1)", "GS0206"},
	{"local function f(x) return x end out[0] = f(f)", "GS0206: a function cannot be an argument"},
	{"local function f(x) return x end out[0] = f()", "GS0234: function f has 1 parameter, but gets 0 arguments"},
	{"local function f(x) if x > 1 then return 1 end end out[0] = f(2.0 * GroupIndex)", "GS0236: function f can end"},
	{"local function f(x) if x > 1 then return 1, 2 end return 1 end out[0] = f(GroupIndex)", "GS0236: function f returns 1 value here and 2 elsewhere"},
	{"local function f() end out[0] = f()", "GS0206: this call returns no value"},
	{"out[0] = float2(1, 2) * float3(1, 2, 3)", "GS0221: * does not work on float2 and float3"},
	{"out[0] = (sun.m * float3(1, 2, 3)).x", "GS0221: * does not work on float3x3 and float3"},
	{"out[0] = mul(float3(1, 2, 3), float2x2(1, 2, 3, 4)).x", "GS0221: mul does not work on float3 and float2x2: 3 columns meet 2 rows"},
	{"out[0] = sun.direction", "GS0222: float is expected for out, but this is float3"},
	{"counts[0] = 1.5", "GS0223: int is expected for counts, but this is the number 1.5"},
	{"counts[0] = data[0]", "GS0223: int is expected for counts, but this is float"},
	{"local n = int(3) n = n * 0.5 out[0] = n", "GS0223: int is expected for n, but this is float"},
	{"out[0] = GroupIndex < 2", "GS0224: float is expected"},
	{"out[0] = -(GroupIndex < 2)", "GS0224: bool cannot be an operand of -"},
	{"local b = GroupIndex < 2 b = 1 out[0] = b and 1 or 0", "GS0225: bool is expected for b"},
	{"if 1 then end", "GS0226: the condition of if must be bool, but this is the number 1"},
	{"if float2(1, 2) == float2(1, 2) then end", "GS0226: the condition of if is bool2"},
	{"out[0] = not 1", "GS0226"},
	{"counts[0] = 5000000000", "GS0227"},
	{"if GroupIndex > -1 then out[0] = 1 end", "GS0227: the number -1 is compared with a uint"},
	{"for i = 0, 3, 0 do end", "GS0227: the step"},
	{"out[0] = data[0] > 0 and data[1]", "GS0226: the right side of and must be bool, but this is float"},
	{"if data[0] > 0 and 1 then end", "GS0226: the right side of and must be bool, but this is the number 1"},
	{"out[0] = dot(int2x2(1, 2, 3, 4), int2x2(1, 2, 3, 4))", "GS0235: dot works on vectors"},
	{"for i = 0, 3000000000 do end", "GS0227: the counter of a for loop is an int, which is never as large as 3000000000"},
	{"for i = 0, 2147483647 do end", "GS0227: this for loop does not end: no int is beyond 2147483647 by its step of 1"},
	{"for i = 0, -2147483648, -1 do end", "GS0227: this for loop does not end"},
	{"out[0] = int(5) % 0", "GS0227: an integer is divided by 0"},
	{"out[0] = (uint2(5, 6) / 0).x", "GS0227: an integer is divided by 0"},
	{"if counts[0] < 3000000000 then end", "GS0227: the number 3000000000 is compared with an int, which is never as large"},
	{"out[0] = lerp(float2(1, 2), float3(1, 2, 3), 1).x", "GS0235: the arguments of lerp have no common type: float2, float3 and the number 1"},
	{"out[0] = sun.w[3]", "GS0227: index 3 is outside of float[3]"},
	{"out[0] = float4(float3(1, 2, 3), float2(1, 2)).x", "GS0228: float4 needs 4 components, but gets 5"},
	{"out[0] = sun.widht", "GS0231: sun has no field \"widht\""},
	{"out[0] = float2(1, 2).q", "GS0231: float2 has no field \"q\""},
	{"out[0] = data.x", "GS0231: a StructuredBuffer has no field"},
	{"out[0.5] = 1", "GS0232"},
	{"out[float2(1, 2)] = 1", "GS0232: the index of out must be int or uint, but this is float2"},
	{"img[GroupIndex] = 1", "GS0232: img, an RWTexture2D, has the index type int2, but this is uint"},
	{"out[0] = raw[0]", "GS0232: an RWByteAddressBuffer"},
	{"out[0] = raw:Load(1)", "GS0227: address 1 of raw is not a multiple of 4"},
	{"local at = 4 * 5 + 2 raw:Store3(at, uint3(1, 2, 3))", "GS0227: address 22 of raw is not a multiple of 4"},
	{"raw:InterlockedAdd(3, 1)", "GS0227: address 3 of raw is not a multiple of 4"},
	{"out[0] = W[0]", "GS0232"},
	{"sun.width = 1", "GS0233: sun cannot be written: it is a constant buffer"},
	{"tex[int2(0, 0)] = 1", "GS0233: tex cannot be written: it is a Texture2D, which is read-only"},
	{"img[int2(0, 0)].x = 1", "GS0233: a part of an element of img"},
	{"local v = float2(1, 2) v.xx = float2(1, 2)", "GS0233: a swizzle"},
	{"local v = float2(1, 2) float2(1, 2).x = 1", "GS0233"},
	{"local a, b = 1", "GS0234: 2 locals get only 1 value"},
	{"local a = 1, 2", "GS0234: 2 values for 1 local"},
	{"out[0] = sin()", "GS0234: sin takes 1 argument, but gets 0"},
	{"local s, c sincos(1, s, c) out[0] = s + c", "GS0234: sincos takes 1 argument, but gets 3"}, // and nothing of s and c
	{"local w, h cube:GetDimensions(w, h) out[0] = w + h", "GS0234: GetDimensions takes no arguments, but gets 2"},
	{"local w, h, n cube:GetDimensions(0, w, h, n) out[0] = w + h + n", "GS0234: GetDimensions takes 1 argument, but gets 4"},
	{"cube:GetDimensions(1, 2, 3)", "GS0234: GetDimensions takes at most 1 argument, but gets 3"},
	{"out[0] = countbits(1.5)", "GS0235: countbits works on int and uint"},
	{"out[0] = dot(float2(1, 2), float3(1, 2, 3))", "GS0235: the arguments of dot have no common type"},
	{"out[0] = tex:SampleLevel(1, float2(0, 0), 0).x", "GS0235: argument 1 of SampleLevel must be a SamplerState"},
	{"out[0] = data:Sample(smp, 0)", "GS0241: a StructuredBuffer has no method Sample"},
	{"out[0] = tables:Load(0)", "GS0241: tables is an array of StructuredBuffer"},
	{"out[0] = W:Load(0)", "GS0241"},
	{"out[0] = ddx(1.0)", "GS0242"},
	{"while GroupIndex > 3 do GroupMemoryBarrierWithGroupSync() end", "GS0246"},
	{"if GroupIndex > 3 then return end GroupMemoryBarrierWithGroupSync()", "GS0246: a barrier comes after a return or break that only some work items of a group reach"},
	{"if GroupIndex > 3 then out[0] = 1 else return end GroupMemoryBarrierWithGroupSync()", "GS0246: a barrier comes after"},
	{"if GroupIndex > 3 then GroupMemoryBarrierWithGroupSync() return end out[0] = 1", "GS0246: a barrier is under"},
	{"if GroupIndex == 0 then bins[0] = 1 end if bins[0] > 0 then GroupMemoryBarrierWithGroupSync() end", "GS0246: a barrier is under"}, // one may read it before another writes it
	{"GroupMemoryBarrierWithGroupSync() if bins[GroupIndex / 4] > 0 then GroupMemoryBarrierWithGroupSync() end", "GS0246: a barrier is under"},
	{"InterlockedAdd(out[0], 1)", "GS0247: InterlockedAdd works on int and uint, but this is float"},
	{"local n = int(1) n = n + 1 InterlockedAdd(n, 1)", "GS0247: argument 1"},
	{"printf(\"%q\", 1)", "GS0248"},
	{"printf(\"%d %d\", float3(1, 2, 3))", "GS0248: the format takes 2 components, but gets 3"},
	{"local a = Array(\"flot\", 2)", "GS0251: \"flot\" is not a type"},
	{"local a = Array(\"float\", GroupIndex)", "GS0235: the length of an Array"},
	{"local x out[0] = x", "GS0208"},
	{"out[0] = WaveReadLaneAt(GroupIndex, 4)", "GS0227: lane 4 of WaveReadLaneAt is outside of the wave: its lanes are 0 to 3"},
	{"out[0] = WaveReadLaneAt(GroupIndex, -1)", "GS0227: lane -1 of WaveReadLaneAt is outside"},
	{"local n = WaveGetLaneCount() out[0] = WaveReadLaneAt(GroupIndex, n)", "GS0227: lane 4 of WaveReadLaneAt"},
	{"out[0] = WaveReadLaneAt(GroupIndex, uint(5))", "GS0227: lane 5 of WaveReadLaneAt"},
	{"out[0] = weights[4]", "GS0227: index 4 is outside of weights: its elements are 1 to 3, as in Lua"},
	{"out[0] = weights[0]", "GS0227: index 0 is outside of weights"},
	{"out[0] = weights[1.5]", "GS0232: an index must be int or uint, but this is the number 1.5"},
	{"out[0] = offsets[1][1]", "GS0232: an element of offsets is a float2 here, whose components are numbered from 0, and a list of the script counts from 1"},
	{"out[0] = offsets[GroupIndex][1]", "GS0232: an element of offsets"},
	{"local p = offsets[2] out[0] = p[GroupIndex]", "GS0232: an element of offsets"},
	{"out[0] = float2(1, 2)[2]", "GS0227: index 2 is outside of float2: its elements are 0 to 1 Components are numbered from 0, as in HLSL."},
	{"printf(\"%5-d\", 1)", "GS0248: the format \"%5-d\" has a conversion that printf does not know"},
	{"printf(\"%100d\", 1)", "GS0248: the format \"%100d\" has a conversion that printf does not know"},
	{"printf(\"%.100f\", 1)", "GS0248: the format"},
	{"printf(\"%s\", 1)", "GS0248: the format"},
	{"printf(\"50%!\")", "GS0248: the format"},
	{"printf(\"50%\")", "GS0248: the format"},
	{"printf(\"%d\", data[0])", "GS0248: %d in place 1 of the format is for integers, but it gets a float"},
	{"printf(\"%d %g %x\", 1, 2.5, float2(1, 2).y)", "GS0248: %x in place 3"},
	{"out[0] = weights", "GS0206: a table of float is not a value of a kernel"},
	{"weights[GroupIndex] = 1", "GS0233: weights cannot be written: it is a table of the script"},
	{"out[0] = ragged[1].x", "GS0202: a kernel cannot use the table ragged: element 2 has 1 numbers, but element 1 has 2"},
	{"out[0] = huge[GroupIndex]", "GS0227: element 1 of table huge is 16777217, which a float cannot hold exactly"},
	{"out[0] = double(1)", "GS0201: double is not a type of a kernel The virtual adapter has no double-precision arithmetic"},
	{"out[0] = int64_t(1)", "GS0201: int64_t is not a type of a kernel The virtual adapter has no 64-bit integers"},
	{"local a = Array(\"double2\", 2)", "GS0251: \"double2\" is not a type of a kernel The virtual adapter has no double-precision arithmetic"},
	{"out[0] = QuadReadAcrossX(1.0)", "GS0242: QuadReadAcrossX is available in pixel shaders only"},
	{"discard()", "GS0214: discard belongs to pixel shaders"},
	{"clip(-1.0)", "GS0214: clip belongs to pixel shaders"},
	{"WaveMultiPrefixBitOr(1.5, uint4(1, 0, 0, 0))", "GS0235: argument 1 of WaveMultiPrefixBitOr cannot be float"},
	{"InterlockedCompareStoreFloatBitwise(counts[0], 1.0, 2.0)", "GS0247: InterlockedCompareStoreFloatBitwise works on float, but this is int"},
	{"InterlockedCompareStore(out[0], 1.0, 2.0)", "GS0247: InterlockedCompareStore works on int and uint, but this is float"},
	{"out[0] = dot4add_u8packed(1.5, 1, 1)", "GS0223: uint is expected for argument 1 of dot4add_u8packed"},
	{"out[0] = unpack_u8u16(1).x", "GS0201: kernels do not have HLSL's unpack_u8u16 The virtual adapter has no native 16-bit types"},
	{"ProcessQuadTessFactorsAvg(1)", "GS0201: kernels do not have HLSL's ProcessQuadTessFactorsAvg There are no hull shaders"},
	{"out[0] = tex2Dlod(tex, float4(0)).x", "GS0201: kernels do not have HLSL's tex2Dlod It is for Direct3D 9; write texture:SampleLevel(sampler, location, level)."},
	{"out[0] = texCUBE(tex, float3(0)).x", "GS0201: kernels do not have HLSL's texCUBE It is for Direct3D 9; write texture:Sample(sampler, location)"},
	{"out[0] = tex4D(tex, float3(0)).x", "GS0201: tex4D is neither a local"},
	{"out[0] = dst(float2(1, 2), float4(1)).x", "GS0221: float4 is expected for argument 1 of dst, but this is float2"},
	{"out[0] = lit(float2(1, 2), 1, 1).x", "GS0222: float is expected for argument 1 of lit, but this is float2"},
	{"out[0] = msad4(1.5, uint2(0), uint4(0)).x", "GS0223: uint is expected for argument 1 of msad4"},
	{"out[0] = NonUniformResourceIndex(1.5)", "GS0235: argument 1 of NonUniformResourceIndex must be int or uint"},
	{"local a = Array(\"float\", 3, GroupIndex)", "GS0235: the length of an Array"},
	{"local a = Array(\"float\", 1024, 1024)", "GS0215: with this Array the kernel has 4194304 bytes"},
	{"local a = Array(\"float\", 3, 3) out[0] = a[0]", "GS0221: float is expected for out, but this is float[3]"},
	{"out[0] = sinn(1)", "GS0201: sinn is neither"},
	{"out[0] = queue[0].id", "GS0232: an AppendStructuredBuffer cannot be indexed"},
	{"out[0] = stack[0]", "GS0232: a ConsumeStructuredBuffer cannot be indexed"},
	{"queue:Append { pos = float2(1, 2) }", "GS0228: field \"id\" is missing for an element of queue"},
	{"queue:Append { pos = float2(1, 2), ip = 3 }", "GS0231: struct { float2 pos; uint id; } has no field \"ip\""},
	{"queue:Append { 1, 2 }", "GS0231: an entry of this table has no name"},
	{"queue:Append { pos = 1.0, id = 0.5 }", "GS0223: uint is expected for field id, but this is the number 0.5"},
	{"queue:Append(1)", "GS0221: struct { float2 pos; uint id; } is expected for an element of queue, but this is the number 1"},
	{"particles[0] = { mass = 1, pos = 2, alive = true, m = 3, w = { 1, 2 } }", "GS0228: float[4] needs 4 elements for field w, but gets 2"},
	{"out[0] = { 1 }", "GS0203: float is expected for out, but this is a table"},
	{"local t = { x = 1 }", "GS0203: a kernel has no tables"},
	{"out[0] = twice({ 1 })", "GS0206: a table cannot be an argument"},
	{"out[0] = smp:SampleLevel(tex, float2(0), 0).x", "GS0241: a SamplerState has no method SampleLevel"},
	{"stack:Append(1)", "GS0241: a ConsumeStructuredBuffer has no method Append"},
	{"out[0] = data:IncrementCounter()", "GS0241: a StructuredBuffer has no method IncrementCounter"},
	{"out[0] = tex:SampleCmpLevelZero(smp, float2(0, 0), 1)", "GS0235: argument 1 of SampleCmpLevelZero must be a SamplerComparisonState, but this is a SamplerState"},
	{"out[0] = tex:SampleLevel(shadow, float2(0, 0), 1).x", "GS0235: argument 1 of SampleLevel must be a SamplerState, but this is a SamplerComparisonState"},
	{"out[0] = tex:SampleLevel(smp, float2(0, 0), 0, int2(GroupIndex, 0)).x", "GS0235: the offset of SampleLevel must be constant, from -8 to 7 in each dimension"},
	{"out[0] = tex:SampleLevel(smp, float2(0, 0), 0, int2(8, 0)).x", "GS0235: the offset"},
	{"out[0] = tex:Load(int3(0, 0, 0), int2(0, -9)).x", "GS0235: the offset of Load"},
	{"out[0] = cube:SampleLevel(smp, float3(1, 0, 0), 0, int2(1, 1)).x", "GS0234: SampleLevel takes 3 arguments, but gets 4"},
	{"out[0] = cube:Load(int3(0, 0, 0)).x", "GS0241: a TextureCube has no method Load"},
	{"out[0] = volume:Gather(smp, float3(0, 0, 0)).x", "GS0241: a Texture3D has no method Gather"},
	{"out[0] = itex:SampleLevel(smp, float2(0, 0), 0).x", "GS0235: elements of type uint4 cannot be filtered"},
	{"out[0] = tex:Sample(smp, float2(0, 0)).x", "GS0242: Sample chooses the mip level by derivatives"},
	{"out[0] = tex:SampleBias(smp, float2(0, 0), 1).x", "GS0242: SampleBias chooses"},
	{"out[0] = tex:CalculateLevelOfDetail(smp, float2(0, 0))", "GS0242"},
	{"out[0] = smp:Load(0)", "GS0241"},
	{"out[0] = sun.m._m03", "GS0231: float3x3 has no field \"_m03\""},
	{"out[0] = sun.m._00", "GS0231: float3x3 has no field"},
	{"out[0] = sun.m._m00_11", "GS0231: float3x3 has no field"},
	{"local m = float2x2(1, 2, 3, 4) m._m00_m00 = float2(1, 2)", "GS0233: a swizzle"},
	{"out[0] = inverse(float2x3(1, 2, 3, 4, 5, 6))._m00", "GS0235: inverse works on square matrices, but this is float2x3"},
	{"out[0] = inverse(float3(1, 2, 3)).x", "GS0235: argument 1 of inverse must be a matrix, but this is float3"},
	{"out[0] = sincos(float2x2(1, 2, 3, 4))._m00", "GS0235: sincos works on vectors"},
	{"out[0] = sincos(true)", "GS0224"},
	{"InterlockedAdd(img[int2(0, 0)], 1)", "GS0247"},
	{"InterlockedAdd(weights[1], 1)", "GS0247: argument 1"},
	{"InterlockedAdd(sun.width, 1)", "GS0233: sun cannot be written"},
	{"out[0] = WaveActiveSum(true)", "GS0235: argument 1 of WaveActiveSum cannot be bool"},
	{"out[0] = WaveActiveBitAnd(1.0)", "GS0235: argument 1 of WaveActiveBitAnd cannot be float"},
	{"out[0] = WaveActiveAllTrue(1) and 1 or 0", "GS0226"},
}

// TestMessages shows the mistakes people make: each is refused with the words of the rule and a way out.
func TestMessages(t *testing.T) {
	for _, tt := range messageTests {
		t.Run(tt.body, func(t *testing.T) {
			s, k, diags := compile(t, kernel(tt.body), nil)
			require.Nil(t, k)
			require.NotEmpty(t, diags)
			require.Contains(t, strings.Join(texts(diags), "\n"), tt.want)
			for _, d := range diags {
				for _, l := range d.Labels {
					require.NotZero(t, s.lines[l.Site], "%s: %s", d.Title, l.Text)
				}
			}
		})
	}
}

// TestLabels: the place of a mistake says what is there, and the other place what it wants or where that was said.
func TestLabels(t *testing.T) {
	tests := []struct{ body, primary, other string }{
		{"out[0] = sun.direction", "this is float3", "out is float"},
		{"counts[0] = 1.5", "this is the number 1.5", "counts is int"},
		{"local n = int(3) n = data[0]", "this is float", "n is int"},
		{"out[0] = dot(cfg, 1)", "this is a table (cfg)", ""},
		{"if data[0] then end", "this is float", ""},
		{"tex[int2(0, 0)] = 1", "this is float4", "declared here"},
		{"out[0] = sin(tex)", "this is a Texture2D", ""},
		{"local v = float3(1, 2, 3) out[0] = v.xw.x", "", "declared here as float3"},
		{"out[0] = tex:SampleLevel(shadow, float2(0, 0), 0).x", "this is a SamplerComparisonState", "declared here"},
		{"local function f() end out[0] = f()", "this gives nothing", ""},
		{"out[0] = float2(1, 2) * float3(1, 2, 3)", "", "float3"},
		{"img[int2(0, 0)] = tex[int2(0, 0)].xyz", "this is float3", "declared here"},
		{"local v = tex[int2(0, 0)].xyz img[int2(0, 0)] = v", "this is float3", "declared here as float3"},
		{"if GroupIndex > 3 then return end GroupMemoryBarrierWithGroupSync()", "", "the others would wait here"},
		{"local function f(v) return countbits(v) end out[0] = f(1.5)", "this is the number 1.5", "in function f, called here"},
	}
	for _, tt := range tests {
		t.Run(tt.body, func(t *testing.T) {
			_, _, diags := compile(t, kernel(tt.body), nil)
			require.NotEmpty(t, diags)
			labels := diags[0].Labels
			require.Equal(t, tt.primary, labels[0].Text)
			if tt.other == "" {
				return
			}
			var others []string
			for _, l := range labels[1:] {
				others = append(others, l.Text)
			}
			require.Contains(t, others, tt.other)
		})
	}
}

// TestHelps: what a help says, and that doing it repairs the kernel.
func TestHelps(t *testing.T) {
	for _, tt := range []struct{ body, want, repaired string }{
		{"out[0] = offsets[1][2]", "write .y for number 2 of the list", "out[0] = offsets[1].y"},
		{"out[0] = offsets[1][GroupIndex + 1]", "take it as a vector: float2(…)[i - 1] is number i of the list", "out[0] = float2(offsets[1])[GroupIndex]"},
		{"local order = { 0, 1, 2 } out[0] = order[1]", "write order = { … } outside of the kernel, which then captures it as a constant array, numbered from 1", "out[0] = weights[1]"},
		{"printf(\"%4d and %u\", data[0], 1)", "write %g, or int(…) around the value", "printf(\"%4g and %u\", data[0], 1) printf(\"%d\", int(data[0]))"},
		{"if GroupIndex > 3 then return end GroupMemoryBarrierWithGroupSync() out[0] = 1", "put the work that only some do under the opposite condition, if … then … end, and let all reach the barrier",
			"GroupMemoryBarrierWithGroupSync() if GroupIndex <= 3 then out[0] = 1 end"},
		{"img[int2(0, 0)] = tex[int2(0, 0)].xyz", "give the missing components a value: float4(…, 0)", "img[int2(0, 0)] = float4(tex[int2(0, 0)].xyz, 0)"},
		{"if GroupIndex > 1 and tex[int2(0, 0)] then out[0] = 1 end", "compare it: any(… ~= 0) is true where some component is not 0, all(… ~= 0) where none is; a choice has a value for both cases: … and … or …",
			"if GroupIndex > 1 and any(tex[int2(0, 0)] ~= 0) then out[0] = 1 end"},
		{"out[0] = tex:Load(int2(0, 0)).x", "the mip level comes last: write int3(…, 0) around it", "out[0] = tex:Load(int3(int2(0, 0), 0)).x"},
		{"out[0] = tex[GroupIndex].x", "give all coordinates: tex[int2(x, y)]", "out[0] = tex[int2(GroupIndex, 0)].x"},
		{"out[0] = mul(float4x4(1), float3(1, 2, 3)).x", "write float4(v, 1) for a position, and float4(v, 0) for a direction", "out[0] = mul(float4x4(1), float4(float3(1, 2, 3), 1)).x"},
		{"out[0] = mul(float3(1, 2, 3), float4x4(1)).x", "write float4(v, 1) for a position, and float4(v, 0) for a direction", "out[0] = mul(float4(float3(1, 2, 3), 0), float4x4(1)).x"},
		{"out[0] = dot(sun.direction, float2(1, 2))", "choose the components of the longer one: add .xy", "out[0] = dot(sun.direction.xy, float2(1, 2))"},
		{"out[0] = atan(1, 2)", "HLSL and kernels call it atan2", "out[0] = atan2(1, 2)"},
		{"local k = float[3]", "an array of a work item is Array(\"float\", 8), a constant one is a list that the script declares", "local k = Array(\"float\", 3)"},
		{"local p = { pos = float2(1, 2), id = 3 } queue:Append(p)", "a struct is a local of a declared one, local p = Array(Star, 1)[0], whose fields are assigned: p.mass = …",
			"queue:Append { pos = float2(1, 2), id = 3 }"},
		{"local function f(x, result) result = x * 2 end local r = 0.0 f(data[0], r) out[0] = r", "return it: return result, and call it with r = f(…)",
			"local function f(x) return x * 2 end local r = 0.0 r = f(data[0]) out[0] = r"},
		{"raw:Store(4, 1.5)", "write asuint(…) around it: raw memory holds the bits of numbers", "raw:Store(4, asuint(1.5))"},
		{"raw:Store2(8, tex[int2(0, 0)].xy)", "write asuint(…) around it: raw memory holds the bits of numbers", "raw:Store2(8, asuint(tex[int2(0, 0)].xy))"},
		{"raw[0] = 1", "words are read with :Load(address) and written with :Store(address, value); addresses are bytes", "raw:Store(0, 1)"},
		{"counts[0] = bit32.band(GroupIndex, 1)", "Lua's functions for bits are the intrinsics and_bits, or_bits, xor_bits, not_bits, shift_left and shift_right here",
			"counts[0] = and_bits(GroupIndex, 1)"},
		{"out[0] = weights[0]", "the first one is 1", "out[0] = weights[1]"},
		{"out[0] = weights[100000000000000000000]", "the last one is 3", "out[0] = weights[3]"},
		{"out[0] = weights[4]", "the last one is 3", "out[0] = weights[3]"},
		{"local a = Array(\"float\", 3) out[0] = a[-1]", "the first one is 0", "local a = Array(\"float\", 3) out[0] = a[0]"},
		{"local a = Array(\"float\", 3) out[0] = a[3]", "the last one is 2", "local a = Array(\"float\", 3) out[0] = a[2]"},
		{"out[0] = WaveReadLaneAt(GroupIndex, -1)", "the first one is 0", "out[0] = WaveReadLaneAt(GroupIndex, 0)"},
		{"local a = Array(float3, 2)", "write \"float3\"", "local a = Array(\"float3\", 2)"},
	} {
		_, k, diags := compile(t, kernel(tt.body), nil)
		require.Nil(t, k, tt.body)
		require.Equal(t, tt.want, diags[0].Help[0].Text, tt.body)
		_, k, diags = compile(t, kernel(tt.repaired), nil)
		require.NotNil(t, k, "%s: %v", tt.repaired, texts(diags))
	}
	for body, register := range map[string]string{"data[0] = 1": "u0", "data[0] = out[0]": "u1", "tex[int2(0, 0)] = img[int2(0, 0)]": "u6"} {
		_, _, diags := compile(t, kernel(body), nil)
		require.Contains(t, diags[0].Help[0].Fix.Text, strconv.Quote(register), body)
	}
}

// TestPowerForExclusiveOr: an integer that is made a power of may be meant to be an exclusive or, a float may not.
func TestPowerForExclusiveOr(t *testing.T) {
	for body, helps := range map[string]int{"counts[0] = GroupIndex ^ 5": 2, "counts[0] = GroupIndex ^ GroupIndex": 2, "counts[0] = data[0] ^ 2": 1} {
		_, _, diags := compile(t, kernel(body), nil)
		require.Len(t, diags[0].Help, helps, body)
		require.Equal(t, helps == 2, strings.Contains(diags[0].Help[helps-1].Text, "xor_bits(a, b)"), body)
	}
	_, k, diags := compile(t, kernel("counts[0] = xor_bits(GroupIndex, 5)"), nil)
	require.NotNil(t, k, "%v", texts(diags))
}

// TestCallsEndTheirLabel: a mistake after a call is not in the function that was called.
func TestCallsEndTheirLabel(t *testing.T) {
	_, _, diags := compile(t, kernel("local a = twice(GroupIndex) out[0] = offsets[1][1]"), nil)
	for _, l := range diags[0].Labels {
		require.NotContains(t, l.Text, "called here")
	}
}

// TestOneMistakeOneMessage: what follows from a value that was refused is not reported.
func TestOneMistakeOneMessage(t *testing.T) {
	_, _, diags := compile(t, kernel("local function corner(k) local order = { 0, 1, 2 } local n = order[k % 3 + 1] return float(n) end out[0] = corner(GroupIndex)"), nil)
	require.Len(t, diags, 1, "%v", texts(diags))
	_, _, diags = compile(t, kernel("local function corner(k) local order = { 0, 1, 2 } if k > 1 then return order[1] end return order[2] end out[0] = corner(GroupIndex)"), nil)
	require.Len(t, diags, 1, "%v", texts(diags))
	_, _, diags = compile(t, kernel("out[0] = huge[GroupIndex] out[1] = huge[GroupIndex + 1]"), nil)
	require.Len(t, diags, 1, "%v", texts(diags))
}

// TestNearestName: of candidates that are equally far, the one that begins like the mistake is offered.
func TestNearestName(t *testing.T) {
	for body, want := range map[string]string{"out[0] = sinn(1)": "did you mean sin?", "out[0] = satturate(1)": "did you mean saturate?", "out[0] = tex:SampelLevel(smp, float2(0, 0), 0)": "did you mean SampleLevel?",
		"out[0] = sun.widht": "did you mean width?", "local v = flaot3(1, 2, 3)": "did you mean float3?"} {
		_, _, diags := compile(t, kernel(body), nil)
		require.Equal(t, want, diags[0].Help[0].Text, body)
	}
}

// adviceTests are kernels with a division that somebody may read otherwise, because of a local, and others without one.
var adviceTests = []struct{ name, body, local string }{
	{"a later assignment", "local x = 7 out[0] = x / 2 x = x + 1 out[1] = x", "x"},
	{"the local itself", "local x = 5 x = x / 2 out[0] = x", "x"},
	{"a quotient of its sum", "local x = 7 x = x + 1 out[0] = (x + 2 * x) / 7", "x"},
	{"of two of them", "local x, y = 7, 2 x = x + 1 y = y + 1 out[0] = x / y", "x"},
	{"below the line", "local x = 7 x = x + 1 out[0] = 100 / x", "x"},
	{"a local of a local", "local x = 7 x = x + 2 local y = x / 2 out[0] = y", "x"},
	{"not known in a loop", "local w = 128 while w > 0 do out[w] = 1 w = w / 2 end", "w"},
	{"exact", "local x = 7 x = x + 1 out[0] = x / 2", ""},
	{"by one", "local w = 8 while w > 0 do w = w - 1 out[0] = w / 1 end", ""},
	{"never assigned again: the quotient is 3.5", "local x = 7 out[0] = x / 2", ""},
	{"said to be an int", "local x = int(7) x = x + 1 out[0] = x / 3", ""},
	{"an int was assigned", "local x = 7 out[0] = x / 2 x = counts[0] out[1] = x", ""},
	{"a float was assigned", "local x = 7 out[0] = x / 2 x = x + 0.5 out[1] = x", ""},
	{"by an int", "local x = 7 x = x + 1 out[0] = x / counts[0]", ""},
	{"by a float", "local x = 7 x = x + 1 out[0] = x / 3.0", ""},
	{"a counter", "for i = 0, 7 do out[i] = i / 2 end", ""},
	{"called a float", "local x = 7 x = x + 1 out[0] = float(x) / 3", ""},
	{"a remainder", "local x = 7 x = x + 2 out[0] = x % 2", ""},
}

func TestAdvice(t *testing.T) {
	for _, c := range adviceTests {
		s, err := readScript(kernel(c.body))
		require.NoError(t, err)
		_, face, problems := LowerStage(*s.input, nil)
		require.Empty(t, problems, c.name)
		if c.local == "" {
			require.Empty(t, face.Advice, c.name)
			continue
		}
		require.Len(t, face.Advice, 1, c.name)
		d := face.Advice[0]
		require.Equal(t, diag.BareDivision, d.Code, c.name)
		require.Equal(t, diag.SeverityAdvice, d.Severity, c.name)
		require.Contains(t, d.Title, "because "+c.local+" is an int", c.name)
	}
}

// A parameter that a function only assigns to is HLSL's out parameter, unless the value is used, or an array takes it.
func TestLostParameters(t *testing.T) {
	const lost = "GS0236: function f assigns to its parameter r, and nobody sees that"
	for body, want := range map[string]string{
		"local function f(r) r = 2 end local a = 0.0 f(a) out[0] = a":                                        lost,
		"local function f(x, r) if x > 1 then r = x else r = 0.0 end end local a = 0.0 f(1.0, a) out[0] = a": lost,
		"local function f(r) r = r * 2 end local a = 1.0 f(a) f(a) out[0] = a":                               lost,
		"local function f(r) r = r * 2 out[1] = r end local a = 1.0 f(a) out[0] = a":                         "",
		"local function g() return 1.0, 2.0 end local function f(x, r) r = x * 2 end f(g())":                 "",
		"local function f(r) r = r * 2 end f(1.0)":                                                           "",
		"local function f(r) r = r * 2 return r end local a = 1.0 a = f(a) out[0] = a":                       "",
		"local function f(r) r[0] = 2 end local a = Array(\"float\", 1) f(a) out[0] = a[0]":                  "",
		"local function f(r) while r > 1 do out[1] = r r = r / 2 end end local a = 8.0 f(a)":                 "",
		"local function f(r) local function g() out[1] = r end r = 2.0 g() end local a = 1.0 f(a)":           "",
		"local function f(r) local r = 2 end local a = 1.0 f(a)":                                             "",
	} {
		_, k, diags := compile(t, kernel(body), nil)
		require.Equal(t, want == "", k != nil, "%s: %v", body, texts(diags))
		if want != "" {
			require.Len(t, diags, 1, body)
			require.Contains(t, texts(diags)[0], want)
		}
	}
}
