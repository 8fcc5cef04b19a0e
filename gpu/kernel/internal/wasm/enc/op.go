package enc

import "fmt"

// Op is an instruction. Plain opcodes are their byte; prefixed ones are the prefix in the high byte and the sub-opcode
// in the low one (0xFC saturating conversions and bulk memory, 0xFD vectors).
type Op uint16

// immKind says which immediates follow an opcode.
type immKind uint8

const (
	immNone    immKind = iota
	immBlock           // block type
	immIndex           // one unsigned number: local, label or function
	immMem             // alignment and offset
	immMemLane         // alignment, offset and lane
	immLane            // lane
	immI32             // signed 32-bit constant
	immI64             // signed 64-bit constant
	immF32             // 32-bit pattern
	immF64             // 64-bit pattern
	immV128            // 16 bytes
	immCopy            // two memory numbers
	immFill            // one memory number
)

type opInfo struct {
	op   Op
	name string
	imm  immKind
}

// Instr is one instruction with its immediates. Which fields count depends on the Op.
type Instr struct {
	Op    Op
	Lane  uint8    // lane number of lane instructions
	Block ValType  // result type of block, loop and if; 0 for none
	X     uint64   // index, constant (two's complement or float bits) or memory offset
	V     [16]byte // constant of v128.const, lanes of i8x16.shuffle
}

// pages are the opcodes by their prefix: none, 0xFC and 0xFD. What has no name is no instruction.
type pages [3][256]opInfo

var opTable = buildTable(scalarOps, vectorOps)

func buildTable(lists ...[]opInfo) *pages {
	t := &pages{}
	for _, list := range lists {
		for _, info := range list {
			*t.at(info.op) = info
		}
	}
	return t
}

// at is where an opcode stands, nil for a prefix that does not exist.
func (t *pages) at(o Op) *opInfo {
	switch o >> 8 {
	case 0:
		return &t[0][o]
	case 0xFC, 0xFD:
		return &t[o>>8-0xFB][o&0xFF]
	}
	return nil
}

func (o Op) info() *opInfo {
	info := opTable.at(o)
	if info == nil || info.name == "" {
		panic(fmt.Sprintf("BUG: enc: no instruction has the opcode 0x%X", uint16(o)))
	}
	return info
}

// String is the name of the instruction in the text format.
func (o Op) String() string { return o.info().name }

// Ops lists all instructions in ascending order of their opcodes.
func Ops() []Op {
	var list []Op
	for _, info := range scalarOps {
		list = append(list, info.op)
	}
	for _, info := range vectorOps {
		list = append(list, info.op)
	}
	return list
}
