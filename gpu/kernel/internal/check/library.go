package check

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic"

// Intrinsics lists the functions that kernels have without declaring them, by name.
func Intrinsics() []intrinsic.Intrinsic { return intrinsic.Intrinsics() }

// Methods lists the methods of resources, by name.
func Methods() []intrinsic.Method { return intrinsic.Methods() }

// SystemValue is a parameter that a compute kernel can have, found by its name.
type SystemValue struct{ Name, Doc string }

// SystemValues lists the parameters by name.
func SystemValues() []SystemValue {
	list := make([]SystemValue, len(systemValues))
	for i, s := range systemValues {
		list[i] = SystemValue{s.name, s.doc}
	}
	return list
}
