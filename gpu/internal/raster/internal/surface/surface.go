// Package surface is the memory of targets: where the texels of a plane are, and the depths in a depth plane, read, compared and written.
//
// It must not know draws, primitives or states: it sees bytes and numbers. Different texels may be accessed concurrently.
package surface

// Surface is the memory of one plane of one subresource.
//
//	Bytes: | row 0, RowPitch apart, row 1 … of sample 0 | … of sample 1, SamplePitch bytes after it …
type Surface struct {
	Bytes       []byte // from the first texel to the end of the last one, of all samples
	RowPitch    uint32 // bytes
	SamplePitch uint64 // bytes between the planes of samples; unused with one sample
	Address     uint32 // of the first byte, where programs see it
}

// At are the bytes of a sample of a texel of size bytes.
func (s *Surface) At(x, y int32, sample int, size uint32) []byte {
	i := uint64(sample)*s.SamplePitch + uint64(y)*uint64(s.RowPitch) + uint64(x)*uint64(size)
	return s.Bytes[i : i+uint64(size)]
}
