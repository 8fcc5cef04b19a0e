// Package check turns a Lua function into IR, or into messages that say why that is impossible.
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
// Checking and lowering are one pass: an expression becomes a value (package value), a statement becomes instructions. Functions are inlined where
// they are called, so each call is checked with the types of its own arguments. The IR has no jumps: what follows a return or break is put under a
// condition. Locals are SSA values from the start: branches merge locals that they leave different, loops carry what the resolver says they may
// assign.
//
// # The language
//
// Syntax is Lua's, types and intrinsics are HLSL's.
//
//   - Numbers written in the kernel, captured numbers, and locals that are given such a number and never assigned again are constants. They are
//     untyped: arithmetic among them is Lua's (1 / 2 is 0.5), and next to a typed value they take its type. A constant that is not whole, or is
//     written with a point or exponent, turns an integer next to it into a float.
//   - A local that begins as an untyped number and is assigned again has the type its assignments need: local s = 0 is an int if only integers are
//     added, a float if a float is, a float3 if a float3 is. The same holds for the result of a function with several returns. A local without a first
//     value begins as zero of that type. If such a local is an int only because of whole numbers, and is divided, advice says that the fraction is
//     dropped (GS0945).
//   - Between typed values HLSL's rules apply: int / int is an integer, % has the sign of the dividend, int with uint is uint. x ^ n with a constant
//     whole n up to 16 is multiplied out, otherwise it is pow.
//   - int converts to float and a scalar to a vector silently. Float to int, a longer vector to a shorter one, and bool
//     to or from numbers must be written. Conditions are bool.
//   - c and a or b chooses, component by component if c is a vector; unlike in Lua, a may be 0 or anything else but a bool false. and and or evaluate
//     their right side only if needed.
//   - for counts with an int if all bounds are integers: for i = 0, n - 1 with n a uint of 0 runs zero times.
//   - Elements are numbered from 0. Local arrays are made with Array("float", 8) and passed by reference, everything
//     else by value. Reads outside of a vector, array or resource give 0, writes are dropped.
//   - A captured list of numbers, or of lists of two to four numbers, is a constant array. It is numbered from 1, as in Lua; with a constant
//     index it gives a constant, else a float or a vector of floats.
//   - { pos = p, mass = 1 } and { 1, 2, 3 } initialise a struct or an array where one is stored or appended; they are not values.
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
//   - A wave is a quad of pixels, helpers included. discard() and clip(x) turn a pixel into a helper: it continues for the sake of its neighbours,
//     without effect on resources, printf or wave operations, whose results are 0 for it.
//   - ddx and ddy are the coarse ones. Inside a branch, a pixel whose neighbour is not active uses its own value for the neighbour's, so the
//     derivative is 0; coarse derivatives and QuadReadLaneAt take the first active pixel.
//   - An array of resources may be indexed by values that differ between work items without NonUniformResourceIndex; compute shaders need it.
//
// It must not know back ends, devices or the Lua virtual machine. Lower may be called from many goroutines as long as nobody changes the trees.
package check
