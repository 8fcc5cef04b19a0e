package enc

// functionSection maps each function to its type.
func (m *Module) functionSection(types []signature) []byte {
	b := appendU(nil, uint64(len(m.Funcs)))
	for _, f := range m.Funcs {
		b = appendU(b, typeIndex(types, signature{f.Params, f.Results}))
	}
	return b
}
