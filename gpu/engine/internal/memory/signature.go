package memory

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
)

// Signatures are the command signatures of a device: one command of a type in each stride, made at its first use.
type Signatures struct {
	At   At
	Name string

	made []signature
}

// signature is a command signature with what it is for.
type signature struct {
	typ    gpu.IndirectArgumentType
	stride uint32
	native *device.CommandSignature
}

// Get is the signature of commands of a type, stride bytes apart.
func (s *Signatures) Get(typ gpu.IndirectArgumentType, stride uint32) (*device.CommandSignature, error) {
	for _, m := range s.made {
		if m.typ == typ && m.stride == stride {
			return m.native, nil
		}
	}
	n, err := s.At().CreateCommandSignature(gpu.CommandSignatureDesc{Name: fmt.Sprintf("%s %s of %d bytes", s.Name, typ, stride), ByteStride: stride,
		ArgumentDescs: []gpu.IndirectArgument{{Type: typ}}})
	if err != nil {
		return nil, err
	}
	s.made = append(s.made, signature{typ, stride, n})
	return n, nil
}

// Release gives them up, when the GPU is idle.
func (s *Signatures) Release(site gpu.Site) error {
	var first error
	for _, m := range s.made {
		m.native.SetSite(site)
		if err := m.native.Release(); first == nil {
			first = err
		}
	}
	s.made = nil
	return first
}
