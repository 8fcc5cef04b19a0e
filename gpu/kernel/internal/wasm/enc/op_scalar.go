package enc

// Control, memory and scalar instructions. Each constant is named after the instruction of the WebAssembly core specification (release 2.0, section
// 5.4).
const (
	Unreachable       Op = 0x00
	Nop               Op = 0x01
	Block             Op = 0x02
	Loop              Op = 0x03
	If                Op = 0x04
	Else              Op = 0x05
	End               Op = 0x0B
	Br                Op = 0x0C
	BrIf              Op = 0x0D
	Return            Op = 0x0F
	Call              Op = 0x10
	Drop              Op = 0x1A
	Select            Op = 0x1B
	LocalGet          Op = 0x20
	LocalSet          Op = 0x21
	LocalTee          Op = 0x22
	I32Load           Op = 0x28
	I64Load           Op = 0x29
	F32Load           Op = 0x2A
	F64Load           Op = 0x2B
	I32Load8S         Op = 0x2C
	I32Load8U         Op = 0x2D
	I32Load16S        Op = 0x2E
	I32Load16U        Op = 0x2F
	I32Store          Op = 0x36
	I64Store          Op = 0x37
	F32Store          Op = 0x38
	F64Store          Op = 0x39
	I32Store8         Op = 0x3A
	I32Store16        Op = 0x3B
	I32Const          Op = 0x41
	I64Const          Op = 0x42
	F32Const          Op = 0x43
	F64Const          Op = 0x44
	I32Eqz            Op = 0x45
	I32Eq             Op = 0x46
	I32Ne             Op = 0x47
	I32LtS            Op = 0x48
	I32LtU            Op = 0x49
	I32GtS            Op = 0x4A
	I32GtU            Op = 0x4B
	I32LeS            Op = 0x4C
	I32LeU            Op = 0x4D
	I32GeS            Op = 0x4E
	I32GeU            Op = 0x4F
	I64Eqz            Op = 0x50
	I64Eq             Op = 0x51
	I64Ne             Op = 0x52
	I64LtS            Op = 0x53
	I64LtU            Op = 0x54
	I64GtS            Op = 0x55
	I64GtU            Op = 0x56
	I64LeS            Op = 0x57
	I64LeU            Op = 0x58
	I64GeS            Op = 0x59
	I64GeU            Op = 0x5A
	F32Eq             Op = 0x5B
	F32Ne             Op = 0x5C
	F32Lt             Op = 0x5D
	F32Gt             Op = 0x5E
	F32Le             Op = 0x5F
	F32Ge             Op = 0x60
	F64Eq             Op = 0x61
	F64Ne             Op = 0x62
	F64Lt             Op = 0x63
	F64Gt             Op = 0x64
	F64Le             Op = 0x65
	F64Ge             Op = 0x66
	I32Clz            Op = 0x67
	I32Ctz            Op = 0x68
	I32Popcnt         Op = 0x69
	I32Add            Op = 0x6A
	I32Sub            Op = 0x6B
	I32Mul            Op = 0x6C
	I32DivS           Op = 0x6D
	I32DivU           Op = 0x6E
	I32RemS           Op = 0x6F
	I32RemU           Op = 0x70
	I32And            Op = 0x71
	I32Or             Op = 0x72
	I32Xor            Op = 0x73
	I32Shl            Op = 0x74
	I32ShrS           Op = 0x75
	I32ShrU           Op = 0x76
	I32Rotl           Op = 0x77
	I32Rotr           Op = 0x78
	I64Clz            Op = 0x79
	I64Ctz            Op = 0x7A
	I64Popcnt         Op = 0x7B
	I64Add            Op = 0x7C
	I64Sub            Op = 0x7D
	I64Mul            Op = 0x7E
	I64DivS           Op = 0x7F
	I64DivU           Op = 0x80
	I64RemS           Op = 0x81
	I64RemU           Op = 0x82
	I64And            Op = 0x83
	I64Or             Op = 0x84
	I64Xor            Op = 0x85
	I64Shl            Op = 0x86
	I64ShrS           Op = 0x87
	I64ShrU           Op = 0x88
	I64Rotl           Op = 0x89
	I64Rotr           Op = 0x8A
	F32Abs            Op = 0x8B
	F32Neg            Op = 0x8C
	F32Ceil           Op = 0x8D
	F32Floor          Op = 0x8E
	F32Trunc          Op = 0x8F
	F32Nearest        Op = 0x90
	F32Sqrt           Op = 0x91
	F32Add            Op = 0x92
	F32Sub            Op = 0x93
	F32Mul            Op = 0x94
	F32Div            Op = 0x95
	F32Min            Op = 0x96
	F32Max            Op = 0x97
	F32Copysign       Op = 0x98
	F64Abs            Op = 0x99
	F64Neg            Op = 0x9A
	F64Ceil           Op = 0x9B
	F64Floor          Op = 0x9C
	F64Trunc          Op = 0x9D
	F64Nearest        Op = 0x9E
	F64Sqrt           Op = 0x9F
	F64Add            Op = 0xA0
	F64Sub            Op = 0xA1
	F64Mul            Op = 0xA2
	F64Div            Op = 0xA3
	F64Min            Op = 0xA4
	F64Max            Op = 0xA5
	F64Copysign       Op = 0xA6
	I32WrapI64        Op = 0xA7
	I64ExtendI32S     Op = 0xAC
	I64ExtendI32U     Op = 0xAD
	F32ConvertI32S    Op = 0xB2
	F32ConvertI32U    Op = 0xB3
	F32ConvertI64S    Op = 0xB4
	F32ConvertI64U    Op = 0xB5
	F32DemoteF64      Op = 0xB6
	F64ConvertI32S    Op = 0xB7
	F64ConvertI32U    Op = 0xB8
	F64ConvertI64S    Op = 0xB9
	F64PromoteF32     Op = 0xBB
	I32ReinterpretF32 Op = 0xBC
	I64ReinterpretF64 Op = 0xBD
	F32ReinterpretI32 Op = 0xBE
	F64ReinterpretI64 Op = 0xBF
	I32Extend8S       Op = 0xC0
	I32Extend16S      Op = 0xC1
	I32TruncSatF32S   Op = 0xFC00
	I32TruncSatF32U   Op = 0xFC01
	I32TruncSatF64S   Op = 0xFC02
	I32TruncSatF64U   Op = 0xFC03
	MemoryCopy        Op = 0xFC0A
	MemoryFill        Op = 0xFC0B
)

// scalarOps are the rows of the instruction table, sorted by opcode.
var scalarOps = []opInfo{
	{Unreachable, "unreachable", immNone},
	{Nop, "nop", immNone},
	{Block, "block", immBlock},
	{Loop, "loop", immBlock},
	{If, "if", immBlock},
	{Else, "else", immNone},
	{End, "end", immNone},
	{Br, "br", immIndex},
	{BrIf, "br_if", immIndex},
	{Return, "return", immNone},
	{Call, "call", immIndex},
	{Drop, "drop", immNone},
	{Select, "select", immNone},
	{LocalGet, "local.get", immIndex},
	{LocalSet, "local.set", immIndex},
	{LocalTee, "local.tee", immIndex},
	{I32Load, "i32.load", immMem},
	{I64Load, "i64.load", immMem},
	{F32Load, "f32.load", immMem},
	{F64Load, "f64.load", immMem},
	{I32Load8S, "i32.load8_s", immMem},
	{I32Load8U, "i32.load8_u", immMem},
	{I32Load16S, "i32.load16_s", immMem},
	{I32Load16U, "i32.load16_u", immMem},
	{I32Store, "i32.store", immMem},
	{I64Store, "i64.store", immMem},
	{F32Store, "f32.store", immMem},
	{F64Store, "f64.store", immMem},
	{I32Store8, "i32.store8", immMem},
	{I32Store16, "i32.store16", immMem},
	{I32Const, "i32.const", immI32},
	{I64Const, "i64.const", immI64},
	{F32Const, "f32.const", immF32},
	{F64Const, "f64.const", immF64},
	{I32Eqz, "i32.eqz", immNone},
	{I32Eq, "i32.eq", immNone},
	{I32Ne, "i32.ne", immNone},
	{I32LtS, "i32.lt_s", immNone},
	{I32LtU, "i32.lt_u", immNone},
	{I32GtS, "i32.gt_s", immNone},
	{I32GtU, "i32.gt_u", immNone},
	{I32LeS, "i32.le_s", immNone},
	{I32LeU, "i32.le_u", immNone},
	{I32GeS, "i32.ge_s", immNone},
	{I32GeU, "i32.ge_u", immNone},
	{I64Eqz, "i64.eqz", immNone},
	{I64Eq, "i64.eq", immNone},
	{I64Ne, "i64.ne", immNone},
	{I64LtS, "i64.lt_s", immNone},
	{I64LtU, "i64.lt_u", immNone},
	{I64GtS, "i64.gt_s", immNone},
	{I64GtU, "i64.gt_u", immNone},
	{I64LeS, "i64.le_s", immNone},
	{I64LeU, "i64.le_u", immNone},
	{I64GeS, "i64.ge_s", immNone},
	{I64GeU, "i64.ge_u", immNone},
	{F32Eq, "f32.eq", immNone},
	{F32Ne, "f32.ne", immNone},
	{F32Lt, "f32.lt", immNone},
	{F32Gt, "f32.gt", immNone},
	{F32Le, "f32.le", immNone},
	{F32Ge, "f32.ge", immNone},
	{F64Eq, "f64.eq", immNone},
	{F64Ne, "f64.ne", immNone},
	{F64Lt, "f64.lt", immNone},
	{F64Gt, "f64.gt", immNone},
	{F64Le, "f64.le", immNone},
	{F64Ge, "f64.ge", immNone},
	{I32Clz, "i32.clz", immNone},
	{I32Ctz, "i32.ctz", immNone},
	{I32Popcnt, "i32.popcnt", immNone},
	{I32Add, "i32.add", immNone},
	{I32Sub, "i32.sub", immNone},
	{I32Mul, "i32.mul", immNone},
	{I32DivS, "i32.div_s", immNone},
	{I32DivU, "i32.div_u", immNone},
	{I32RemS, "i32.rem_s", immNone},
	{I32RemU, "i32.rem_u", immNone},
	{I32And, "i32.and", immNone},
	{I32Or, "i32.or", immNone},
	{I32Xor, "i32.xor", immNone},
	{I32Shl, "i32.shl", immNone},
	{I32ShrS, "i32.shr_s", immNone},
	{I32ShrU, "i32.shr_u", immNone},
	{I32Rotl, "i32.rotl", immNone},
	{I32Rotr, "i32.rotr", immNone},
	{I64Clz, "i64.clz", immNone},
	{I64Ctz, "i64.ctz", immNone},
	{I64Popcnt, "i64.popcnt", immNone},
	{I64Add, "i64.add", immNone},
	{I64Sub, "i64.sub", immNone},
	{I64Mul, "i64.mul", immNone},
	{I64DivS, "i64.div_s", immNone},
	{I64DivU, "i64.div_u", immNone},
	{I64RemS, "i64.rem_s", immNone},
	{I64RemU, "i64.rem_u", immNone},
	{I64And, "i64.and", immNone},
	{I64Or, "i64.or", immNone},
	{I64Xor, "i64.xor", immNone},
	{I64Shl, "i64.shl", immNone},
	{I64ShrS, "i64.shr_s", immNone},
	{I64ShrU, "i64.shr_u", immNone},
	{I64Rotl, "i64.rotl", immNone},
	{I64Rotr, "i64.rotr", immNone},
	{F32Abs, "f32.abs", immNone},
	{F32Neg, "f32.neg", immNone},
	{F32Ceil, "f32.ceil", immNone},
	{F32Floor, "f32.floor", immNone},
	{F32Trunc, "f32.trunc", immNone},
	{F32Nearest, "f32.nearest", immNone},
	{F32Sqrt, "f32.sqrt", immNone},
	{F32Add, "f32.add", immNone},
	{F32Sub, "f32.sub", immNone},
	{F32Mul, "f32.mul", immNone},
	{F32Div, "f32.div", immNone},
	{F32Min, "f32.min", immNone},
	{F32Max, "f32.max", immNone},
	{F32Copysign, "f32.copysign", immNone},
	{F64Abs, "f64.abs", immNone},
	{F64Neg, "f64.neg", immNone},
	{F64Ceil, "f64.ceil", immNone},
	{F64Floor, "f64.floor", immNone},
	{F64Trunc, "f64.trunc", immNone},
	{F64Nearest, "f64.nearest", immNone},
	{F64Sqrt, "f64.sqrt", immNone},
	{F64Add, "f64.add", immNone},
	{F64Sub, "f64.sub", immNone},
	{F64Mul, "f64.mul", immNone},
	{F64Div, "f64.div", immNone},
	{F64Min, "f64.min", immNone},
	{F64Max, "f64.max", immNone},
	{F64Copysign, "f64.copysign", immNone},
	{I32WrapI64, "i32.wrap_i64", immNone},
	{I64ExtendI32S, "i64.extend_i32_s", immNone},
	{I64ExtendI32U, "i64.extend_i32_u", immNone},
	{F32ConvertI32S, "f32.convert_i32_s", immNone},
	{F32ConvertI32U, "f32.convert_i32_u", immNone},
	{F32ConvertI64S, "f32.convert_i64_s", immNone},
	{F32ConvertI64U, "f32.convert_i64_u", immNone},
	{F32DemoteF64, "f32.demote_f64", immNone},
	{F64ConvertI32S, "f64.convert_i32_s", immNone},
	{F64ConvertI32U, "f64.convert_i32_u", immNone},
	{F64ConvertI64S, "f64.convert_i64_s", immNone},
	{F64PromoteF32, "f64.promote_f32", immNone},
	{I32ReinterpretF32, "i32.reinterpret_f32", immNone},
	{I64ReinterpretF64, "i64.reinterpret_f64", immNone},
	{F32ReinterpretI32, "f32.reinterpret_i32", immNone},
	{F64ReinterpretI64, "f64.reinterpret_i64", immNone},
	{I32Extend8S, "i32.extend8_s", immNone},
	{I32Extend16S, "i32.extend16_s", immNone},
	{I32TruncSatF32S, "i32.trunc_sat_f32_s", immNone},
	{I32TruncSatF32U, "i32.trunc_sat_f32_u", immNone},
	{I32TruncSatF64S, "i32.trunc_sat_f64_s", immNone},
	{I32TruncSatF64U, "i32.trunc_sat_f64_u", immNone},
	{MemoryCopy, "memory.copy", immCopy},
	{MemoryFill, "memory.fill", immFill},
}
