package enc

import "slices"

// signature is the type of one or more functions.
type signature struct{ params, results []ValType }

func (s signature) of(f *Func) bool {
	return slices.Equal(s.params, f.Params) && slices.Equal(s.results, f.Results)
}

// signatures are the distinct function types in order of first use.
func (m *Module) signatures() []signature {
	var list []signature
	for _, f := range m.Funcs {
		if !slices.ContainsFunc(list, func(s signature) bool { return s.of(f) }) {
			list = append(list, signature{f.Params, f.Results})
		}
	}
	return list
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
