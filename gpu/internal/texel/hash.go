package texel

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu"
)

// Hash is a 64-bit fingerprint of a resource: the first 8 bytes, as a big-endian number, of the SHA-256 of a header and the
// content without padding, subresource by subresource. The header is, in little-endian 32-bit words: dimension, format,
// width (64 bits), height, depth or array size, mips, samples. It is the same on all machines and for every layout. The resource begins
// at base, and bytes gives what is stored at a place.
func Hash(d *gpu.ResourceDesc, base uint64, footprints []gpu.Footprint, bytes func(at, size uint64) []byte) uint64 {
	h := sha256.New()
	var head []byte
	for _, v := range [...]uint32{uint32(d.Dimension), uint32(d.Format), uint32(d.Width), uint32(d.Width >> 32), d.Height, d.DepthOrArraySize,
		d.MipLevels, d.SampleDesc.Count} {
		head = binary.LittleEndian.AppendUint32(head, v)
	}
	h.Write(head)
	if d.Dimension == gpu.DimensionBuffer {
		h.Write(bytes(base, d.Width))
	}
	for i := range footprints {
		f := &footprints[i]
		for sample := range uint64(d.SampleDesc.Count) {
			for y := range uint64(f.Rows()) * uint64(f.Depth) {
				h.Write(bytes(f.Offset+sample*uint64(f.SamplePitch)+y*uint64(f.RowPitch), f.RowSizeInBytes))
			}
		}
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
}
