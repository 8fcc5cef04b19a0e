package exec

import "github.com/gpuscript/gpuscript/gpu/internal/texel"

// Hash is a 64-bit fingerprint of a resource; see texel.Hash.
func (m *Machine) Hash(r *Resource) uint64 { return texel.Hash(&r.Desc, r.Base, r.Footprints, m.bytes) }
