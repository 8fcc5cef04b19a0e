package enc

const importFunc = 0

func (m *Module) importSection(types []signature) []byte {
	b := appendU(nil, uint64(len(m.Imports)))
	for _, i := range m.Imports {
		b = append(appendName(appendName(b, i.Module), i.Name), importFunc)
		b = appendU(b, typeIndex(types, signature{i.Params, i.Results}))
	}
	return b
}
