---@meta _

-- What shaders call: HLSL's intrinsics. Outside of shaders these names do not exist.

---memory is always ordered here, so this does nothing
---
---`AllMemoryBarrier()`
---@return any
function AllMemoryBarrier() end

---waits for all work items of the group
---
---`AllMemoryBarrierWithGroupSync()`
---@return any
function AllMemoryBarrierWithGroupSync() end

---an array of the work item, zeros, passed by reference; Array(Node, n) of a struct, Array("float", 3, 4) for float a[3][4]
---
---`Array("float", n)`
---@return any
function Array(...) end

---int4(c.zyxw * 255.001953), the bytes of a BGRA colour
---
---`D3DCOLORtoUBYTE4(c)`
---@return any
function D3DCOLORtoUBYTE4(...) end

---memory is always ordered here, so this does nothing
---
---`DeviceMemoryBarrier()`
---@return any
function DeviceMemoryBarrier() end

---waits for all work items of the group
---
---`DeviceMemoryBarrierWithGroupSync()`
---@return any
function DeviceMemoryBarrierWithGroupSync() end

---the input of the pixel shader at the place of a sample
---
---`EvaluateAttributeAtSample(input, sample)`
---@return any
function EvaluateAttributeAtSample(...) end

---the input at the centroid: the centre of a pixel that is covered as a whole, else its first covered sample
---
---`EvaluateAttributeCentroid(input)`
---@return any
function EvaluateAttributeCentroid(...) end

---the input xy sixteenths of a pixel away from the centre, from -8 to 7
---
---`EvaluateAttributeSnapped(input, xy)`
---@return any
function EvaluateAttributeSnapped(...) end

---samples of a pixel of the targets
---
---`GetRenderTargetSampleCount()`
---@return any
function GetRenderTargetSampleCount() end

---where a sample of the targets is, in pixels from the centre
---
---`GetRenderTargetSamplePosition(sample)`
---@return any
function GetRenderTargetSamplePosition(...) end

---memory is always ordered here, so this does nothing
---
---`GroupMemoryBarrier()`
---@return any
function GroupMemoryBarrier() end

---waits for all work items of the group
---
---`GroupMemoryBarrierWithGroupSync()`
---@return any
function GroupMemoryBarrierWithGroupSync() end

---adds v; gives the value before
---
---`InterlockedAdd(element, v)`
---@return any
function InterlockedAdd(...) end

---keeps the bits of v; gives the value before
---
---`InterlockedAnd(element, v)`
---@return any
function InterlockedAnd(...) end

---stores v where the element equals compare; gives the value before
---
---`InterlockedCompareExchange(element, compare, v)`
---@return any
function InterlockedCompareExchange(...) end

---the same of floats, whose bits are compared: 0 and -0 are two numbers
---
---`InterlockedCompareExchangeFloatBitwise(element, compare, v)`
---@return any
function InterlockedCompareExchangeFloatBitwise(...) end

---stores v where the element equals compare
---
---`InterlockedCompareStore(element, compare, v)`
---@return any
function InterlockedCompareStore(...) end

---stores the float v where the element has the same bits as compare
---
---`InterlockedCompareStoreFloatBitwise(element, compare, v)`
---@return any
function InterlockedCompareStoreFloatBitwise(...) end

---stores v, also a float; gives the value before
---
---`InterlockedExchange(element, v)`
---@return any
function InterlockedExchange(...) end

---keeps the larger one; gives the value before
---
---`InterlockedMax(element, v)`
---@return any
function InterlockedMax(...) end

---keeps the smaller one; gives the value before
---
---`InterlockedMin(element, v)`
---@return any
function InterlockedMin(...) end

---adds the bits of v; gives the value before
---
---`InterlockedOr(element, v)`
---@return any
function InterlockedOr(...) end

---flips the bits of v; gives the value before
---
---`InterlockedXor(element, v)`
---@return any
function InterlockedXor(...) end

---true in a pixel shader where the work item is not a pixel of the primitive, or has discarded its pixel; false in other shaders
---
---`IsHelperLane()`
---@return any
function IsHelperLane() end

---i, as an index of an array of resources that may differ between the work items of a group; pixel and vertex shaders need none
---
---`NonUniformResourceIndex(i)`
---@return any
function NonUniformResourceIndex(...) end

---true where b is true in all pixels of the quad
---
---`QuadAll(b)`
---@return any
function QuadAll(...) end

---true where b is true in some pixel of the quad
---
---`QuadAny(b)`
---@return any
function QuadAny(...) end

---x of the pixel at the other corner of the quad
---
---`QuadReadAcrossDiagonal(x)`
---@return any
function QuadReadAcrossDiagonal(...) end

---x of the other pixel of the row
---
---`QuadReadAcrossX(x)`
---@return any
function QuadReadAcrossX(...) end

---x of the other pixel of the column
---
---`QuadReadAcrossY(x)`
---@return any
function QuadReadAcrossY(...) end

---x of the quad's pixel 0 (top left), 1 (top right), 2 or 3; the lane is constant
---
---`QuadReadLaneAt(x, lane)`
---@return any
function QuadReadLaneAt(...) end

---true where x is the same in all active lanes, component by component
---
---`WaveActiveAllEqual(x)`
---@return any
function WaveActiveAllEqual(...) end

---true where b is true in all active lanes
---
---`WaveActiveAllTrue(b)`
---@return any
function WaveActiveAllTrue(...) end

---true where b is true in some active lane
---
---`WaveActiveAnyTrue(b)`
---@return any
function WaveActiveAnyTrue(...) end

---uint4 whose bit n is set where b is true in lane n
---
---`WaveActiveBallot(b)`
---@return any
function WaveActiveBallot(...) end

---bits that all active lanes have
---
---`WaveActiveBitAnd(x)`
---@return any
function WaveActiveBitAnd(...) end

---bits that some active lane has
---
---`WaveActiveBitOr(x)`
---@return any
function WaveActiveBitOr(...) end

---bits that an odd number of active lanes have
---
---`WaveActiveBitXor(x)`
---@return any
function WaveActiveBitXor(...) end

---number of active lanes where b is true
---
---`WaveActiveCountBits(b)`
---@return any
function WaveActiveCountBits(...) end

---largest value of the active lanes
---
---`WaveActiveMax(x)`
---@return any
function WaveActiveMax(...) end

---smallest value of the active lanes
---
---`WaveActiveMin(x)`
---@return any
function WaveActiveMin(...) end

---product over the active lanes, in lane order
---
---`WaveActiveProduct(x)`
---@return any
function WaveActiveProduct(...) end

---sum over the active lanes, in lane order
---
---`WaveActiveSum(x)`
---@return any
function WaveActiveSum(...) end

---lanes of a wave: 4
---
---`WaveGetLaneCount()`
---@return any
function WaveGetLaneCount() end

---this lane, GroupIndex modulo WaveGetLaneCount
---
---`WaveGetLaneIndex()`
---@return any
function WaveGetLaneIndex() end

---true in the first active lane
---
---`WaveIsFirstLane()`
---@return any
function WaveIsFirstLane() end

---uint4 whose bit n is set where lane n is active and its x has the same bits as here, in all components
---
---`WaveMatch(x)`
---@return any
function WaveMatch(...) end

---bits that all of the active lanes before this one have whose bit is set in the uint4, as WaveMatch gives it; all ones for none
---
---`WaveMultiPrefixBitAnd(x, mask)`
---@return any
function WaveMultiPrefixBitAnd(...) end

---bits that some of these lanes have
---
---`WaveMultiPrefixBitOr(x, mask)`
---@return any
function WaveMultiPrefixBitOr(...) end

---bits that an odd number of these lanes have
---
---`WaveMultiPrefixBitXor(x, mask)`
---@return any
function WaveMultiPrefixBitXor(...) end

---number of these lanes where b is true
---
---`WaveMultiPrefixCountBits(b, mask)`
---@return any
function WaveMultiPrefixCountBits(...) end

---product over these lanes, in lane order; 1 for none
---
---`WaveMultiPrefixProduct(x, mask)`
---@return any
function WaveMultiPrefixProduct(...) end

---sum over these lanes, in lane order; 0 for none
---
---`WaveMultiPrefixSum(x, mask)`
---@return any
function WaveMultiPrefixSum(...) end

---number of active lanes before this one where b is true
---
---`WavePrefixCountBits(b)`
---@return any
function WavePrefixCountBits(...) end

---product over the active lanes before this one
---
---`WavePrefixProduct(x)`
---@return any
function WavePrefixProduct(...) end

---sum over the active lanes before this one
---
---`WavePrefixSum(x)`
---@return any
function WavePrefixSum(...) end

---x of that lane
---
---`WaveReadLaneAt(x, lane)`
---@return any
function WaveReadLaneAt(...) end

---x of the first active lane
---
---`WaveReadLaneFirst(x)`
---@return any
function WaveReadLaneFirst(...) end

---the magnitude
---
---`abs(x)`
---@return any
function abs(...) end

---arccosine, radians
---
---`acos(x)`
---@return any
function acos(...) end

---every component is true, or not 0
---
---`all(x)`
---@return any
function all(...) end

---HLSL's a & b
---
---`and_bits(a, b)`
---@return any
function and_bits(...) end

---some component is true, or not 0
---
---`any(x)`
---@return any
function any(...) end

---the bits of x as float
---
---`asfloat(x)`
---@return any
function asfloat(...) end

---arcsine, radians
---
---`asin(x)`
---@return any
function asin(...) end

---the bits of x as int
---
---`asint(x)`
---@return any
function asint(...) end

---the bits of x as uint
---
---`asuint(x)`
---@return any
function asuint(...) end

---arctangent, radians
---
---`atan(x)`
---@return any
function atan(...) end

---angle of the point (x, y), radians
---
---`atan2(y, x)`
---@return any
function atan2(...) end

---smallest whole number not below x
---
---`ceil(x)`
---@return any
function ceil(...) end

---x between low and high
---
---`clamp(x, low, high)`
---@return any
function clamp(...) end

---discards the pixel where a component of x is below 0
---
---`clip(x)`
---@return any
function clip(...) end

---cosine of radians; the error grows where |x| is above 8192
---
---`cos(x)`
---@return any
function cos(...) end

---hyperbolic cosine
---
---`cosh(x)`
---@return any
function cosh(...) end

---number of ones
---
---`countbits(x)`
---@return any
function countbits(...) end

---cross product of two float3
---
---`cross(a, b)`
---@return any
function cross(...) end

---change of x to the right, the same for the quad: ddx_coarse
---
---`ddx(x)`
---@return any
function ddx(...) end

---change of x to the right in the upper row
---
---`ddx_coarse(x)`
---@return any
function ddx_coarse(...) end

---change of x to the right in the pixel's row
---
---`ddx_fine(x)`
---@return any
function ddx_fine(...) end

---change of x downward, the same for the quad: ddy_coarse
---
---`ddy(x)`
---@return any
function ddy(...) end

---change of x downward in the left column
---
---`ddy_coarse(x)`
---@return any
function ddy_coarse(...) end

---change of x downward in the pixel's column
---
---`ddy_fine(x)`
---@return any
function ddy_fine(...) end

---radians to degrees
---
---`degrees(x)`
---@return any
function degrees(...) end

---of a square matrix
---
---`determinant(m)`
---@return any
function determinant(...) end

---the pixel is not written; what follows runs on for its neighbours' derivatives, without effect on resources
---
---`discard()`
---@return any
function discard() end

---length(b - a)
---
---`distance(a, b)`
---@return any
function distance(...) end

---sum of the products of the components
---
---`dot(a, b)`
---@return any
function dot(...) end

---a.x * b.x + a.y * b.y + c of float2 and a float, in this order
---
---`dot2add(a, b, c)`
---@return any
function dot2add(...) end

---the int c and the products of the four signed bytes of two uint
---
---`dot4add_i8packed(a, b, c)`
---@return any
function dot4add_i8packed(...) end

---the uint c and the products of the four bytes of two uint
---
---`dot4add_u8packed(a, b, c)`
---@return any
function dot4add_u8packed(...) end

---float4(1, a.y * b.y, a.z, b.w)
---
---`dst(a, b)`
---@return any
function dst(...) end

---e to the x
---
---`exp(x)`
---@return any
function exp(...) end

---2 to the x
---
---`exp2(x)`
---@return any
function exp2(...) end

---float of the half in the low 16 bits
---
---`f16tof32(x)`
---@return any
function f16tof32(...) end

---bits of x as a half, rounded toward 0
---
---`f32tof16(x)`
---@return any
function f32tof16(...) end

---n where dot(i, ng) < 0, else -n
---
---`faceforward(n, i, ng)`
---@return any
function faceforward(...) end

---index of the highest 1 (of a negative int: the highest 0), or -1
---
---`firstbithigh(x)`
---@return any
function firstbithigh(...) end

---index of the lowest 1, or -1
---
---`firstbitlow(x)`
---@return any
function firstbitlow(...) end

---largest whole number not above x
---
---`floor(x)`
---@return any
function floor(...) end

---a * b + c, rounded twice as mad is
---
---`fma(a, b, c)`
---@return any
function fma(...) end

---remainder with the sign of x
---
---`fmod(x, y)`
---@return any
function fmod(...) end

---x - floor(x)
---
---`frac(x)`
---@return any
function frac(...) end

---x = m * 2^e with |m| from 0.5 to 1, both float; 0, infinity and NaN give themselves and 0
---
---`local m, e = frexp(x)`
---@return any
function frexp(...) end

---abs(ddx(x)) + abs(ddy(x))
---
---`fwidth(x)`
---@return any
function fwidth(...) end

---of a square matrix, by cofactors; infinities and NaN where the determinant is 0. Not in HLSL
---
---`inverse(m)`
---@return any
function inverse(...) end

---neither infinite nor NaN
---
---`isfinite(x)`
---@return any
function isfinite(...) end

---plus or minus infinity
---
---`isinf(x)`
---@return any
function isinf(...) end

---not a number
---
---`isnan(x)`
---@return any
function isnan(...) end

---x * 2^e
---
---`ldexp(x, e)`
---@return any
function ldexp(...) end

---of a float vector
---
---`length(v)`
---@return any
function length(...) end

---x + s * (y - x)
---
---`lerp(x, y, s)`
---@return any
function lerp(...) end

---float4(1, max(nl, 0), specular, 1), where specular is pow(nh, m), or 0 if nl or nh is negative
---
---`lit(nl, nh, m)`
---@return any
function lit(...) end

---natural logarithm
---
---`log(x)`
---@return any
function log(...) end

---logarithm to base 10
---
---`log10(x)`
---@return any
function log10(...) end

---logarithm to base 2
---
---`log2(x)`
---@return any
function log2(...) end

---a * b + c
---
---`mad(a, b, c)`
---@return any
function mad(...) end

---the larger one; the other one if one is NaN
---
---`max(a, b)`
---@return any
function max(...) end

---the smaller one; the other one if one is NaN
---
---`min(a, b)`
---@return any
function min(...) end

---the fraction and the whole part of x, with the sign of x
---
---`local f, w = modf(x)`
---@return any
function modf(...) end

---adds to component k of the uint4 the differences of the reference's bytes that are not 0 to bytes k to k + 3 of the uint2
---
---`msad4(reference, source, sums)`
---@return any
function msad4(...) end

---product of matrices and vectors, v * M with v as a row, M * v with v as a column
---
---`mul(a, b)`
---@return any
function mul(...) end

---v / length(v)
---
---`normalize(v)`
---@return any
function normalize(...) end

---HLSL's ~a
---
---`not_bits(a)`
---@return any
function not_bits(...) end

---HLSL's a | b
---
---`or_bits(a, b)`
---@return any
function or_bits(...) end

---the components of an int4, brought into -128 to 127, as the bytes of a uint
---
---`pack_clamp_s8(v)`
---@return any
function pack_clamp_s8(...) end

---the components of an int4, brought into 0 to 255, as the bytes of a uint
---
---`pack_clamp_u8(v)`
---@return any
function pack_clamp_u8(...) end

---the low bytes of the components of an int4 or uint4 as those of a uint
---
---`pack_s8(v)`
---@return any
function pack_s8(...) end

---the same as pack_s8
---
---`pack_u8(v)`
---@return any
function pack_u8(...) end

---x to the y, x not negative; denormal results are less exact
---
---`pow(x, y)`
---@return any
function pow(...) end

---a line of output: %d %i %u %x %X %f %g %e for each component
---
---`printf(format, …)`
---@return any
function printf(...) end

---degrees to radians
---
---`radians(x)`
---@return any
function radians(...) end

---1 / x
---
---`rcp(x)`
---@return any
function rcp(...) end

---i - 2 n dot(i, n)
---
---`reflect(i, n)`
---@return any
function reflect(...) end

---refracted direction, 0 for total reflection
---
---`refract(i, n, eta)`
---@return any
function refract(...) end

---bits in the other order
---
---`reversebits(x)`
---@return any
function reversebits(...) end

---nearest whole number, the even one of two
---
---`round(x)`
---@return any
function round(...) end

---1 / sqrt(x)
---
---`rsqrt(x)`
---@return any
function rsqrt(...) end

---x between 0 and 1; NaN gives 0
---
---`saturate(x)`
---@return any
function saturate(...) end

---a where c is true, else b, component by component
---
---`select(c, a, b)`
---@return any
function select(...) end

---HLSL's a << n, n modulo 32
---
---`shift_left(a, n)`
---@return any
function shift_left(...) end

---HLSL's a >> n, n modulo 32; an int keeps its sign
---
---`shift_right(a, n)`
---@return any
function shift_right(...) end

----1, 0 or 1 as int
---
---`sign(x)`
---@return any
function sign(...) end

---sine of radians; the error grows where |x| is above 8192
---
---`sin(x)`
---@return any
function sin(...) end

---sin(x) and cos(x)
---
---`local s, c = sincos(x)`
---@return any
function sincos(...) end

---hyperbolic sine
---
---`sinh(x)`
---@return any
function sinh(...) end

---smooth step from 0 to 1
---
---`smoothstep(low, high, x)`
---@return any
function smoothstep(...) end

---square root, correctly rounded
---
---`sqrt(x)`
---@return any
function sqrt(...) end

---1 where x >= y, else 0
---
---`step(y, x)`
---@return any
function step(...) end

---tangent of radians; the error grows where |x| is above 8192
---
---`tan(x)`
---@return any
function tan(...) end

---hyperbolic tangent
---
---`tanh(x)`
---@return any
function tanh(...) end

---rows become columns
---
---`transpose(m)`
---@return any
function transpose(...) end

---x without its fraction
---
---`trunc(x)`
---@return any
function trunc(...) end

---the signed bytes of a uint as int4
---
---`unpack_s8s32(p)`
---@return any
function unpack_s8s32(...) end

---the bytes of a uint as uint4
---
---`unpack_u8u32(p)`
---@return any
function unpack_u8u32(...) end

---HLSL's a ^ b
---
---`xor_bits(a, b)`
---@return any
function xor_bits(...) end

