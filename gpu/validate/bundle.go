package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// waits says, and words, whether a list that executes a bundle and is not submitted yet stands against a Reset of the bundle.
func (v *Validator) waits(l *list, c *gpu.ListCall) bool {
	if c.Act != gpu.ListReset || l.Type != gpu.ListBundle {
		return false
	}
	for _, u := range l.Users {
		if user := v.list(u.List); user != nil && u.Needs(user) && !v.objects.Dead(u.List) {
			protocol.BundleInUse(names{v}, c, l.ID, u.List, u.Site)
			return true
		}
	}
	return false
}

// runBundle uses what the commands of a bundle use: a bundle has no barriers, so it needs each resource in one state. What they read through
// arguments of the list is known only now.
func (v *Validator) runBundle(l, b *list, c *gpu.Command) {
	if !v.on() {
		return
	}
	v.needs.Run(c.Site)
	one := &v.inner
	*one = gpu.Command{List: b.ID}
	for i := range b.Graphics.Needs() {
		n := &b.Graphics.Needs()[i]
		one.Op, one.Site = n.Op, n.Site
		l.Graphics.UseInherited(v.world(l, one), n)
	}
	v.world(l, c)
	b.States.Each(func(id gpu.ID, subs []substate.Subresource) {
		r := v.resource(id)
		for i := range subs {
			s, sub := &subs[i], uint32(gpu.AllSubresources)
			if s.How == substate.Unseen || r == nil {
				continue
			}
			if len(subs) > 1 {
				sub = uint32(i)
			}
			one.Op, one.Site = s.EntryOp, s.EntrySite
			v.needs.Use(&l.Recording, &r.Resource, sub, s.State, one, v.needs.Role(s.Role))
		}
	})
	mistyped := false // advice: once for an ExecuteBundle
	for _, n := range b.Graphics.Needs() {
		if p := bodyOf[pipeline](v, n.Pipeline); p != nil && n.Parameters != 0 {
			one.Op, one.Site = n.Op, n.Site
			l.Turn(p.Graphics != nil)
			if r, is := l.Mistyped(p, n.Parameters); r != nil && !mistyped {
				tables.Mistyped(v.world(l, c), c, r, is)
				mistyped = true
			}
			v.needs.Arguments(&l.Recording, one, use.Bound{Pipeline: n.Pipeline, Program: p, Arguments: l.Arguments}, n.Parameters)
		}
	}
	l.Turn(false)
	v.needs.Run(0)
}

// inherit is what the arguments of a list promise to the commands of a bundle that take them over.
func (v *Validator) inherit(l, b *list, c *gpu.Command) (promises []content.Promise) {
	for _, n := range b.Graphics.Needs() {
		if p := bodyOf[pipeline](v, n.Pipeline); p != nil && v.on() {
			promises = l.ArgumentsOf(p.Graphics != nil).Promise(promises, p, n.Parameters, n.Index, c.Index, l.Moved)
		}
	}
	return promises
}

// followBundle: what a bundle sets stays set, and what it refers to is needed.
func (v *Validator) followBundle(l *list, c *gpu.Command) {
	b := v.list(c.Object)
	l.Executes(b, c, v.inherit(l, b, c))
	for _, r := range b.Refs {
		v.refer(l, r.ID, c.Site, r.Op)
	}
	if b.Pipeline != 0 {
		v.setPipeline(l, b.Pipeline)
	}
	for i := range b.Tables.Tables {
		t := b.Tables.Tables[i]
		t.Index, t.Runs, t.Bundle = c.Index, c.Site, b.ID
		if t.Barriers = l.Barriers.Len(); t.Base.Heap == 0 { // the list has set it
			a := &l.ArgumentsOf(t.Op.Draw()).Args[t.Slot]
			t.Base, t.Set, t.Writes = a.Table, a.Site, a.Writes
		}
		v.written = append(v.written[:0], b.Tables.Written(&b.Tables.Tables[i])...)
		if t.Op.Draw() {
			v.written = l.Graphics.Written(v.world(l, c), v.written)
		}
		l.Tables.Add(t, v.written)
	}
	for i := range l.Points {
		l.Points[i].Take(&b.Points[i], c.Index)
	}
}
