package source

import "github.com/gpuscript/gpuscript/gpu"

// listAt is the name at a site of the list that gets an entry from each call of a place, if the site comes after all of them: further down in one run
// of the function that both stand in.
//
//	local threads = {}
//	for i = 1, 4 do threads[i] = gpu.Thread(record) end      threads
func (s *Set) listAt(made, at gpu.Site) (string, bool) {
	c, r, ok := s.find(made)
	there, here, found := s.find(at)
	if !ok || !found || c != there || s.ways.Caller(made) != s.ways.Caller(at) {
		return "", false
	}
	t, pos := c.tree(), r.Extent.Start
	list := t.ListOf(r)
	if list == nil || t.FunctionAround(pos) != t.FunctionAround(here.Extent.Start) {
		return "", false
	}
	v := t.Variable(list)
	if v.Decl == 0 || s.stands(at, v.Name) != v.Decl || t.Assigned(v) > 1 {
		return "", false
	}
	for _, loop := range t.Loops(pos) {
		if whole := t.Record(loop).Extent; whole.Start > t.Starts[v.Decl-1] {
			if whole.End > here.Extent.Start {
				return "", false
			}
			return v.Name, true
		}
	}
	return "", false
}
