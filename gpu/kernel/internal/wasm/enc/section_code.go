package enc

import "encoding/binary"

const blockTypeNone = 0x40

// usualBytes is what few instructions are longer than, on the average of a function.
const usualBytes = 4

func (m *Module) codeSection() []byte {
	most := 0
	for _, f := range m.Funcs {
		most += usualBytes * len(f.Body)
	}
	b := appendU(make([]byte, 0, most), uint64(len(m.Funcs)))
	var body []byte
	for _, f := range m.Funcs {
		body = appendLocals(body[:0], f.Locals)
		for i := range f.Body {
			body = appendInstr(body, &f.Body[i])
		}
		body = append(body, byte(End))
		b = appendU(b, uint64(len(body)))
		b = append(b, body...)
	}
	return b
}

// appendLocals writes the locals as runs of equal types.
func appendLocals(b []byte, locals []ValType) []byte {
	runs, out := uint64(0), []byte(nil)
	for i := 0; i < len(locals); {
		j := i
		for j < len(locals) && locals[j] == locals[i] {
			j++
		}
		out = append(appendU(out, uint64(j-i)), byte(locals[i]))
		runs++
		i = j
	}
	return append(appendU(b, runs), out...)
}

func appendInstr(b []byte, in *Instr) []byte {
	info := in.Op.info()
	if in.Op > 0xFF {
		b = appendU(append(b, byte(in.Op>>8)), uint64(in.Op&0xFF))
	} else {
		b = append(b, byte(in.Op))
	}
	switch info.imm {
	case immBlock:
		if in.Block == 0 {
			return append(b, blockTypeNone)
		}
		return append(b, byte(in.Block))
	case immIndex:
		return appendU(b, in.X)
	case immMem:
		return appendU(append(b, 0), in.X) // no alignment is promised: it is a hint only
	case immMemLane:
		return append(appendU(append(b, 0), in.X), in.Lane)
	case immLane:
		return append(b, in.Lane)
	case immI32:
		return appendS(b, int64(int32(in.X)))
	case immI64:
		return appendS(b, int64(in.X))
	case immF32:
		return binary.LittleEndian.AppendUint32(b, uint32(in.X))
	case immF64:
		return binary.LittleEndian.AppendUint64(b, in.X)
	case immV128:
		return append(b, in.V[:]...)
	case immCopy:
		return append(b, 0, 0)
	case immFill:
		return append(b, 0)
	}
	return b
}
