// Package emit builds IR: a builder that folds constants as it goes, and expansions of what HLSL has and the IR lacks, written in terms of the
// builder: transcendental functions, texel formats, samplers.
//
//	check ──▶ emit.Builder ──▶ ir.Kernel
//	            ├ math_*.go    sin, exp, pow … as polynomials over IR arithmetic
//	            ├ format.go    raw texel bits ⇄ float, int and uint components
//	            └ prune.go     what lowering left over is taken out
//
// Expansions use nothing but IEEE add, subtract, multiply, divide and square root, in a fixed order, so that every
// executor gives the same bits. Their error bounds are documented at each function and measured by the tests against
// math in double precision.
//
// It must not know Lua, syntax trees or diagnostics. A Builder is used by one goroutine.
package emit
