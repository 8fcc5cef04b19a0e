package check

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Intrinsics lists the functions that kernels have without declaring them, by name.
func Intrinsics() []intrinsic.Intrinsic { return intrinsic.Intrinsics() }

// Methods lists the methods of resources, by name.
func Methods() []intrinsic.Method { return intrinsic.Methods() }

// SystemValue is a parameter that a kernel of a stage can have, found by its name.
type SystemValue struct {
	Name, Doc string
	Stage     syntax.Stage
}

// SystemValues lists the parameters, those of compute kernels first, of each list by name.
func SystemValues() []SystemValue {
	var list []SystemValue
	for _, s := range systemValues {
		list = append(list, SystemValue{s.name, s.doc, syntax.Compute})
	}
	for _, s := range stageValues {
		list = append(list, SystemValue{s.name, s.doc, s.stage})
	}
	return list
}
