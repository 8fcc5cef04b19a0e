// Package check turns a Lua function into IR, or into messages that say why it cannot.
//
//	ast.FunctionExpr ──resolve──▶ unit (who assigns what) ──lower──▶ ir.Kernel ──Prune, Verify──▶
//	                                  ▲                        │
//	                                  └── a local needs a higher type: lowered anew
//
//	        check     statements, calls, names, inference
//	          │
//	          ├─▶ intrinsic   functions and methods of HLSL
//	          │       │
//	          ├───────┴─▶ value   conversions, operators, places, resources
//	          └─▶ resolve         what the tree alone says: declarations, assignments, exits
//
// Checking and lowering are one walk: an expression becomes a value (package value), a statement becomes instructions. Functions are
// inlined where they are called, so each call is checked with the types of its own arguments. There is no jump in the IR: return and
// break become what is put under a condition behind them. Locals are SSA values from the start: branches merge what they leave
// different, loops carry what the resolver says they may assign.
//
// # The language
//
// Syntax is Lua's, types and intrinsics are HLSL's.
//
//   - Numbers written in the kernel, captured numbers, and locals that are given such a number and never assigned again are
//     constants. They have no type: arithmetic among them is Lua's (1 / 2 is 0.5), and beside a typed value they take its
//     type. A constant that is not whole, or is written with a point or exponent, makes an integer beside it a float.
//   - A local that begins as a bare number and is assigned again has the type that its assignments need: local s = 0 is an
//     int if only integers are added, a float if a float is, a float3 if a float3 is. The same holds for what a function
//     with several returns gives. A local without first value begins as zero of that type.
//     Where such a local is an int because of whole numbers alone and is divided, advice says that the fraction is dropped (GS0945).
//   - Between typed values HLSL's rules hold: int / int is an integer, % has the sign of the dividend, int beside uint is
//     uint. x ^ n with a constant whole n up to 16 is multiplied out, else it is pow.
//   - int converts to float and a scalar to a vector silently. Float to int, a longer vector to a shorter one, and bool
//     to or from numbers must be written. Conditions are bool.
//   - c and a or b chooses, also component by component if c is a vector; unlike in Lua, a may be 0 or anything else but
//     a bool false. and and or evaluate their right side only if needed.
//   - for counts with an int if all bounds are integers: for i = 0, n - 1 with n a uint of 0 runs zero times.
//   - Elements are numbered from 0. Local arrays are made with Array("float", 8) and passed by reference, everything
//     else by value. Reads outside of a vector, array or resource give 0, writes are dropped.
//   - A captured list of numbers, or of lists of two to four numbers, is a constant array. It is numbered from 1, as in Lua; with a constant
//     index it gives a constant, else a float or a vector of floats.
//   - { pos = p, mass = 1 } and { 1, 2, 3 } initialise a struct or an array where one is stored or appended; they are no values.
//   - Components of matrices are m[row][column], m._m01 from 0 and m._12 from 1, also several: m._m00_m11. + - * / work component
//     by component; products of linear algebra are mul(a, b).
//   - What HLSL returns through out parameters are further results: local s, c = sincos(x), local m, e = frexp(x).
//   - Functions may have several results; recursion is refused. A branch whose condition is a constant false is not compiled.
//   - The original value of Interlocked operations is their result. Bit operators are and_bits, or_bits, xor_bits, not_bits,
//     shift_left, shift_right. half is calculated as float.
//   - Append, Consume, IncrementCounter and DecrementCounter work on the counter of the view in the slot, a binding of its own in the IR.
//   - Filters are those of D3D12 with fractions of full precision; they go over the edges of cubes. Texels of UNORM formats are filtered as whole numbers and
//     divided once, or not at all where they are written as such texels. Anisotropic filters take as many probes along the longer gradient as it is longer than wide, up to MaxAnisotropy, at
//     the level of the shorter one; where the level is given they are trilinear.
//   - texture.mips[level][xy] is a texel of a level; Texture2DMS has Load(xy, sample) and texture.sample[i][xy].
//   - There are no 64-bit and no double-precision numbers; they are refused with the reason.
//
// # Vertex and pixel shaders
//
//   - A vertex shader's parameters are its Inputs in order, then system values by name. It returns { Position = …, name = … }; fields are numbers, vectors,
//     matrices or tables of these.
//   - A pixel shader's first parameter holds what the vertex shader gave, and Position: x and y of the pixel, its depth, and w. It returns a colour, or
//     { Target0 = …, Depth = …, Coverage = … }. Components that it leaves out are 0, alpha 1.
//   - A wave is a quad of pixels, helpers included. discard() and clip(x) turn a pixel into a helper: it runs on for its neighbours, without effect on resources,
//     printf or wave operations, whose results are 0 for it.
//   - ddx and ddy are the coarse ones. Inside of a branch a pixel whose neighbour is not there takes its own value for the neighbour's, so the
//     derivative is 0; coarse derivatives and QuadReadLaneAt take the first pixel that is there.
//   - An array of resources may be indexed by what differs between work items, without NonUniformResourceIndex, which compute shaders need for it.
//
// It must not know back ends, devices or the Lua virtual machine. Lower may be called from many goroutines, if nobody changes
// the trees meanwhile.
package check
