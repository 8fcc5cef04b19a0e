package enc

import "slices"

// signature is the type of one or more functions.
type signature struct{ params, results []ValType }

func (s signature) equal(t signature) bool {
	return slices.Equal(s.params, t.params) && slices.Equal(s.results, t.results)
}

// signatures are the distinct function types in order of first use.
func (m *Module) signatures() []signature {
	var list []signature
	add := func(s signature) {
		if !slices.ContainsFunc(list, s.equal) {
			list = append(list, s)
		}
	}
	for _, i := range m.Imports {
		add(signature{i.Params, i.Results})
	}
	for _, f := range m.Funcs {
		add(signature{f.Params, f.Results})
	}
	return list
}

func typeIndex(types []signature, s signature) uint64 {
	return uint64(slices.IndexFunc(types, s.equal))
}

func (m *Module) typeSection(types []signature) []byte {
	b := appendU(nil, uint64(len(types)))
	for _, t := range types {
		b = append(b, 0x60)
		b = appendTypes(b, t.params)
		b = appendTypes(b, t.results)
	}
	return b
}

func appendTypes(b []byte, types []ValType) []byte {
	b = appendU(b, uint64(len(types)))
	for _, t := range types {
		b = append(b, byte(t))
	}
	return b
}
