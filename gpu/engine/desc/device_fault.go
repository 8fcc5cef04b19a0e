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
	if page := d.DynamicHeapPageSize; page&(page-1) != 0 {
		return power("DynamicHeapPageSize", page)
	}
	if ring := d.UploadRingSize; d.Numbering == NumberingSeed && ring&(ring-1) != 0 {
		return power("UploadRingSize", ring)
	}
	for i, most := range [2]uint64{gpu.MaxShaderVisibleDescriptors, gpu.MaxShaderVisibleSamplers} {
		heap, static, dynamic, chunk := gpu.DescriptorHeapType(i), d.GPUDescriptorHeapSize[i], d.GPUDynamicDescriptors[i],
			d.DynamicDescriptorChunkSize[i]
		switch sum := uint64(static) + uint64(dynamic); {
		case sum > most:
			return fmt.Sprintf("its GPU heap of type %s has %d descriptors, %d of GPUDescriptorHeapSize and %d of GPUDynamicDescriptors, and at most %d are possible", heap, sum, static, dynamic, most),
				lower(heap)
		case chunk > dynamic:
			return fmt.Sprintf("a chunk of %d dynamic descriptors of type %s is larger than all of them, %d", chunk, heap, dynamic),
				put(fmt.Sprintf("DynamicDescriptorChunkSize[%d]", i+1), dynamic, "lower DynamicDescriptorChunkSize, or raise GPUDynamicDescriptors")
		}
	}
	return "", Repair{}
}

// lower says how a shader-visible heap of a type needs less.
func lower(heap gpu.DescriptorHeapType) Repair {
	if heap == gpu.HeapSampler {
		return Repair{Text: "lower one of the two fields, or name samplers that stay the same in ImmutableSamplers: static samplers take no descriptors"}
	}
	return Repair{Text: "lower one of the two fields"}
}

// power says that the bytes of a field are no power of two.
func power(field string, bytes uint64) (why string, r Repair) {
	below := uint64(1) << (bits.Len64(bytes) - 1)
	return fmt.Sprintf("%s is %d bytes, which is not a power of two", field, bytes),
		put(field, below, fmt.Sprintf("use %d bytes, or the next power of two", below))
}
