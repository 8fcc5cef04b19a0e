package layers

import "github.com/gpuscript/gpuscript/gpu"

// record takes out what a call has made good: a list is begun anew, a descriptor is written, a resource mapped. What is given up in one call with
// something that was told of comes in.
func (l *ledger) record(call gpu.Call) {
	switch c := call.(type) {
	case *gpu.ListCall:
		if c.Act != gpu.AllocatorReset {
			l.begun(c.List)
		}
	case *gpu.DescriptorCall:
		l.described(c)
	case *gpu.MapCall:
		if c.Act == gpu.MapMap {
			delete(l.causes, cause{kind: unmapped, of: c.Resource})
		}
	case *gpu.SubmitCall:
		delete(l.causes, cause{kind: halved, of: c.Queue})
	case *gpu.ReleaseCall:
		if c.Site == l.release && l.has(cause{kind: given}) {
			l.put(cause{kind: given, of: c.Object})
		}
	}
}

// begun takes out what a list was without, but for what came before it began.
func (l *ledger) begun(list gpu.ID) {
	before := cause{kind: early, of: list}
	if l.has(before) {
		defer l.put(before.as(lessened))
	}
	delete(l.causes, before)
	for _, k := range [...]kind{lessened, stale, unclosed, unfitting} {
		delete(l.causes, cause{kind: k, of: list})
	}
	for code := range consequences {
		delete(l.causes, cause{kind: troubled, of: list, code: code})
	}
}

// described takes out the descriptors that a call has written; a copy of one that is not there is none.
func (l *ledger) described(c *gpu.DescriptorCall) {
	late := l.late
	if l.late = false; late {
		return
	}
	for at, from := range writes(c) {
		to, of := slot(at), slot(from)
		copied := from.Heap != 0 && (l.has(of.as(skipped)) || l.has(of.as(unwritten)))
		for _, k := range [...]kind{skipped, unwritten, overwritten} {
			l.end(to.as(k))
		}
		if copied {
			l.put(to.as(skipped))
		}
		if from.Heap != 0 && l.has(of.as(astray)) {
			l.put(to.as(astray))
		}
	}
}
