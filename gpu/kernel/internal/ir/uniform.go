package ir

import "slices"

// Level says over how many work items a value is one and the same.
type Level uint8

// The levels, from the most to the least uniform. PerWave means: the same for all lanes that are active where it is computed.
const (
	PerDispatch Level = iota
	PerGroup
	PerWave
	Varying
)

// String names the level.
func (l Level) String() string { return [...]string{"dispatch", "group", "wave", "varying"}[l] }

// Uniformity holds the level of every value of a kernel.
type Uniformity struct{ levels []Level }

// Of is the level of v.
func (u *Uniformity) Of(v Value) Level { return u.levels[v] }

// FindUniformity computes the levels of k's values: the least fixed point, starting from uniform.
//
// Constant buffers do not change during a dispatch; shader resources are taken not to change during a group. A resource that the same dispatch also
// writes through another view breaks that, and breaks the rules of Direct3D. Shared memory does not change between two places at which the group
// waits if nothing is stored to it there: a load of one address gives all work items the same value, as that of a counter which one of them has
// raised before a barrier.
func FindUniformity(k *Kernel) *Uniformity {
	u := &uniformity{k: k, levels: make([]Level, k.NumValues()), still: map[*Instr]bool{}}
	u.regions(k.Body)
	for u.changed = true; u.changed; {
		u.changed = false
		u.block(k.Body)
	}
	return &Uniformity{u.levels}
}

type uniformity struct {
	k       *Kernel
	levels  []Level
	still   map[*Instr]bool // loads of shared memory that nothing changes in their region
	changed bool
}

// regions finds the loads of shared memory between the places of b at which the group waits. Waves run one after another from one place to the next;
// those of a group that is one wave go from instruction to instruction together.
func (u *uniformity) regions(b *Block) {
	for rest := b.Instrs; len(rest) > 0; {
		end := slices.IndexFunc(rest, (*Instr).HasBarrier)
		if end < 0 {
			end = len(rest)
		}
		u.region(rest[:end])
		if rest = rest[end:]; len(rest) > 0 {
			for _, inner := range rest[0].Blocks {
				u.regions(inner)
			}
			rest = rest[1:]
		}
	}
}

// region finds those that every wave comes to, of arrays that the region only reads.
func (u *uniformity) region(list []*Instr) {
	changed := map[Array]bool{}
	(&Block{Instrs: list}).Walk(func(in *Instr) {
		if in.Op == OpStoreShared || in.Op == OpAtomicShared {
			changed[u.k.ArrayOf(in)] = u.k.Waves() > 1
		}
	})
	for _, in := range list {
		if in.Op == OpLoadShared && !changed[u.k.ArrayOf(in)] {
			u.still[in] = true
		}
	}
}

func (u *uniformity) raise(v Value, l Level) {
	if l > u.levels[v] {
		u.levels[v], u.changed = l, true
	}
}

func (u *uniformity) block(b *Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case OpIf:
			u.block(in.Blocks[0])
			u.block(in.Blocks[1])
			u.join(in.Results, u.levels[in.Args[0]], in.Blocks[0].Yield, in.Blocks[1].Yield)
		case OpLoop:
			head, body := in.Blocks[0], in.Blocks[1]
			u.join(head.Params, PerDispatch, in.Args, body.Yield)
			u.block(head)
			u.block(body)
			u.join(in.Results, u.levels[head.Yield[0]], head.Yield[1:])
		default:
			l := u.instr(in)
			for _, r := range in.Results {
				u.raise(r, l)
			}
		}
	}
}

func (u *uniformity) join(results []Value, least Level, sources ...[]Value) {
	for i, r := range results {
		l := least
		for _, s := range sources {
			l = max(l, u.levels[s[i]])
		}
		u.raise(r, l)
	}
}

func (u *uniformity) instr(in *Instr) Level {
	l := PerDispatch
	for _, a := range in.Args {
		l = max(l, u.levels[a])
	}
	switch in.Op.Class() {
	case System:
		if in.Op != OpSys {
			return stageLevel(in.Op)
		}
		return u.system(SysVal(in.Imm))
	case Load:
		return max(l, u.load(in))
	case Atomic:
		return Varying
	case WaveOp:
		switch in.Op {
		case OpQuadRead:
			if _, one := QuadSource(in.Imm); one {
				return PerWave
			}
			if l <= PerWave {
				return l
			}
			return Varying
		case OpWaveIsFirst, OpWavePrefixSumF, OpWavePrefixSumI, OpWavePrefixMulF, OpWavePrefixMulI:
			return Varying
		case OpWaveAt:
			return max(u.levels[in.Args[1]], PerWave)
		}
		return PerWave
	}
	return l
}

func (u *uniformity) load(in *Instr) Level {
	switch in.Op {
	case OpLoadShared:
		if u.still[in] {
			return PerGroup
		}
		return PerWave
	case OpLoadLocal:
		return Varying
	case OpQuery:
		return PerDispatch
	}
	switch u.k.Bindings[in.Binding].Kind {
	case CBV:
		return PerDispatch
	case SRV:
		return PerGroup
	}
	return PerWave
}

func (u *uniformity) system(s SysVal) Level {
	n := u.k.NumThreads
	switch s {
	case GroupIDX, GroupIDY, GroupIDZ:
		return PerGroup
	case GroupCountX, GroupCountY, GroupCountZ:
		return PerDispatch
	case DispatchThreadIDX, DispatchThreadIDY, DispatchThreadIDZ:
		if n[s-DispatchThreadIDX] == 1 {
			return PerGroup
		}
	case GroupThreadIDX, GroupThreadIDY, GroupThreadIDZ:
		if n[s-GroupThreadIDX] == 1 {
			return PerDispatch
		}
	case GroupIndex:
		if u.k.Threads() == 1 {
			return PerDispatch
		}
	}
	return Varying
}
