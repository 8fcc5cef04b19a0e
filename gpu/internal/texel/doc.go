// Package texel converts single texels between bytes and numbers, by format.
//
//	bytes ──Decode──▶ [4]float32 ──Encode──▶ bytes      red, green, blue, alpha; the conversions of D3D11.3, chapter 3.2.3
//	bytes ──DecodeBits──▶ [4]uint32 ──EncodeBits──▶ bytes
//
// It must not know resources, views or memory. All functions are pure and safe for concurrent use.
package texel
