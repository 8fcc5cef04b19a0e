// Package clock counts what is covered of the items of many agents. It knows nothing of what agents and items are.
package clock

// Agent is the number of one of those whose items are counted.
type Agent uint32

// Clock says how many items of each agent are covered. Clocks are immutable: they are shared, and changed by copying. The zero value covers nothing.
//
// The counts of the first four agents, of which many programs have no more, stand in the clock itself. Those of the others stand in a tree whose
// leaves hold eight each. A clock that differs from another one in a few of them has the same trees for the others, so that it takes little memory,
// and is compared with that one in little time, however many agents there are:
//
//	clock      0 1 2 3 ●───────────┐     with one more
//	                 ┌─┴──┐      ┌─┴──┐  of agent 15
//	agents       [4…11][12…19]   │  [12…19]
//	               ▲─────────────┘
type Clock struct {
	first, second pair // of agents 0 and 1, of 2 and 3
	root          *tree
}

// own is how many agents stand in the clock itself. The tree counts the others from 0 on.
const own = 4

// pair is two counts.
type pair uint64

func (p pair) at(a Agent) uint32 { return uint32(p >> (a % 2 * 32)) }

// with is a pair with one of its counts raised to n.
func (p pair) with(a Agent, n uint32) pair {
	shift := a % 2 * 32
	return p&^(pair(^uint32(0))<<shift) | pair(n)<<shift
}

func (p pair) covers(q pair) bool { return p>>32 >= q>>32 && uint32(p) >= uint32(q) }

func (p pair) join(q pair) pair {
	return max(p>>32, q>>32)<<32 | pair(max(uint32(p), uint32(q)))
}

func (p pair) meet(q pair) pair {
	return min(p>>32, q>>32)<<32 | pair(min(uint32(p), uint32(q)))
}

// beyond calls f with those of which it has more than another pair; a is the first.
func (p pair) beyond(q pair, a Agent, f func(a Agent, n uint32)) {
	if uint32(p) > uint32(q) {
		f(a, uint32(p))
	}
	if p>>32 > q>>32 {
		f(a+1, uint32(p>>32))
	}
}

const (
	treeBits = 3
	treeSize = 1 << treeBits
)

// tree holds the counts of eight agents, or eight trees. No tree holds nothing but zeros: it is nil then.
type tree struct {
	counts [treeSize]uint32
	trees  *[treeSize]*tree // nil: it is a leaf
	height uint8            // above the leaves
}

// up is the height of a tree, or of one that holds nothing.
func (t *tree) up() uint8 {
	if t == nil {
		return 0
	}
	return t.height
}

// At is the number of items of a that the clock covers.
func (c Clock) At(a Agent) uint32 {
	if a >= own {
		return c.root.at(a - own)
	}
	p := c.first
	if a >= 2 {
		p = c.second
	}
	return p.at(a)
}

func (t *tree) at(a Agent) uint32 {
	if t == nil || a>>treeBits>>(treeBits*t.height) != 0 {
		return 0
	}
	for h := int(t.height); h > 0; h-- {
		if t = t.trees[a>>(treeBits*h)&(treeSize-1)]; t == nil {
			return 0
		}
	}
	return t.counts[a&(treeSize-1)]
}

// Empty says whether the clock covers nothing.
func (c Clock) Empty() bool { return c.first|c.second == 0 && c.root == nil }

// With returns the clock with n items of a covered, and c itself if it covers as many.
func (c Clock) With(a Agent, n uint32) Clock {
	if c.At(a) >= n {
		return c
	}
	switch {
	case a < 2:
		c.first = c.first.with(a, n)
		return c
	case a < own:
		c.second = c.second.with(a, n)
		return c
	}
	a -= own
	height := c.root.up()
	for ; a>>treeBits>>(treeBits*height) != 0; height++ {
		c.root = c.root.raised()
	}
	c.root = c.root.with(height, a, n)
	return c
}

// raised is the same tree with one above it.
func (t *tree) raised() *tree {
	if t == nil {
		return nil
	}
	return &tree{trees: &[treeSize]*tree{t}, height: t.height + 1}
}

// raisedTo is a tree that is at least so high.
func (t *tree) raisedTo(height uint8) *tree {
	for t != nil && t.height < height {
		t = t.raised()
	}
	return t
}

// loweredTo is the part of a tree that is no higher.
func (t *tree) loweredTo(height uint8) *tree {
	for t != nil && t.height > height {
		t = t.trees[0]
	}
	return t
}

// with is a tree with n items of an agent.
func (t *tree) with(height uint8, a Agent, n uint32) *tree {
	out := &tree{height: height}
	if t != nil {
		*out = *t
	}
	if height == 0 {
		out.counts[a&(treeSize-1)] = n
		return out
	}
	trees := [treeSize]*tree{}
	if t != nil {
		trees = *t.trees
	}
	at := a >> (treeBits * height) & (treeSize - 1)
	trees[at] = trees[at].with(height-1, a, n)
	out.trees = &trees
	return out
}

// Covers says whether everything in d is in c.
func (c Clock) Covers(d Clock) bool {
	if !c.first.covers(d.first) || !c.second.covers(d.second) {
		return false
	}
	return c.root.raisedTo(d.root.up()).loweredTo(d.root.up()).covers(d.root)
}

func (t *tree) covers(d *tree) bool {
	switch {
	case t == d || d == nil:
		return true
	case t == nil:
		return false
	case t.trees == nil:
		for i, n := range d.counts {
			if t.counts[i] < n {
				return false
			}
		}
		return true
	}
	for i := range d.trees {
		if !t.trees[i].covers(d.trees[i]) {
			return false
		}
	}
	return true
}

// Join is what either covers. It allocates only when neither covers the other.
func (c Clock) Join(d Clock) Clock {
	c.first, c.second = c.first.join(d.first), c.second.join(d.second)
	c.root = join(c.root.raisedTo(d.root.up()), d.root.raisedTo(c.root.up()))
	return c
}

// join is what either tree covers: x itself if that is it, else y itself if that is it.
func join(x, y *tree) *tree {
	switch {
	case x == y || y == nil:
		return x
	case x == nil:
		return y
	}
	out := *x
	if x.trees == nil {
		for i, n := range y.counts {
			out.counts[i] = max(out.counts[i], n)
		}
		return shared(&out, x, y)
	}
	trees := *x.trees
	for i, t := range y.trees {
		trees[i] = join(trees[i], t)
	}
	return sharedTrees(&trees, x, y)
}

// Meet is what both cover.
func (c Clock) Meet(d Clock) Clock {
	height := min(c.root.up(), d.root.up())
	return Clock{c.first.meet(d.first), c.second.meet(d.second), meet(c.root.loweredTo(height), d.root.loweredTo(height))}
}

// meet is what both trees cover: x itself if that is it, else y itself if that is it.
func meet(x, y *tree) *tree {
	if x == y || x == nil || y == nil {
		if x == nil {
			return nil
		}
		return y
	}
	out := *x
	if x.trees == nil {
		for i, n := range y.counts {
			out.counts[i] = min(out.counts[i], n)
		}
		return shared(&out, x, y)
	}
	trees := *x.trees
	for i, t := range y.trees {
		trees[i] = meet(trees[i], t)
	}
	return sharedTrees(&trees, x, y)
}

// shared is one of two leaves, or nil, if that is the same as a third one, else a copy of that.
func shared(out, x, y *tree) *tree {
	switch out.counts {
	case x.counts:
		return x
	case y.counts:
		return y
	case [treeSize]uint32{}:
		return nil
	}
	c := *out
	return &c
}

// sharedTrees is shared for what stands above leaves.
func sharedTrees(trees *[treeSize]*tree, x, y *tree) *tree {
	switch *trees {
	case *x.trees:
		return x
	case *y.trees:
		return y
	case [treeSize]*tree{}:
		return nil
	}
	c := *trees
	return &tree{trees: &c, height: x.height}
}

// Beyond calls f, in the order of their numbers, with the agents of which the clock covers more than another one, and how much.
func (c Clock) Beyond(d Clock, f func(a Agent, n uint32)) {
	c.first.beyond(d.first, 0, f)
	c.second.beyond(d.second, 2, f)
	height := c.root.up()
	beyond(c.root, d.root.raisedTo(height).loweredTo(height), height, own, f)
}

func beyond(x, y *tree, height uint8, first Agent, f func(a Agent, n uint32)) {
	switch {
	case x == y || x == nil:
		return
	case height == 0:
		for i, n := range x.counts {
			if y == nil && n > 0 || y != nil && n > y.counts[i] {
				f(first+Agent(i), n)
			}
		}
		return
	}
	for i, t := range x.trees {
		var other *tree
		if y != nil {
			other = y.trees[i]
		}
		beyond(t, other, height-1, first+Agent(i)<<(treeBits*height), f)
	}
}

// Trees calls f for each tree that a clock is made of, for those below one as long as f says so: what clocks share has the same address.
func (c Clock) Trees(f func(tree any) bool) { c.root.each(f) }

func (t *tree) each(f func(tree any) bool) {
	if t == nil || !f(t) || t.trees == nil {
		return
	}
	for _, below := range t.trees {
		below.each(f)
	}
}

// Alike says whether two clocks cover the same.
func (c Clock) Alike(other Clock) bool { return c.Covers(other) && other.Covers(c) }
