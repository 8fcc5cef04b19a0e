package desc

import (
	"fmt"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Contradiction says what contradicts itself in a normalized description of a device, and what repairs it; "" says that nothing does. The limits are
// those of masks of contexts (lifetime.MaxQueues) and of shader-visible heaps (Direct3D 12).
func (d DeviceDesc) Contradiction() (why string, r Repair) {
	if n := len(d.ImmediateContexts); n > lifetime.MaxQueues {
		return fmt.Sprintf("it has %d immediate contexts, at most %d are possible", n, lifetime.MaxQueues), Repair{Text: "make several devices"}
	}
	if ring := d.UploadRingSize; d.Numbering == NumberingSeed && ring&(ring-1) != 0 {
		next := uint64(1) << bits.Len64(ring)
		return fmt.Sprintf("UploadRingSize is %d bytes, which is no power of two", ring), put("UploadRingSize", next, fmt.Sprintf("use %d or %d bytes", next/2, next))
	}
	for i, most := range [2]uint64{gpu.MaxShaderVisibleDescriptors, gpu.MaxShaderVisibleSamplers} {
		heap, static, dynamic, chunk := gpu.DescriptorHeapType(i), d.GPUDescriptorHeapSize[i], d.GPUDynamicDescriptors[i], d.DynamicDescriptorChunkSize[i]
		switch sum := uint64(static) + uint64(dynamic); {
		case sum > most:
			return fmt.Sprintf("its GPU heap of type %s has %d descriptors, %d of GPUDescriptorHeapSize and %d of GPUDynamicDescriptors, and at most %d are possible", heap, sum, static, dynamic, most),
				Repair{Text: "lower one of the two fields"}
		case chunk > dynamic:
			return fmt.Sprintf("a chunk of %d dynamic descriptors of type %s is larger than all of them, %d", chunk, heap, dynamic),
				put(fmt.Sprintf("DynamicDescriptorChunkSize[%d]", i+1), dynamic, "lower DynamicDescriptorChunkSize, or raise GPUDynamicDescriptors")
		}
	}
	return "", Repair{}
}
