package elsewhere

import (
	"strconv"
	"strings"
)

// numbered are names of values in the order of their numbers in Direct3D 12, from 0; - has no name here. Flags, formats and filters are left out, and
// enumerations whose numbers are others in the engine's headers, where the name of the type is the same.
var numbered = map[string]string{
	"AddressMode":              "- WRAP MIRROR CLAMP BORDER MIRROR_ONCE",
	"BarrierType":              "TRANSITION ALIASING UAV",
	"BlendOp":                  "- ADD SUBTRACT REV_SUBTRACT MIN MAX",
	"CommandListType":          "DIRECT BUNDLE COMPUTE COPY",
	"ComparisonFunc":           "- NEVER LESS EQUAL LESS_EQUAL GREATER NOT_EQUAL GREATER_EQUAL ALWAYS",
	"CullMode":                 "- NONE FRONT BACK",
	"DataType":                 "UNKNOWN FLOAT32 FLOAT16 UINT32 UINT16 UINT8 INT32 INT16 INT8 FLOAT64 UINT64 INT64",
	"DepthWriteMask":           "ZERO ALL",
	"DescriptorHeapType":       "CBV_SRV_UAV SAMPLER RTV DSV",
	"DescriptorType":           "SRV UAV CBV SAMPLER",
	"HeapType":                 "- DEFAULT UPLOAD READBACK",
	"IndexBufferStripCutValue": "DISABLED 0xFFFF 0xFFFFFFFF",
	"IndirectArgumentType":     "DRAW DRAW_INDEXED DISPATCH VERTEX_BUFFER_VIEW INDEX_BUFFER_VIEW CONSTANT CONSTANT_BUFFER_VIEW SHADER_RESOURCE_VIEW UNORDERED_ACCESS_VIEW",
	"InputClassification":      "PER_VERTEX_DATA PER_INSTANCE_DATA",
	"PredicationOp":            "EQUAL_ZERO NOT_EQUAL_ZERO",
	"PrimitiveTopologyType":    "UNDEFINED POINT LINE TRIANGLE PATCH",
	"QueryHeapType":            "OCCLUSION TIMESTAMP PIPELINE_STATISTICS COPY_QUEUE_TIMESTAMP",
	"ResourceDimension":        "UNKNOWN BUFFER TEXTURE1D TEXTURE2D TEXTURE3D",
	"RootParameterType":        "DESCRIPTOR_TABLE 32BIT_CONSTANTS CBV SRV UAV",
	"ShaderVisibility":         "ALL VERTEX - - - PIXEL",
	"StencilOp":                "- KEEP ZERO REPLACE INCR_SAT DECR_SAT INVERT INCR DECR",
	"SwapEffect":               "- - - FLIP_SEQUENTIAL FLIP_DISCARD",
	"TextureLayout":            "UNKNOWN ROW_MAJOR",
}

// numbers are those names by "Enum#number". Priorities have numbers that are far apart.
func numbers() map[string]string {
	rows := map[string]string{"QueuePriority#0": "NORMAL", "QueuePriority#100": "HIGH", "QueuePriority#10000": "GLOBAL_REALTIME"}
	for enum, names := range numbered {
		for i, name := range strings.Fields(names) {
			if name != "-" {
				rows[enum+"#"+strconv.Itoa(i)] = name
			}
		}
	}
	return rows
}
