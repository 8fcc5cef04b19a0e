// Package creation holds the rules of descriptions: what may be asked for when an object is made. A description is judged by
// itself and by the descriptions of the objects that it refers to; no state is needed and none is kept.
//
//	CreateCall ── Check ──► rules by kind (create, resource, root, signature) ──► words.go ──► []*diag.Diagnostic
//
// It must not know what was called before: whether the objects are alive is asked elsewhere, before.
package creation

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Names tells how objects are called and where they were made.
type Names interface {
	// Ref is the object as messages name it: heap "textures".
	Ref(id gpu.ID) string
	// Created is the place where the object was made, 0 if it is not known.
	Created(id gpu.ID) gpu.Site
}

// checker judges one description.
type checker struct {
	Names
	advise bool
	out    []*diag.Diagnostic
}

// Check says what is wrong with the description of a new object. advise asks for advice, too.
func Check(names Names, c *gpu.CreateCall, advise bool) []*diag.Diagnostic {
	x := &checker{Names: names, advise: advise}
	switch d := c.Desc.(type) {
	case *gpu.CommandQueueDesc:
		x.queueRules(c, d)
	case *gpu.CommandSignatureDesc:
		x.signatureRules(c, d)
	case *gpu.CommittedResourceDesc:
		x.committedRules(c, d)
	case *gpu.ComputePipelineStateDesc:
		x.pipelineRules(c, d)
	case *gpu.DescriptorHeapDesc:
		x.descriptorHeapRules(c, d)
	case *gpu.FenceDesc:
		x.fenceRules(c, d)
	case *gpu.GraphicsPipelineStateDesc:
		x.graphicsRules(c, d)
	case *gpu.HeapDesc:
		x.heapRules(c, d)
	case *gpu.PlacedResourceDesc:
		x.placedRules(c, d)
	case *gpu.QueryHeapDesc:
		x.queryHeapRules(c, d)
	case *gpu.RootSignatureDesc:
		x.rootSignatureRules(c, d)
	}
	return x.out
}

// say starts the diagnostic of a broken rule.
func (x *checker) say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic {
	d := words.New(code, site, format, args...)
	x.out = append(x.out, d)
	return d
}

// refused says whether a rule is broken.
func (x *checker) refused() bool {
	for _, d := range x.out {
		if d.Severity == diag.SeverityError {
			return true
		}
	}
	return false
}
