package kernel

import (
	"sync"

	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// intrinsics are the names of functions and constructors that exist in shaders only.
var intrinsics = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, in := range Intrinsics() {
		names[in.Name] = true
	}
	for _, name := range syntax.TypeNames() {
		names[name] = true
	}
	return names
})

// IsIntrinsic says whether a name is a function or a constructor of the shading language, such as saturate or float3: a
// script may call it in a shader only. Safe for concurrent use.
func IsIntrinsic(name string) bool { return intrinsics()[name] }
