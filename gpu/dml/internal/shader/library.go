package shader

import (
	"fmt"
	"slices"
	"strings"
)

// helper is a function of the library: its text, and the functions that it calls.
type helper struct {
	name  string
	needs []string
	text  string
}

// library is all helpers, sorted by name. A kernel contains those that it calls.
var library = sorted(integers64, divisions64, doubles, doubleArithmetic, doubleFunctions, conversions, floats, keys)

func sorted(lists ...[]helper) []helper {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b helper) int { return strings.Compare(a.name, b.name) })
	return all
}

// Call is the expression of a helper's first result. The helpers are:
//
//	64-bit integers as uint2, low word first: add64 sub64 mul64 neg64 abs64 not64 (uint2 → uint2), shl64 shr64 (uint2, uint or int from 0 to 63),
//	divu64 divs64 modu64 mods64 (by 0: all bits set), eq64 ltu64 lts64 (→ bool), minu64 mins64 maxu64 maxs64, powu64 pows64
//	doubles as the uint2 of their bits, to nearest even: addF64 subF64 mulF64 divF64 modF64 (sign of the dividend), ltF64 leF64 eqF64 isnanF64 (→ bool),
//	minF64 maxF64 (the other one if one is NaN), negF64 absF64 signF64, expF64 logF64 (the error is at most 1e-15 of the result)
//	conversions: f32F64 i32F64 u32F64 i64F64 u64F64 (→ double), F64f32 F64f16 (→ float) F64i64 F64u64 (→ integer, toward zero, saturating, 0 for NaN),
//	i64f32 u64f32 i64f16 u64f16 (→ float), f32i64 f32u64 (→ uint2); …f16 gives a float that rounds to the right half
//	floats: acosh asinh atanh erf expm1 log1p power modulo (exact) roundAway softplus
//	int and uint: powi powu
func (k *Kernel) Call(name string, args ...string) string {
	k.use(name)
	return name + "(" + strings.Join(args, ", ") + ")"
}

func (k *Kernel) use(name string) {
	if slices.Contains(k.helpers, name) {
		return
	}
	i, ok := slices.BinarySearchFunc(library, name, func(h helper, name string) int { return strings.Compare(h.name, name) })
	if !ok {
		panic(fmt.Sprintf("BUG: there is no helper %q", name))
	}
	for _, need := range library[i].needs {
		k.use(need)
	}
	k.helpers = append(k.helpers, name)
}

// prelude is the text of the helpers that the kernel calls, those that others need in front.
func (k *Kernel) prelude() string {
	var b strings.Builder
	for _, name := range k.helpers {
		i, _ := slices.BinarySearchFunc(library, name, func(h helper, name string) int { return strings.Compare(h.name, name) })
		b.WriteString("\tlocal function " + name + strings.ReplaceAll(strings.TrimSuffix(library[i].text, "\n"), "\n", "\n\t") + "\n\tend\n")
	}
	return b.String()
}
