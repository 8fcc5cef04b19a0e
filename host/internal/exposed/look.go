package exposed

import (
	"fmt"
	"reflect"

	"github.com/yuin/gopher-lua"
)

// What a table that is passed to the program may be. gopher-luar makes a copy of it for Go and takes a step on Go's stack for each table within a
// table, and that stack ends the process when it is full. In a tree the depth is what is seen here; where tables are shared, it depends on what Go
// makes of them, and is at most their number.
const (
	deepest    = 200    // tables in each other
	mostShared = 10_000 // tables of which some are met on several ways
)

// contents is what is found in a table and in those within it.
type contents struct {
	function bool   // somewhere is a function
	shared   bool   // a table is met on several ways
	refusal  string // why it cannot be passed on, "" if it can
	seen     map[*lua.LTable]bool
}

// look looks through a table.
func look(t *lua.LTable) *contents {
	c := &contents{seen: map[*lua.LTable]bool{}}
	c.table(t, 1)
	if c.shared && len(c.seen) > mostShared {
		c.refuse("it holds more than %d tables, and some of them several times", mostShared)
	}
	return c
}

func (c *contents) refuse(format string, args ...any) {
	if c.refusal == "" {
		c.refusal = fmt.Sprintf(format, args...)
	}
}

// table looks through a table within others.
func (c *contents) table(t *lua.LTable, depth int) {
	switch {
	case c.seen[t]:
		c.shared = true
		return
	case depth > deepest:
		c.refuse("its tables are nested more than %d deep", deepest)
		return
	}
	c.seen[t] = true
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) { // in one order, so that the first fault is always the same
		if what := noKey(k); what != "" {
			c.refuse("a key of it is %s, and Go's maps have no such keys", what)
		}
		switch v := v.(type) {
		case *lua.LFunction:
			c.function = true
		case *lua.LTable:
			c.table(v, depth+1)
		}
	}
}

// noKey names a key if what Go gets for it cannot be one of a map, "" if it can.
func noKey(k lua.LValue) string {
	switch k := k.(type) {
	case *lua.LTable:
		return "a table"
	case *lua.LFunction:
		return "a function"
	case *lua.LUserData:
		if k.Value != nil && !reflect.TypeOf(k.Value).Comparable() {
			return "an object that Go does not compare"
		}
	}
	return ""
}
