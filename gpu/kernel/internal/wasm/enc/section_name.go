package enc

// nameSection carries the function names, so that the stack trace of a trap can be read.
func (m *Module) nameSection() []byte {
	names := appendU(nil, uint64(len(m.Funcs)))
	for i, f := range m.Funcs {
		names = appendName(appendU(names, uint64(len(m.Imports)+i)), f.Name)
	}
	const functionNames = 1
	b := append(appendName(nil, "name"), functionNames)
	b = appendU(b, uint64(len(names)))
	return append(b, names...)
}
