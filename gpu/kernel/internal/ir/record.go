package ir

import "encoding/binary"

// RecordBytes is the size of one record: 64 little-endian 32-bit words. Records are aligned to 16 bytes.
const RecordBytes = 256

// MaxMips is the number of mip levels that a record has room for (textures up to 16384 texels).
const MaxMips = 15

// The words of a record. Multiply by 4 for the byte offset.
//
//	word  0        1       2           3       4        5        6       7        8       9      10      11        12…15
//	      Base     Size    Count       Stride  Format   Width    Height  Depth    Mips    Flags  Object  Least     0
//	word 16 + 3*m: Offset  RowPitch    SlicePitch      of mip m, m < 15;  word 61…63: 0
//
// A record of zeros is the null descriptor: loads give 0, stores are dropped, queries give 0. Samplers use words 16…28 for their fields (see
// QueryField), word 9 as for all, and zeros elsewhere. Those of an array, which is a Raw binding, are buffers too: words 0…3 show their own fields,
// so that a load of one is an access like others, and an access outside where there is no sampler.
const (
	WordBase   = 0  // byte address of the first element, texel or constant
	WordSize   = 1  // bytes that the view covers, from Base
	WordCount  = 2  // buffers: elements of Stride bytes inside Size
	WordStride = 3  // bytes of an element or texel
	WordFormat = 4  // as gpu.Format numbers them; 0 for structured and raw
	WordWidth  = 5  // texels of mip 0 of the view
	WordHeight = 6  // 1 for 1D
	WordDepth  = 7  // texels of 3D mip 0, array slices (cube faces) else; at least 1
	WordMips   = 8  // mip levels of the view; a UAV has one
	WordFlags  = 9  // FlagVolume, FlagSamples
	WordObject = 10 // the owner's number of the resource, for reports; executors do not read it
	WordLeast  = 11 // float bits: the mip level of the view that sampling uses at least
	WordMip0   = 16 // first of three words a mip: Offset, RowPitch, SlicePitch
)

// Flags of a record.
const (
	FlagVolume  = 1 // 3D textures: depth halves from mip to mip
	FlagSamples = 2 // multisampled textures: the mips are the samples, all of one size
)

// Mip is the place of one mip level.
//
//	address of texel (x, y, z) = Base + Offset + z*SlicePitch + y*RowPitch + x*Stride
type Mip struct {
	Offset     uint32 // bytes from Base to texel (0, 0, 0)
	RowPitch   uint32 // bytes from row to row
	SlicePitch uint32 // bytes from depth slice to depth slice, or from array slice to array slice
}

// Record is what an executor knows of one bound view. Put and LoadRecord convert it to and from the words in memory.
type Record struct {
	Base, Size, Count, Stride    uint32
	Format                       uint32
	Width, Height, Depth, Levels uint32
	Flags, Object, Least         uint32
	Mips                         [MaxMips]Mip
	Sampler                      SamplerFields
}

// SamplerFields are the words of a sampler's record. Its numbers are those of Direct3D 12.
type SamplerFields struct {
	Filter, AddressU, AddressV, AddressW uint32
	MipLODBias                           uint32 // float bits
	MaxAnisotropy, Comparison            uint32
	Border                               [4]uint32 // float bits
	MinLOD, MaxLOD                       uint32    // float bits
}

func (s *SamplerFields) words() [13]uint32 {
	return [...]uint32{s.Filter, s.AddressU, s.AddressV, s.AddressW, s.MipLODBias, s.MaxAnisotropy, s.Comparison,
		s.Border[0], s.Border[1], s.Border[2], s.Border[3], s.MinLOD, s.MaxLOD}
}

// Word is the field that q reads; q is one of those of samplers.
func (s *SamplerFields) Word(q QueryField) uint32 { return s.words()[q-QueryFilter] }

// LoadSampler reads the words of a sampler's record.
func LoadSampler(mem []byte) SamplerFields {
	at := func(q QueryField) uint32 { return binary.LittleEndian.Uint32(mem[4*q.Word():]) }
	return SamplerFields{Filter: at(QueryFilter), AddressU: at(QueryAddressU), AddressV: at(QueryAddressV), AddressW: at(QueryAddressW),
		MipLODBias: at(QueryMipLODBias), MaxAnisotropy: at(QueryMaxAnisotropy), Comparison: at(QueryComparison),
		Border: [4]uint32{at(QueryBorderR), at(QueryBorderG), at(QueryBorderB), at(QueryBorderA)}, MinLOD: at(QueryMinLOD), MaxLOD: at(QueryMaxLOD)}
}

// QueryField selects what OpQuery reads.
type QueryField uint8

// The fields of records. Width, Height and Depth are of the mip argument, 0 where there is no such mip; all others ignore it.
const (
	QueryWidth QueryField = iota
	QueryHeight
	QueryDepth // depth of the mip, or array slices
	QueryMips
	QueryCount
	QueryStride
	QueryFormat
	QuerySize
	QueryFilter // from here on: fields of samplers
	QueryAddressU
	QueryAddressV
	QueryAddressW
	QueryMipLODBias
	QueryMaxAnisotropy
	QueryComparison
	QueryBorderR
	QueryBorderG
	QueryBorderB
	QueryBorderA
	QueryMinLOD
	QueryMaxLOD
	QueryLeast // of textures again: float bits
	numQueryFields
)

var queryNames = [numQueryFields]string{"width", "height", "depth", "mips", "count", "stride", "format", "size", "filter",
	"addressu", "addressv", "addressw",
	"miplodbias", "maxanisotropy", "comparison", "borderr", "borderg", "borderb", "bordera", "minlod", "maxlod", "least"}

// String is the name in the text form.
func (q QueryField) String() string { return queryNames[q] }

// Word is the word of a record that q reads. For Width, Height and Depth it is the one of mip 0.
func (q QueryField) Word() uint32 {
	switch q {
	case QueryWidth:
		return WordWidth
	case QueryHeight:
		return WordHeight
	case QueryDepth:
		return WordDepth
	case QueryMips:
		return WordMips
	case QueryCount:
		return WordCount
	case QueryStride:
		return WordStride
	case QueryFormat:
		return WordFormat
	case QuerySize:
		return WordSize
	case QueryLeast:
		return WordLeast
	}
	return WordMip0 + uint32(q-QueryFilter)
}

// LeftOut is a bit of mip levels that a view leaves out. No texture has levels of such numbers, so they are outside.
const LeftOut = 1 << 31

// Put writes the words of r to the start of mem, which must have RecordBytes bytes. A record with sampler fields must have no mips.
func (r *Record) Put(mem []byte) {
	clear(mem[:RecordBytes])
	put := func(word int, v uint32) { binary.LittleEndian.PutUint32(mem[4*word:], v) }
	for i, v := range [...]uint32{r.Base, r.Size, r.Count, r.Stride, r.Format, r.Width, r.Height, r.Depth, r.Levels, r.Flags, r.Object, r.Least} {
		put(i, v)
	}
	if r.Sampler != (SamplerFields{}) {
		s := &r.Sampler
		for i, v := range s.words() {
			put(WordMip0+i, v)
		}
		return
	}
	for m := range min(int(r.Levels), MaxMips) { // the others are zeros
		put(WordMip0+3*m, r.Mips[m].Offset)
		put(WordMip0+3*m+1, r.Mips[m].RowPitch)
		put(WordMip0+3*m+2, r.Mips[m].SlicePitch)
	}
}

// LoadRecord reads the words of a buffer, constant or texture record. Sampler fields are read with Word.
func LoadRecord(mem []byte) Record {
	at := func(word int) uint32 { return binary.LittleEndian.Uint32(mem[4*word:]) }
	r := Record{Base: at(WordBase), Size: at(WordSize), Count: at(WordCount), Stride: at(WordStride), Format: at(WordFormat),
		Width: at(WordWidth), Height: at(WordHeight), Depth: at(WordDepth), Levels: at(WordMips), Flags: at(WordFlags),
		Object: at(WordObject), Least: at(WordLeast)}
	for m := range min(int(r.Levels), MaxMips) { // the others are zeros
		r.Mips[m] = Mip{at(WordMip0 + 3*m), at(WordMip0 + 3*m + 1), at(WordMip0 + 3*m + 2)}
	}
	return r
}

// LoadBuffer reads what of the record of a buffer, or of constants, says where its bytes are; all else is 0.
func LoadBuffer(mem []byte) Record {
	at := func(word int) uint32 { return binary.LittleEndian.Uint32(mem[4*word:]) }
	return Record{Base: at(WordBase), Size: at(WordSize), Count: at(WordCount), Stride: at(WordStride)}
}

// RecordWord is one word of the record at the start of mem.
func RecordWord(mem []byte, word int) uint32 { return binary.LittleEndian.Uint32(mem[4*word:]) }

// Extent is the size in texels of a mip level, zeros where the view has no such level.
func (r *Record) Extent(mip uint32) (width, height, depth uint32) {
	if mip >= r.Levels || mip >= MaxMips {
		return 0, 0, 0
	}
	depth = r.Depth
	if r.Flags&FlagSamples != 0 {
		return r.Width, r.Height, depth
	}
	if r.Flags&FlagVolume != 0 {
		depth = max(r.Depth>>mip, 1)
	}
	return max(r.Width>>mip, 1), max(r.Height>>mip, 1), depth
}

// Fit is the record that binding b sees when r is bound to it: executors use the binding's stride, so a buffer of another
// stride is counted again, and a texture of another texel size is the null descriptor.
func (r Record) Fit(b *Binding) Record {
	switch {
	case b.Shape.IsBuffer() && r.Stride != b.Stride:
		r.Stride = b.Stride
		r.Count = 0
		if b.Stride > 0 {
			r.Count = r.Size / b.Stride
		}
	case b.Shape.IsTexture() && r.Stride != b.Stride:
		return Record{}
	}
	return r
}
