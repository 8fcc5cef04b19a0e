package kernel

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// variant is the kernel for the formats of its bindings; UNKNOWN stands for the natural one. It compiles at the first call for a list of formats, and
// of a pixel shader for a draw: what is bound for output and what is known of the bound views. It fails where a format cannot serve the declared
// type. Mappings say where the components of each binding come from; nil: all are in their places. Clamped says whose views leave mip levels out. It
// allocates nothing for a variant that there is.
func (k *Kernel) variant(formats []gpu.Format, mappings []gpu.ComponentMapping, clamped []bool, pixel *pixelDraw) (*variant, []*diag.Diagnostic) {
	if pixel == nil && !k.typed {
		return k.natural, nil
	}
	mappings = k.mapped(mappings)
	if !slices.Contains(clamped, true) {
		clamped = nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	key, special := k.key[:0], pixel != nil || mappings != nil || clamped != nil
	for i, f := range formats {
		if b := &k.natural.decl.Bindings[i]; !k.bindings[i].Typed || uint32(f) == b.Format {
			f = gpu.FormatUnknown
		}
		key, special = append(key, byte(f)), special || f != gpu.FormatUnknown
	}
	k.key = key // so that the next call has its room
	if !special {
		return k.natural, nil
	}
	for _, m := range mappings {
		key = append(key, 'm', byte(m[0]), byte(m[1]), byte(m[2]), byte(m[3]))
	}
	for _, c := range clamped {
		key = append(key, 'c', bit(c))
	}
	if pixel != nil {
		key = append(appendOutputs(key, &pixel.outputs), bit(pixel.affine))
	}
	plain := len(key)
	key = k.appendKnown(key, pixel)
	if k.variants[string(key)] == nil && len(k.variants) >= maxKnowing {
		key = key[:plain]
	}
	k.key = key
	if v, ok := k.variants[string(key)]; ok {
		return v, nil
	}
	v, problems := k.newVariant(formats, viewFacts{mappings, clamped}, pixel, len(key) > plain)
	if problems == nil {
		k.variants[string(key)] = v
	}
	return v, problems
}

// newVariant makes a variant; knowing says that it uses what is known of the bound views.
func (k *Kernel) newVariant(formats []gpu.Format, facts viewFacts, pixel *pixelDraw, knowing bool) (*variant, []*diag.Diagnostic) {
	byRegister := map[register]gpu.Format{}
	for i, f := range formats {
		if b := &k.natural.decl.Bindings[i]; k.bindings[i].Typed && f != gpu.FormatUnknown && uint32(f) != b.Format {
			byRegister[k.register(i)] = f
		}
	}
	outputs, known, affine := (*stage.PixelOutputs)(nil), []bound(nil), false
	if pixel != nil {
		copied := pixel.outputs
		outputs, affine = &copied, pixel.affine
	}
	if knowing {
		known = k.known(pixel)
	}
	program, problems := k.front.lower(byRegister, outputs, k.views(known, facts))
	if problems != nil {
		return nil, problems
	}
	if len(program.Bindings) != len(k.bindings) {
		panic(fmt.Sprintf("BUG: kernel: a variant of %q has other bindings", program.Name))
	}
	return newVariant(program, affine), nil
}

// viewFacts is what a variant is made for beside formats, a list of as many entries as there are bindings each, or nil.
type viewFacts struct {
	mappings []gpu.ComponentMapping
	clamped  []bool
}

// pixelDraw is what a variant of a pixel shader is made for.
type pixelDraw struct {
	outputs stage.PixelOutputs
	affine  bool   // 1/w is 1 everywhere
	memory  []byte // in which the table of records stands
	table   uint32
}

// mapped is the mappings where one of them matters, else nil.
func (k *Kernel) mapped(mappings []gpu.ComponentMapping) []gpu.ComponentMapping {
	for i, m := range mappings {
		if k.bindings[i].Typed && !m.IsDefault() {
			return mappings
		}
	}
	return nil
}

// views is what is known of the bindings, by register; nil where there is nothing.
func (k *Kernel) views(known []bound, facts viewFacts) map[register]bound {
	var views map[register]bound
	for i := range max(len(known), len(facts.mappings), len(facts.clamped)) {
		if views == nil {
			views = map[register]bound{}
		}
		var b bound
		if known != nil {
			b = known[i]
		}
		if facts.mappings != nil {
			b.Mapping = facts.mappings[i]
		}
		if facts.clamped != nil {
			b.Clamped = facts.clamped[i]
		}
		views[k.register(i)] = b
	}
	return views
}

// maxKnowing is the number of variants of a kernel from which on new ones read samplers when they run: a program that goes through many must not
// compile for each of them.
const maxKnowing = 16

// register is that of a binding.
func (k *Kernel) register(binding int) register {
	b := &k.natural.decl.Bindings[binding]
	return register{b.Kind.Register()[0], b.Register, b.Space}
}

// known reads from the records of a draw what programs are made for: the state of samplers, and which textures have no smaller levels, or sizes that
// are powers of two.
func (k *Kernel) known(p *pixelDraw) (list []bound) {
	table := p.table
	for i := range k.natural.decl.Bindings {
		b := &k.natural.decl.Bindings[i]
		one := bound{}
		switch {
		case b.Count != 1:
		case b.Kind == ir.Sampler:
			s := ir.LoadSampler(p.memory[table:])
			one.Sampler = &s
		case b.Shape.IsTexture():
			one.OneLevel, one.PowersOfTwo = sizes(p.memory[table:])
		}
		list = append(list, one)
		table += b.Count * ir.RecordBytes
	}
	return list
}

// sizes says of a texture's record whether it has no smaller levels, and whether its sizes are powers of two.
func sizes(words []byte) (oneLevel, powersOfTwo bool) {
	of := func(word int) uint32 { return ir.RecordWord(words, word) }
	powersOfTwo = arePowersOfTwo(of(ir.WordWidth), of(ir.WordHeight))
	if of(ir.WordFlags)&ir.FlagVolume != 0 {
		powersOfTwo = powersOfTwo && arePowersOfTwo(of(ir.WordDepth))
	}
	return of(ir.WordMips) == 1, powersOfTwo
}

// arePowersOfTwo says whether all numbers are.
func arePowersOfTwo(sizes ...uint32) bool {
	for _, n := range sizes {
		if bits.OnesCount32(n) != 1 {
			return false
		}
	}
	return true
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// appendKnown adds what is known of views to the key of a variant: nothing where there is no draw of pixels, or no sampler.
func (k *Kernel) appendKnown(key []byte, p *pixelDraw) []byte {
	if p == nil {
		return key
	}
	plain, table, sampled := len(key), p.table, false
	for i := range k.natural.decl.Bindings {
		b := &k.natural.decl.Bindings[i]
		switch {
		case b.Count == 1 && b.Kind == ir.Sampler:
			key, sampled = append(key, 's'), true
			s := ir.LoadSampler(p.memory[table:])
			for q := ir.QueryFilter; q <= ir.QueryMaxLOD; q++ {
				key = binary.LittleEndian.AppendUint32(key, s.Word(q))
			}
		case b.Count == 1 && b.Shape.IsTexture():
			oneLevel, powersOfTwo := sizes(p.memory[table:])
			key = append(key, '-'+bit(oneLevel)+2*bit(powersOfTwo))
		default:
			key = append(key, '-')
		}
		table += b.Count * ir.RecordBytes
	}
	if !sampled {
		return key[:plain]
	}
	return key
}
