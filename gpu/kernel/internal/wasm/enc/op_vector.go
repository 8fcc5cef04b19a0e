package enc

// SIMD128 instructions. Each constant is named after the instruction of the WebAssembly core specification (release 2.0, section 5.4).
const (
	V128Load                  Op = 0xFD00
	V128Load8Splat            Op = 0xFD07
	V128Load32Splat           Op = 0xFD09
	V128Store                 Op = 0xFD0B
	V128Const                 Op = 0xFD0C
	I8x16Shuffle              Op = 0xFD0D
	I8x16Swizzle              Op = 0xFD0E
	I8x16Splat                Op = 0xFD0F
	I16x8Splat                Op = 0xFD10
	I32x4Splat                Op = 0xFD11
	I64x2Splat                Op = 0xFD12
	F32x4Splat                Op = 0xFD13
	F64x2Splat                Op = 0xFD14
	I32x4ExtractLane          Op = 0xFD1B
	I32x4ReplaceLane          Op = 0xFD1C
	I64x2ExtractLane          Op = 0xFD1D
	I64x2ReplaceLane          Op = 0xFD1E
	F32x4ExtractLane          Op = 0xFD1F
	F32x4ReplaceLane          Op = 0xFD20
	F64x2ExtractLane          Op = 0xFD21
	F64x2ReplaceLane          Op = 0xFD22
	I8x16GtS                  Op = 0xFD27
	I16x8GtS                  Op = 0xFD31
	I32x4Eq                   Op = 0xFD37
	I32x4Ne                   Op = 0xFD38
	I32x4LtS                  Op = 0xFD39
	I32x4LtU                  Op = 0xFD3A
	I32x4GtS                  Op = 0xFD3B
	I32x4GtU                  Op = 0xFD3C
	I32x4LeS                  Op = 0xFD3D
	I32x4LeU                  Op = 0xFD3E
	I32x4GeS                  Op = 0xFD3F
	I32x4GeU                  Op = 0xFD40
	F32x4Eq                   Op = 0xFD41
	F32x4Ne                   Op = 0xFD42
	F32x4Lt                   Op = 0xFD43
	F32x4Gt                   Op = 0xFD44
	F32x4Le                   Op = 0xFD45
	F32x4Ge                   Op = 0xFD46
	F64x2Eq                   Op = 0xFD47
	F64x2Ne                   Op = 0xFD48
	F64x2Lt                   Op = 0xFD49
	F64x2Gt                   Op = 0xFD4A
	F64x2Le                   Op = 0xFD4B
	F64x2Ge                   Op = 0xFD4C
	V128Not                   Op = 0xFD4D
	V128And                   Op = 0xFD4E
	V128Andnot                Op = 0xFD4F
	V128Or                    Op = 0xFD50
	V128Xor                   Op = 0xFD51
	V128Bitselect             Op = 0xFD52
	V128AnyTrue               Op = 0xFD53
	V128Load32Lane            Op = 0xFD56
	V128Load64Lane            Op = 0xFD57
	V128Store32Lane           Op = 0xFD5A
	V128Store64Lane           Op = 0xFD5B
	V128Load32Zero            Op = 0xFD5C
	V128Load64Zero            Op = 0xFD5D
	F32x4DemoteF64x2Zero      Op = 0xFD5E
	F64x2PromoteLowF32x4      Op = 0xFD5F
	I8x16Popcnt               Op = 0xFD62
	F32x4Ceil                 Op = 0xFD67
	F32x4Floor                Op = 0xFD68
	F32x4Trunc                Op = 0xFD69
	F32x4Nearest              Op = 0xFD6A
	I16x8ExtaddPairwiseI8x16U Op = 0xFD7D
	I32x4ExtaddPairwiseI16x8U Op = 0xFD7F
	I16x8ExtendLowI8x16U      Op = 0xFD89
	I16x8ExtendHighI8x16U     Op = 0xFD8A
	I16x8Add                  Op = 0xFD8E
	I16x8Sub                  Op = 0xFD91
	I16x8Mul                  Op = 0xFD95
	I32x4Abs                  Op = 0xFDA0
	I32x4Neg                  Op = 0xFDA1
	I32x4AllTrue              Op = 0xFDA3
	I32x4Bitmask              Op = 0xFDA4
	I32x4ExtendLowI16x8S      Op = 0xFDA7
	I32x4ExtendLowI16x8U      Op = 0xFDA9
	I32x4Shl                  Op = 0xFDAB
	I32x4ShrS                 Op = 0xFDAC
	I32x4ShrU                 Op = 0xFDAD
	I32x4Add                  Op = 0xFDAE
	I32x4Sub                  Op = 0xFDB1
	I32x4Mul                  Op = 0xFDB5
	I32x4MinS                 Op = 0xFDB6
	I32x4MinU                 Op = 0xFDB7
	I32x4MaxS                 Op = 0xFDB8
	I32x4MaxU                 Op = 0xFDB9
	I32x4DotI16x8S            Op = 0xFDBA
	I64x2ExtendLowI32x4S      Op = 0xFDC7
	I64x2ExtendHighI32x4S     Op = 0xFDC8
	I64x2ExtendLowI32x4U      Op = 0xFDC9
	I64x2ExtendHighI32x4U     Op = 0xFDCA
	I64x2Shl                  Op = 0xFDCB
	I64x2ShrS                 Op = 0xFDCC
	I64x2ShrU                 Op = 0xFDCD
	I64x2Add                  Op = 0xFDCE
	I64x2Sub                  Op = 0xFDD1
	I64x2Mul                  Op = 0xFDD5
	I64x2ExtmulLowI32x4S      Op = 0xFDDC
	I64x2ExtmulHighI32x4S     Op = 0xFDDD
	I64x2ExtmulLowI32x4U      Op = 0xFDDE
	I64x2ExtmulHighI32x4U     Op = 0xFDDF
	F32x4Abs                  Op = 0xFDE0
	F32x4Neg                  Op = 0xFDE1
	F32x4Sqrt                 Op = 0xFDE3
	F32x4Add                  Op = 0xFDE4
	F32x4Sub                  Op = 0xFDE5
	F32x4Mul                  Op = 0xFDE6
	F32x4Div                  Op = 0xFDE7
	F32x4Min                  Op = 0xFDE8
	F32x4Max                  Op = 0xFDE9
	F32x4Pmin                 Op = 0xFDEA
	F32x4Pmax                 Op = 0xFDEB
	F64x2Abs                  Op = 0xFDEC
	F64x2Neg                  Op = 0xFDED
	F64x2Sqrt                 Op = 0xFDEF
	F64x2Add                  Op = 0xFDF0
	F64x2Sub                  Op = 0xFDF1
	F64x2Mul                  Op = 0xFDF2
	F64x2Div                  Op = 0xFDF3
	F64x2Min                  Op = 0xFDF4
	F64x2Max                  Op = 0xFDF5
	I32x4TruncSatF32x4S       Op = 0xFDF8
	I32x4TruncSatF32x4U       Op = 0xFDF9
	F32x4ConvertI32x4S        Op = 0xFDFA
	F32x4ConvertI32x4U        Op = 0xFDFB
	I32x4TruncSatF64x2SZero   Op = 0xFDFC
	I32x4TruncSatF64x2UZero   Op = 0xFDFD
	F64x2ConvertLowI32x4S     Op = 0xFDFE
	F64x2ConvertLowI32x4U     Op = 0xFDFF
)

// vectorOps are the rows of the instruction table, sorted by opcode.
var vectorOps = []opInfo{
	{V128Load, "v128.load", immMem},
	{V128Load8Splat, "v128.load8_splat", immMem},
	{V128Load32Splat, "v128.load32_splat", immMem},
	{V128Store, "v128.store", immMem},
	{V128Const, "v128.const", immV128},
	{I8x16Shuffle, "i8x16.shuffle", immV128},
	{I8x16Swizzle, "i8x16.swizzle", immNone},
	{I8x16Splat, "i8x16.splat", immNone},
	{I16x8Splat, "i16x8.splat", immNone},
	{I32x4Splat, "i32x4.splat", immNone},
	{I64x2Splat, "i64x2.splat", immNone},
	{F32x4Splat, "f32x4.splat", immNone},
	{F64x2Splat, "f64x2.splat", immNone},
	{I32x4ExtractLane, "i32x4.extract_lane", immLane},
	{I32x4ReplaceLane, "i32x4.replace_lane", immLane},
	{I64x2ExtractLane, "i64x2.extract_lane", immLane},
	{I64x2ReplaceLane, "i64x2.replace_lane", immLane},
	{F32x4ExtractLane, "f32x4.extract_lane", immLane},
	{F32x4ReplaceLane, "f32x4.replace_lane", immLane},
	{F64x2ExtractLane, "f64x2.extract_lane", immLane},
	{F64x2ReplaceLane, "f64x2.replace_lane", immLane},
	{I8x16GtS, "i8x16.gt_s", immNone},
	{I16x8GtS, "i16x8.gt_s", immNone},
	{I32x4Eq, "i32x4.eq", immNone},
	{I32x4Ne, "i32x4.ne", immNone},
	{I32x4LtS, "i32x4.lt_s", immNone},
	{I32x4LtU, "i32x4.lt_u", immNone},
	{I32x4GtS, "i32x4.gt_s", immNone},
	{I32x4GtU, "i32x4.gt_u", immNone},
	{I32x4LeS, "i32x4.le_s", immNone},
	{I32x4LeU, "i32x4.le_u", immNone},
	{I32x4GeS, "i32x4.ge_s", immNone},
	{I32x4GeU, "i32x4.ge_u", immNone},
	{F32x4Eq, "f32x4.eq", immNone},
	{F32x4Ne, "f32x4.ne", immNone},
	{F32x4Lt, "f32x4.lt", immNone},
	{F32x4Gt, "f32x4.gt", immNone},
	{F32x4Le, "f32x4.le", immNone},
	{F32x4Ge, "f32x4.ge", immNone},
	{F64x2Eq, "f64x2.eq", immNone},
	{F64x2Ne, "f64x2.ne", immNone},
	{F64x2Lt, "f64x2.lt", immNone},
	{F64x2Gt, "f64x2.gt", immNone},
	{F64x2Le, "f64x2.le", immNone},
	{F64x2Ge, "f64x2.ge", immNone},
	{V128Not, "v128.not", immNone},
	{V128And, "v128.and", immNone},
	{V128Andnot, "v128.andnot", immNone},
	{V128Or, "v128.or", immNone},
	{V128Xor, "v128.xor", immNone},
	{V128Bitselect, "v128.bitselect", immNone},
	{V128AnyTrue, "v128.any_true", immNone},
	{V128Load32Lane, "v128.load32_lane", immMemLane},
	{V128Load64Lane, "v128.load64_lane", immMemLane},
	{V128Store32Lane, "v128.store32_lane", immMemLane},
	{V128Store64Lane, "v128.store64_lane", immMemLane},
	{V128Load32Zero, "v128.load32_zero", immMem},
	{V128Load64Zero, "v128.load64_zero", immMem},
	{F32x4DemoteF64x2Zero, "f32x4.demote_f64x2_zero", immNone},
	{F64x2PromoteLowF32x4, "f64x2.promote_low_f32x4", immNone},
	{I8x16Popcnt, "i8x16.popcnt", immNone},
	{F32x4Ceil, "f32x4.ceil", immNone},
	{F32x4Floor, "f32x4.floor", immNone},
	{F32x4Trunc, "f32x4.trunc", immNone},
	{F32x4Nearest, "f32x4.nearest", immNone},
	{I16x8ExtaddPairwiseI8x16U, "i16x8.extadd_pairwise_i8x16_u", immNone},
	{I32x4ExtaddPairwiseI16x8U, "i32x4.extadd_pairwise_i16x8_u", immNone},
	{I16x8ExtendLowI8x16U, "i16x8.extend_low_i8x16_u", immNone},
	{I16x8ExtendHighI8x16U, "i16x8.extend_high_i8x16_u", immNone},
	{I16x8Add, "i16x8.add", immNone},
	{I16x8Sub, "i16x8.sub", immNone},
	{I16x8Mul, "i16x8.mul", immNone},
	{I32x4Abs, "i32x4.abs", immNone},
	{I32x4Neg, "i32x4.neg", immNone},
	{I32x4AllTrue, "i32x4.all_true", immNone},
	{I32x4Bitmask, "i32x4.bitmask", immNone},
	{I32x4ExtendLowI16x8S, "i32x4.extend_low_i16x8_s", immNone},
	{I32x4ExtendLowI16x8U, "i32x4.extend_low_i16x8_u", immNone},
	{I32x4Shl, "i32x4.shl", immNone},
	{I32x4ShrS, "i32x4.shr_s", immNone},
	{I32x4ShrU, "i32x4.shr_u", immNone},
	{I32x4Add, "i32x4.add", immNone},
	{I32x4Sub, "i32x4.sub", immNone},
	{I32x4Mul, "i32x4.mul", immNone},
	{I32x4MinS, "i32x4.min_s", immNone},
	{I32x4MinU, "i32x4.min_u", immNone},
	{I32x4MaxS, "i32x4.max_s", immNone},
	{I32x4MaxU, "i32x4.max_u", immNone},
	{I32x4DotI16x8S, "i32x4.dot_i16x8_s", immNone},
	{I64x2ExtendLowI32x4S, "i64x2.extend_low_i32x4_s", immNone},
	{I64x2ExtendHighI32x4S, "i64x2.extend_high_i32x4_s", immNone},
	{I64x2ExtendLowI32x4U, "i64x2.extend_low_i32x4_u", immNone},
	{I64x2ExtendHighI32x4U, "i64x2.extend_high_i32x4_u", immNone},
	{I64x2Shl, "i64x2.shl", immNone},
	{I64x2ShrS, "i64x2.shr_s", immNone},
	{I64x2ShrU, "i64x2.shr_u", immNone},
	{I64x2Add, "i64x2.add", immNone},
	{I64x2Sub, "i64x2.sub", immNone},
	{I64x2Mul, "i64x2.mul", immNone},
	{I64x2ExtmulLowI32x4S, "i64x2.extmul_low_i32x4_s", immNone},
	{I64x2ExtmulHighI32x4S, "i64x2.extmul_high_i32x4_s", immNone},
	{I64x2ExtmulLowI32x4U, "i64x2.extmul_low_i32x4_u", immNone},
	{I64x2ExtmulHighI32x4U, "i64x2.extmul_high_i32x4_u", immNone},
	{F32x4Abs, "f32x4.abs", immNone},
	{F32x4Neg, "f32x4.neg", immNone},
	{F32x4Sqrt, "f32x4.sqrt", immNone},
	{F32x4Add, "f32x4.add", immNone},
	{F32x4Sub, "f32x4.sub", immNone},
	{F32x4Mul, "f32x4.mul", immNone},
	{F32x4Div, "f32x4.div", immNone},
	{F32x4Min, "f32x4.min", immNone},
	{F32x4Max, "f32x4.max", immNone},
	{F32x4Pmin, "f32x4.pmin", immNone},
	{F32x4Pmax, "f32x4.pmax", immNone},
	{F64x2Abs, "f64x2.abs", immNone},
	{F64x2Neg, "f64x2.neg", immNone},
	{F64x2Sqrt, "f64x2.sqrt", immNone},
	{F64x2Add, "f64x2.add", immNone},
	{F64x2Sub, "f64x2.sub", immNone},
	{F64x2Mul, "f64x2.mul", immNone},
	{F64x2Div, "f64x2.div", immNone},
	{F64x2Min, "f64x2.min", immNone},
	{F64x2Max, "f64x2.max", immNone},
	{I32x4TruncSatF32x4S, "i32x4.trunc_sat_f32x4_s", immNone},
	{I32x4TruncSatF32x4U, "i32x4.trunc_sat_f32x4_u", immNone},
	{F32x4ConvertI32x4S, "f32x4.convert_i32x4_s", immNone},
	{F32x4ConvertI32x4U, "f32x4.convert_i32x4_u", immNone},
	{I32x4TruncSatF64x2SZero, "i32x4.trunc_sat_f64x2_s_zero", immNone},
	{I32x4TruncSatF64x2UZero, "i32x4.trunc_sat_f64x2_u_zero", immNone},
	{F64x2ConvertLowI32x4S, "f64x2.convert_low_i32x4_s", immNone},
	{F64x2ConvertLowI32x4U, "f64x2.convert_low_i32x4_u", immNone},
}
