package source

import (
	"fmt"
	"sync"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/host/internal/bytecode"
	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// A unit is what was made of a text. It belongs to no state: programs that run many scripts in hosts of their own load the same modules, or the same
// script, again and again. It is safe for concurrent use, once it has its prototype.
type unit struct {
	nodes int
	proto *lua.FunctionProto
	whole func() *flow.Tree // the tree that is kept, made when it is first asked for: most texts run without
}

// unitKey is all that a unit depends on.
type unitKey struct {
	file, text string
	base       int
	called     given
}

// given says which operators call a function.
type given struct{ concat, power bool }

func (o Operators) given() given { return given{o.Concat != nil, o.Power != nil} }

// What stands in units for the functions after operators, which each state has of its own.
var joiner, raiser lua.LValue = &lua.LFunction{IsG: true}, &lua.LFunction{IsG: true}

// places are what stands for the functions that are given.
func (g given) places() (o adapt.Operators) {
	if g.concat {
		o.Concat = joiner
	}
	if g.power {
		o.Power = raiser
	}
	return o
}

// of is the prototype of a state with some operators.
func (u *unit) of(o Operators) *lua.FunctionProto {
	if o.given() == (given{}) {
		return u.proto
	}
	return bytecode.Replace(u.proto, func(c lua.LValue) lua.LValue {
		switch c {
		case joiner:
			return o.Concat
		case raiser:
			return o.Power
		}
		return c
	})
}

// newUnit is that of a text that was read without fault.
func newUnit(file, text string, base, nodes int) *unit {
	return &unit{nodes: nodes, whole: sync.OnceValue(func() *flow.Tree {
		t, syntax := parse.Read(text, parse.Options{Base: base, Nodes: nodes})
		if syntax != nil {
			panic(fmt.Sprintf("BUG: source: second parse of %s failed: %s", file, syntax.Title))
		}
		return flow.New(t)
	})}
}

// Bounds of what is remembered: texts of scripts and modules, not of data. A unit takes some fifty times the memory of its text.
const (
	longestUnit = 64 << 10  // bytes of a text
	mostUnits   = 512 << 10 // bytes of all texts, each with what it takes besides
	besides     = 2 << 10
)

// unitCache remembers the units that were used last. It is safe for concurrent use.
type unitCache struct {
	mu    sync.Mutex
	units map[unitKey]*unit
	order []unitKey // the one that was used last stands last
	bytes int       // see mostUnits
}

// units are those of the process.
var units unitCache

// find returns a unit, nil without.
func (c *unitCache) find(k unitKey) *unit {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.units[k]
	if u != nil {
		c.forget(k)
		c.add(k, u)
	}
	return u
}

// keep remembers a unit, and forgets those that were not used for longest.
func (c *unitCache) keep(k unitKey, u *unit) {
	if len(k.text) > longestUnit {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.units[k] != nil {
		return // another state was faster
	}
	c.add(k, u)
	for c.bytes > mostUnits {
		c.forget(c.order[0])
	}
}

func (c *unitCache) add(k unitKey, u *unit) {
	if c.units == nil {
		c.units = map[unitKey]*unit{}
	}
	c.units[k] = u
	c.order = append(c.order, k)
	c.bytes += len(k.text) + besides
}

func (c *unitCache) forget(k unitKey) {
	for i, other := range c.order {
		if other == k {
			c.order = append(c.order[:i], c.order[i+1:]...)
			break
		}
	}
	delete(c.units, k)
	c.bytes -= len(k.text) + besides
}
