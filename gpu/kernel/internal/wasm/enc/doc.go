// Package enc writes WebAssembly modules: as bytes for a runtime and as text for people.
//
// A Module is data. Function bodies are lists of Instr, which the two writers (Encode and Text) read; nothing is checked
// beyond what the encoding needs, because the runtime validates every module it compiles. One file holds one binary
// section, named section_*.go; the instruction table is op_*.go.
//
// The package must not know kernels or the intermediate representation. Encoding is deterministic: equal modules give
// equal bytes. Values are safe for concurrent reading.
package enc
