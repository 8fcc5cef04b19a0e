package enc

const (
	exportFunc   = 0
	exportMemory = 2
)

func (m *Module) exportSection() []byte {
	n, b := uint64(0), []byte(nil)
	if m.Memory != "" {
		n++
		b = append(appendName(b, m.Memory), exportMemory, 0)
	}
	for i, f := range m.Funcs {
		if f.Export != "" {
			n++
			b = appendU(append(appendName(b, f.Export), exportFunc), uint64(len(m.Imports)+i))
		}
	}
	return append(appendU(nil, n), b...)
}
