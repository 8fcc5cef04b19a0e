package kernel

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// variant is the kernel for the formats of its bindings; UNKNOWN stands for the natural one. It compiles at the first call for a
// list of formats, and of a pixel shader for what is bound for output and what is known of the bound views. It fails where a format cannot serve the
// declared type. Mappings say where the components of each binding come from; nil: all stand in their places.
func (k *Kernel) variant(formats []gpu.Format, mappings []gpu.ComponentMapping, pixel *pixelDraw, known []bound) (*variant, []*diag.Diagnostic) {
	mappings = k.mapped(mappings)
	special := pixel != nil || mappings != nil
	key := make([]byte, len(formats))
	for i, f := range formats {
		if b := &k.natural.decl.Bindings[i]; k.bindings[i].Typed && f != gpu.FormatUnknown && uint32(f) != b.Format {
			special = true
			key[i] = byte(f)
		}
	}
	if !special {
		return k.natural, nil
	}
	byRegister := map[register]gpu.Format{}
	for i, f := range key {
		if f != 0 {
			byRegister[k.register(i)] = gpu.Format(f)
		}
	}
	for _, m := range mappings {
		key = append(key, 'm', byte(m[0]), byte(m[1]), byte(m[2]), byte(m[3]))
	}
	if pixel != nil {
		key = append(appendOutputs(key, &pixel.outputs), bit(pixel.affine))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	plain := len(key)
	key = appendKnown(key, known)
	if k.variants[string(key)] == nil && len(k.variants) >= maxKnowing {
		key, known = key[:plain], nil
	}
	if v, ok := k.variants[string(key)]; ok {
		return v, nil
	}
	outputs, affine := (*stage.PixelOutputs)(nil), false
	if pixel != nil {
		outputs, affine = &pixel.outputs, pixel.affine
	}
	program, problems := k.front.lower(byRegister, outputs, k.views(known, mappings))
	if problems != nil {
		return nil, problems
	}
	if len(program.Bindings) != len(k.bindings) {
		panic(fmt.Sprintf("BUG: kernel: a variant of %q has other bindings", program.Name))
	}
	v := newVariant(program, affine)
	k.variants[string(key)] = v
	return v, nil
}

// pixelDraw is what a variant of a pixel shader is made for.
type pixelDraw struct {
	outputs stage.PixelOutputs
	affine  bool // 1/w is 1 everywhere
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
func (k *Kernel) views(known []bound, mappings []gpu.ComponentMapping) map[register]bound {
	var views map[register]bound
	for i := range max(len(known), len(mappings)) {
		if views == nil {
			views = map[register]bound{}
		}
		var b bound
		if known != nil {
			b = known[i]
		}
		if mappings != nil {
			b.Mapping = mappings[i]
		}
		views[k.register(i)] = b
	}
	return views
}

// maxKnowing is the number of variants of a kernel from which on new ones read samplers when they run: a program that goes through many must not compile
// for each of them.
const maxKnowing = 16

// register is that of a binding.
func (k *Kernel) register(binding int) register {
	b := &k.natural.decl.Bindings[binding]
	return register{b.Kind.Register()[0], b.Register, b.Space}
}

// known reads from the records of a draw what programs are made for: the state of samplers, and which textures have no smaller levels, or sizes that are
// powers of two. It is nil where there is no sampler.
func (k *Kernel) known(memory []byte, table uint32) (list []bound) {
	sampled := false
	for i := range k.natural.decl.Bindings {
		b := &k.natural.decl.Bindings[i]
		one := bound{}
		switch {
		case b.Count != 1:
		case b.Kind == ir.Sampler:
			s := ir.LoadSampler(memory[table:])
			one.Sampler, sampled = &s, true
		case b.Shape.IsTexture():
			rec := ir.LoadRecord(memory[table:])
			one.OneLevel, one.PowersOfTwo = rec.Levels == 1, arePowersOfTwo(rec.Width, rec.Height)
			if rec.Flags&ir.FlagVolume != 0 {
				one.PowersOfTwo = one.PowersOfTwo && arePowersOfTwo(rec.Depth)
			}
		}
		list = append(list, one)
		table += b.Count * ir.RecordBytes
	}
	if !sampled {
		return nil
	}
	return list
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

// appendKnown adds what is known of views to the key of a variant.
func appendKnown(key []byte, known []bound) []byte {
	for _, b := range known {
		switch {
		case b.Sampler != nil:
			key = append(key, 's')
			for q := ir.QueryFilter; q <= ir.QueryMaxLOD; q++ {
				key = binary.LittleEndian.AppendUint32(key, b.Sampler.Word(q))
			}
		default:
			key = append(key, '-'+bit(b.OneLevel)+2*bit(b.PowersOfTwo))
		}
	}
	return key
}
