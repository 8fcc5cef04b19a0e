package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFixCounted: a list of C and its length grow together, and entries of a long list are found after more entries than the short one has.
func TestFixCounted(t *testing.T) {
	for _, tt := range []fixCase{
		{"a number", "d:Find { NumParameters = 1, pParameters = { 1 } }", append7("Parameters"), "d:Find { NumParameters = 2, pParameters = { 1, 7 } }"},
		{"a number behind it", "d:Find { Parameters = { 1 }, NumParameters = 1 }", append7("Parameters"), "d:Find { Parameters = { 1, 7 }, NumParameters = 2 }"},
		{"of another list", "d:Find { NumStaticSamplers = 1, pParameters = { 1 } }", append7("Parameters"), "d:Find { NumStaticSamplers = 1, pParameters = { 1, 7 } }"},
		{"an operator", "local p = { 1 }\nd:Find { NumParameters = #p, pParameters = p }", append7("Parameters"), "local p = { 1, 7 }\nd:Find { NumParameters = #p, pParameters = p }"},
		{"a name", "d:Find { NumParameters = n, pParameters = { 1 } }", append7("Parameters"), ""},
		{"a fraction", "d:Find { NumParameters = 1.5, pParameters = { 1 } }", append7("Parameters"), ""},
		{"a member", "d:Find { InputLayout = { pInputElementDescs = { 1 }, NumElements = 1 } }", append7("InputLayout"), "d:Find { InputLayout = { pInputElementDescs = { 1, 7 }, NumElements = 2 } }"},
		{"a member elsewhere", "local l = { 1 }\nd:Find { InputLayout = { pInputElementDescs = l, NumElements = 1 } }", append7("InputLayout"),
			"local l = { 1, 7 }\nd:Find { InputLayout = { pInputElementDescs = l, NumElements = 2 } }"},
		{"an entry of a member", "d:Find { InputLayout = { pInputElementDescs = { { A = 1 } }, NumElements = 1 } }", put("InputLayout[1].A", 2),
			"d:Find { InputLayout = { pInputElementDescs = { { A = 2 } }, NumElements = 1 } }"},
		{"a plain list", "d:Find { InputLayout = { 1 } }", append7("InputLayout"), "d:Find { InputLayout = { 1, 7 } }"},
		{"a short list", "d:Find { L = { { 1, 2 } } }", put("L[1].F@2/3>2", 9), "d:Find { L = { { 1, 9 } } }"},
		{"a long list", "d:Find { L = { { 1, 2, 3 } } }", put("L[1].F@2/3>2", 9), "d:Find { L = { { 1, 2, 9 } } }"},
		{"a long list only", "d:Find { L = { { 1, 2, 3, 4 } } }", put("L[1].F@0/4>2", 9), "d:Find { L = { { 1, 2, 3, 9 } } }"},
		{"a field of a short list", "d:Find { L = { { 1, 2, F = 3 } } }", put("L[1].F@0/4>2", 9), "d:Find { L = { { 1, 2, F = 9 } } }"},
	} {
		s := NewSet()
		_, err := s.Load("a.lua", tt.script)
		require.NoError(t, err)
		require.Equal(t, tt.want, afterEdits(tt.script, place(s, callOf(t, s, "Find"), tt.fix)), tt.name)
	}
}
