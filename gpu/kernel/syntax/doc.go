// Package syntax has the basic types of Lua kernels: HLSL types and their memory layouts, the resources that a script declares with gpu.Texture2D,
// gpu.StructuredBuffer and the like, the resolution of captured names, and the text form of a typed syntax tree.
//
// It parses the short strings in declarations (type names such as "float4", registers such as "t0, space1") and reports a mistake in one as a
// diagnostic, so that the bindings, which see the strings first, and the kernel checker use the same words.
//
// Memory layouts, in bytes:
//
//	Packed (structured buffers, groupshared)     Constant (constant buffers, HLSL packing)
//
//	float3 a;  0..12                             float3 a;     0..12   a vector never straddles a
//	float  b; 12..16                             float  b;    12..16   16-byte register;
//	float2 c; 16..24                             float2 c;    16..24
//	float3 d; 24..36   nothing is padded         float3 d;    32..44   moved to the next register;
//	float  e[2];36..44                           float  e[2]; 48..68   each element starts a register
//
// Matrices are column-major in both: column k is a vector of Rows components; columns are 16 bytes apart in constant
// buffers and adjacent elsewhere.
//
// The package must not know the checker, the IR or the Lua virtual machine: of gopher-lua it uses the syntax tree only.
// Its values are immutable after construction and safe for concurrent use.
package syntax
