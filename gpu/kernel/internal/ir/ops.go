package ir

// Op is an operation.
type Op uint8

// The operations. The table below gives their text names and signatures; eval.go defines what the pure ones compute.
const (
	OpInvalid Op = iota

	OpConst // Imm: the bits
	OpSys   // Imm: SysVal

	// Float arithmetic.
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFMin // a < b ? a : b, but a where b is NaN
	OpFMax // a > b ? a : b, but a where b is NaN
	OpFAbs
	OpFNeg
	OpFSqrt
	OpFFloor
	OpFCeil
	OpFTrunc
	OpFRound // to nearest, ties to even
	OpFEq    // ordered: false where either is NaN
	OpFNe    // unordered: true where either is NaN
	OpFLt
	OpFLe

	// Integer arithmetic, wrapping.
	OpIAdd
	OpISub
	OpIMul
	OpDivS // by 0: -1; the smallest number by -1: itself
	OpDivU // by 0: 0xffffffff
	OpRemS // by 0: -1; the smallest number by -1: 0; the sign of the dividend
	OpRemU // by 0: 0xffffffff
	OpMinS
	OpMinU
	OpMaxS
	OpMaxU
	OpAnd
	OpOr
	OpXor
	OpNot
	OpShl // the count is taken modulo 32, here and in the right shifts
	OpShrS
	OpShrU
	OpIEq
	OpINe
	OpLtS
	OpLeS
	OpLtU
	OpLeU
	OpPopCount
	OpFirstHighS // index, from bit 0, of the highest bit that differs from the sign; -1 for 0 and -1
	OpFirstHighU // index, from bit 0, of the highest 1; -1 for 0
	OpFirstLow   // index of the lowest 1; -1 for 0
	OpReverse

	// Booleans.
	OpBAnd
	OpBOr
	OpBXor
	OpBNot
	OpBToI // 0 or 1

	OpSelect // condition, value if true, value if false

	// Conversions.
	OpFToS    // toward zero, saturating, NaN gives 0
	OpFToU    // toward zero, saturating, NaN gives 0
	OpSToF    // to nearest even
	OpUToF    // to nearest even
	OpBitsToF // bitcast; the bits are kept
	OpFToBits // bitcast; NaN becomes 0xffffffff
	OpFToHalf // binary16 bits in the low half, to nearest even, overflow to infinity, NaN becomes 0x7e00
	OpHalfToF // of the low 16 bits
	OpFToSRGB // the byte that the number is nearest to after the sRGB transfer function, clamped to [0, 1]; NaN gives 0
	OpFRoundHalf

	// Memory. slot is the element of a binding array; 0 (absent) means the first.
	OpLoadBuf      // slot?, index, dynamic byte offset? → Width bytes at Offset + dynamic inside the element
	OpStoreBuf     // slot?, index, dynamic?, value
	OpAtomicBuf    // slot?, index, dynamic?, value, comparand? → the old value; Imm: AtomicOp
	OpLoadTex      // slot?, x, y?, z?, mip? → Width bytes at Offset inside the texel
	OpStoreTex     // slot?, x, y?, z?, mip?, value
	OpAtomicTex    // slot?, x, y?, z?, mip?, value, comparand? → the old value
	OpLoadConst    // slot?, dynamic byte offset? → 4 bytes at Offset + dynamic
	OpLoadShared   // byte address, index? → Width bytes at Offset + address; nothing where the index is not below ElementLimit
	OpStoreShared  // byte address, index?, value
	OpAtomicShared // byte address, index?, value, comparand? → the old value
	OpLoadLocal    // byte address, index? → Width bytes of the work item's local memory
	OpStoreLocal   // byte address, index?, value
	OpQuery        // slot?, mip? → Imm: QueryField of the record

	// Waves: over the active lanes of the wave, in ascending lane order.
	OpWaveBallot  // bit n is set where lane n is active and its argument true
	OpWaveAny     // some active lane is true
	OpWaveAll     // all active lanes are true
	OpWaveIsFirst // this is the first active lane
	OpWaveFirst   // the value of the first active lane
	OpWaveAt      // value, lane (may vary) → the value of that lane; 0 where it is inactive or at least 4
	OpWaveSumF    // folds start with the first active lane: ((v0+v1)+v2)+v3
	OpWaveSumI
	OpWaveMulF
	OpWaveMulI
	OpWaveMinF
	OpWaveMinS
	OpWaveMinU
	OpWaveMaxF
	OpWaveMaxS
	OpWaveMaxU
	OpWaveAnd
	OpWaveOr
	OpWaveXor
	OpWavePrefixSumF // exclusive: the first active lane gets 0 (of products: 1), the next ones the fold of the lanes before them
	OpWavePrefixSumI
	OpWavePrefixMulF
	OpWavePrefixMulI

	// Imm: four lane numbers of two bits, lane 0's lowest → the value of that lane; the lane's own where that one is inactive. Where
	// all four are one lane, the first active lane stands for an inactive one, so that all get the same.
	OpQuadRead

	// Stages: see Stage. They need no record and no check.
	OpStageIn    // Imm: plane → the work item's word of a vertex program's inputs
	OpStageOut   // value; Imm: plane of a program's outputs
	OpQuadWord   // Imm: word of the wave's quad record, the same for its lanes
	OpTriangle   // Imm: word of the record of the quad's triangle, the same for its lanes
	OpPixelPlace // Imm: 0 or 1 → x or y of the centre of the pixel
	OpCovered    // the lane's bit of the quad's mask: it is no helper

	OpBarrier // group sync; memory is always ordered
	OpAligned // slot?, byte address: a report if the address is no multiple of 4; Binding: the buffer that is accessed there
	OpPrintf  // any values; Imm: format
	OpIf      // condition; two blocks that yield the results
	OpLoop    // initial values; condition block with as many parameters that yields (Bool, results…); body that yields the next parameters

	numOps
)

// Class says what an operation may do.
type Class uint8

// The classes of operations.
const (
	Pure    Class = iota // depends on its arguments only
	System               // depends on the work item; the same each time
	Load                 // reads memory; may report
	Store                // writes memory; may report
	Atomic               // reads and writes memory; may report
	WaveOp               // depends on the mask and on other lanes
	Effect               // Barrier, Printf, Aligned
	Output               // writes the work item's own words of a stage's outputs, which nothing reads
	Control              // If, Loop
)

// opInfo is one row of the table. Signature letters: b Bool, i I32, f F32, T any type (all T of a row are one type), ? before
// a letter: the argument may be absent; after the colon the result.
type opInfo struct {
	name  string
	sig   string
	class Class
	cost  uint8 // of one wave
}

var ops = [numOps]opInfo{
	OpConst: {"const", ":T", Pure, 0},
	OpSys:   {"sys", ":i", System, 1},

	OpFAdd:   {"fadd", "ff:f", Pure, 1},
	OpFSub:   {"fsub", "ff:f", Pure, 1},
	OpFMul:   {"fmul", "ff:f", Pure, 1},
	OpFDiv:   {"fdiv", "ff:f", Pure, 4},
	OpFMin:   {"fmin", "ff:f", Pure, 1},
	OpFMax:   {"fmax", "ff:f", Pure, 1},
	OpFAbs:   {"fabs", "f:f", Pure, 1},
	OpFNeg:   {"fneg", "f:f", Pure, 1},
	OpFSqrt:  {"fsqrt", "f:f", Pure, 4},
	OpFFloor: {"ffloor", "f:f", Pure, 1},
	OpFCeil:  {"fceil", "f:f", Pure, 1},
	OpFTrunc: {"ftrunc", "f:f", Pure, 1},
	OpFRound: {"fround", "f:f", Pure, 1},
	OpFEq:    {"feq", "ff:b", Pure, 1},
	OpFNe:    {"fne", "ff:b", Pure, 1},
	OpFLt:    {"flt", "ff:b", Pure, 1},
	OpFLe:    {"fle", "ff:b", Pure, 1},

	OpIAdd:       {"iadd", "ii:i", Pure, 1},
	OpISub:       {"isub", "ii:i", Pure, 1},
	OpIMul:       {"imul", "ii:i", Pure, 1},
	OpDivS:       {"divs", "ii:i", Pure, 8},
	OpDivU:       {"divu", "ii:i", Pure, 8},
	OpRemS:       {"rems", "ii:i", Pure, 8},
	OpRemU:       {"remu", "ii:i", Pure, 8},
	OpMinS:       {"mins", "ii:i", Pure, 1},
	OpMinU:       {"minu", "ii:i", Pure, 1},
	OpMaxS:       {"maxs", "ii:i", Pure, 1},
	OpMaxU:       {"maxu", "ii:i", Pure, 1},
	OpAnd:        {"and", "ii:i", Pure, 1},
	OpOr:         {"or", "ii:i", Pure, 1},
	OpXor:        {"xor", "ii:i", Pure, 1},
	OpNot:        {"not", "i:i", Pure, 1},
	OpShl:        {"shl", "ii:i", Pure, 1},
	OpShrS:       {"shrs", "ii:i", Pure, 1},
	OpShrU:       {"shru", "ii:i", Pure, 1},
	OpIEq:        {"ieq", "ii:b", Pure, 1},
	OpINe:        {"ine", "ii:b", Pure, 1},
	OpLtS:        {"lts", "ii:b", Pure, 1},
	OpLeS:        {"les", "ii:b", Pure, 1},
	OpLtU:        {"ltu", "ii:b", Pure, 1},
	OpLeU:        {"leu", "ii:b", Pure, 1},
	OpPopCount:   {"popcount", "i:i", Pure, 2},
	OpFirstHighS: {"firsthighs", "i:i", Pure, 2},
	OpFirstHighU: {"firsthighu", "i:i", Pure, 2},
	OpFirstLow:   {"firstlow", "i:i", Pure, 2},
	OpReverse:    {"reverse", "i:i", Pure, 2},

	OpBAnd:   {"band", "bb:b", Pure, 1},
	OpBOr:    {"bor", "bb:b", Pure, 1},
	OpBXor:   {"bxor", "bb:b", Pure, 1},
	OpBNot:   {"bnot", "b:b", Pure, 1},
	OpBToI:   {"btoi", "b:i", Pure, 1},
	OpSelect: {"select", "bTT:T", Pure, 1},

	OpFToS:       {"ftos", "f:i", Pure, 1},
	OpFToU:       {"ftou", "f:i", Pure, 1},
	OpSToF:       {"stof", "i:f", Pure, 1},
	OpUToF:       {"utof", "i:f", Pure, 1},
	OpBitsToF:    {"bitcast.f32", "i:f", Pure, 0},
	OpFToBits:    {"bitcast.i32", "f:i", Pure, 0},
	OpFToHalf:    {"f32tof16", "f:i", Pure, 2},
	OpHalfToF:    {"f16tof32", "i:f", Pure, 2},
	OpFToSRGB:    {"f32tosrgb", "f:i", Pure, 8},
	OpFRoundHalf: {"froundhalf", "f:f", Pure, 2},

	OpLoadBuf:      {"loadbuf", "?ii?i:i", Load, 2},
	OpStoreBuf:     {"storebuf", "?ii?ii", Store, 2},
	OpAtomicBuf:    {"atomicbuf", "?ii?ii?i:i", Atomic, 16},
	OpLoadTex:      {"loadtex", "?ii?i?i?i:i", Load, 4},
	OpStoreTex:     {"storetex", "?ii?i?i?ii", Store, 4},
	OpAtomicTex:    {"atomictex", "?ii?i?i?ii?i:i", Atomic, 16},
	OpLoadConst:    {"loadconst", "?i?i:i", Load, 1},
	OpLoadShared:   {"loadshared", "i?i:i", Load, 2},
	OpStoreShared:  {"storeshared", "i?ii", Store, 2},
	OpAtomicShared: {"atomicshared", "i?ii?i:i", Atomic, 8},
	OpLoadLocal:    {"loadlocal", "i?i:i", Load, 2},
	OpStoreLocal:   {"storelocal", "i?ii", Store, 2},
	OpQuery:        {"query", "?i?i:i", Load, 1},

	OpWaveBallot:     {"wave.ballot", "b:i", WaveOp, 1},
	OpWaveAny:        {"wave.any", "b:b", WaveOp, 1},
	OpWaveAll:        {"wave.all", "b:b", WaveOp, 1},
	OpWaveIsFirst:    {"wave.isfirst", ":b", WaveOp, 1},
	OpWaveFirst:      {"wave.first", "T:T", WaveOp, 1},
	OpWaveAt:         {"wave.at", "Ti:T", WaveOp, 1},
	OpWaveSumF:       {"wave.sumf", "f:f", WaveOp, 4},
	OpWaveSumI:       {"wave.sumi", "i:i", WaveOp, 4},
	OpWaveMulF:       {"wave.mulf", "f:f", WaveOp, 4},
	OpWaveMulI:       {"wave.muli", "i:i", WaveOp, 4},
	OpWaveMinF:       {"wave.minf", "f:f", WaveOp, 4},
	OpWaveMinS:       {"wave.mins", "i:i", WaveOp, 4},
	OpWaveMinU:       {"wave.minu", "i:i", WaveOp, 4},
	OpWaveMaxF:       {"wave.maxf", "f:f", WaveOp, 4},
	OpWaveMaxS:       {"wave.maxs", "i:i", WaveOp, 4},
	OpWaveMaxU:       {"wave.maxu", "i:i", WaveOp, 4},
	OpWaveAnd:        {"wave.and", "i:i", WaveOp, 4},
	OpWaveOr:         {"wave.or", "i:i", WaveOp, 4},
	OpWaveXor:        {"wave.xor", "i:i", WaveOp, 4},
	OpWavePrefixSumF: {"wave.prefixsumf", "f:f", WaveOp, 4},
	OpWavePrefixSumI: {"wave.prefixsumi", "i:i", WaveOp, 4},
	OpWavePrefixMulF: {"wave.prefixmulf", "f:f", WaveOp, 4},
	OpWavePrefixMulI: {"wave.prefixmuli", "i:i", WaveOp, 4},

	OpQuadRead: {"quad.read", "T:T", WaveOp, 1},

	OpStageIn:    {"stage.in", ":i", System, 1},
	OpStageOut:   {"stage.out", "i", Output, 1},
	OpQuadWord:   {"quad.word", ":T", System, 1},
	OpTriangle:   {"triangle.word", ":T", System, 1},
	OpPixelPlace: {"pixel.place", ":f", System, 1},
	OpCovered:    {"pixel.covered", ":b", System, 1},

	OpBarrier: {"barrier", "", Effect, 8},
	OpAligned: {"aligned", "?ii", Effect, 0},
	OpPrintf:  {"printf", "*", Effect, 16},
	OpIf:      {"if", "b*", Control, 1},
	OpLoop:    {"loop", "*", Control, 1},
}

// String is the name in the text form.
func (op Op) String() string { return ops[op].name }

// Class says what op may do.
func (op Op) Class() Class { return ops[op].class }

// SysVal is a system value of a work item.
type SysVal uint8

// The system values. Vectors come as their components, in the order x, y, z.
const (
	DispatchThreadIDX SysVal = iota
	DispatchThreadIDY
	DispatchThreadIDZ
	GroupThreadIDX
	GroupThreadIDY
	GroupThreadIDZ
	GroupIDX
	GroupIDY
	GroupIDZ
	GroupIndex  // linear index of the work item in its group
	GroupCountX // groups of the dispatch
	GroupCountY
	GroupCountZ
	LaneIndex // 0..3: GroupIndex modulo WaveSize
	numSysVals
)

var sysNames = [numSysVals]string{"DispatchThreadID.x", "DispatchThreadID.y", "DispatchThreadID.z", "GroupThreadID.x",
	"GroupThreadID.y", "GroupThreadID.z",
	"GroupID.x", "GroupID.y", "GroupID.z", "GroupIndex", "GroupCount.x", "GroupCount.y", "GroupCount.z", "LaneIndex"}

// String is the name in the text form.
func (s SysVal) String() string { return sysNames[s] }

// AtomicOp is what an atomic does with the old value and its argument.
type AtomicOp uint8

// The atomic operations. CompareExchange stores the value where the old one equals the comparand. Counters of buffers are counted down with Subtract.
const (
	AtomicAdd AtomicOp = iota
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicMinS
	AtomicMinU
	AtomicMaxS
	AtomicMaxU
	AtomicSubtract
	AtomicExchange
	AtomicCompareExchange
	numAtomicOps
)

var atomicNames = [numAtomicOps]string{"add", "and", "or", "xor", "mins", "minu", "maxs", "maxu", "sub", "exchange", "cmpxchg"}

// String is the name in the text form.
func (a AtomicOp) String() string { return atomicNames[a] }
