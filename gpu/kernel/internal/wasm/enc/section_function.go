package enc

import "slices"

// functionSection maps each function to its type.
func (m *Module) functionSection(types []signature) []byte {
	b := appendU(nil, uint64(len(m.Funcs)))
	for _, f := range m.Funcs {
		i := slices.IndexFunc(types, func(s signature) bool { return s.of(f) })
		b = appendU(b, uint64(i))
	}
	return b
}
