package enc

// memorySection declares the one memory, which neither grows nor shrinks.
func (m *Module) memorySection() []byte {
	b := []byte{1, 1} // one memory, with a maximum
	b = appendU(b, uint64(m.Pages))
	return appendU(b, uint64(m.Pages))
}
