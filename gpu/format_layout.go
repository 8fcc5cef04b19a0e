package gpu

// TexelLayout is how the components of a format are in memory.
type TexelLayout uint8

// The layouts of texels.
const (
	TexelPlain        TexelLayout = iota // components of Bits each, one after the other
	TexelR10G10B10A2                     // a word of 32 bits, red in the lowest ones
	TexelR11G11B10                       // a word of 32 bits: floats without sign of 11, 11 and 10 bits
	TexelA8                              // a byte, which is alpha
	TexelB5G6R5                          // a word of 16 bits, blue in the lowest ones
	TexelB5G5R5A1                        // the same with a bit of alpha
	TexelB4G4R4A4                        // the same with four bits each
	TexelA4B4G4R4                        // the same with alpha in the lowest bits and red in the highest
	TexelB8G8R8X8                        // a word of 32 bits, blue in the lowest ones; the highest eight are nothing
	TexelR9G9B9E5                        // a word of 32 bits: fractions of 9 bits, red in the lowest ones, above them their exponent
	TexelDepth24                         // the depth plane of a format with stencil: 24 low bits of a word
	TexelStencil                         // the stencil plane: a byte, which shaders see as green
	TexelDepthStencil                    // two planes: depth, a word a texel; stencil, a byte a texel
	TexelBlock8                          // blocks of 4×4 texels in 8 bytes
	TexelBlock16                         // blocks of 4×4 texels in 16 bytes
)

// TexelField is the place of a component in a texel that is one word.
type TexelField struct {
	Component int // 0 red to 3 alpha; negative: bits that are nothing
	Bits      int
}

// texelFields are the fields of a word from the lowest bits up.
var texelFields = [...][]TexelField{
	TexelR10G10B10A2: {{0, 10}, {1, 10}, {2, 10}, {3, 2}},
	TexelR11G11B10:   {{0, 11}, {1, 11}, {2, 10}},
	TexelA8:          {{3, 8}},
	TexelB5G6R5:      {{2, 5}, {1, 6}, {0, 5}},
	TexelB5G5R5A1:    {{2, 5}, {1, 5}, {0, 5}, {3, 1}},
	TexelB4G4R4A4:    {{2, 4}, {1, 4}, {0, 4}, {3, 4}},
	TexelA4B4G4R4:    {{3, 4}, {2, 4}, {1, 4}, {0, 4}},
	TexelB8G8R8X8:    {{2, 8}, {1, 8}, {0, 8}, {-1, 8}},
	TexelR9G9B9E5:    {{0, 9}, {1, 9}, {2, 9}, {-1, 5}},
	TexelDepth24:     {{0, 24}, {-1, 8}},
	TexelStencil:     {{1, 8}},
	TexelBlock16:     nil,
}

// Fields are the fields of a texel that is one word, from the lowest bits up; nil for plain components, for two planes and for blocks. The
// slice is shared and never changed.
func (l TexelLayout) Fields() []TexelField { return texelFields[l] }

// Bytes is the size of the word that the fields fill, 0 where there are none.
func (l TexelLayout) Bytes() uint32 {
	bits := 0
	for _, f := range texelFields[l] {
		bits += f.Bits
	}
	return uint32(bits / 8)
}
