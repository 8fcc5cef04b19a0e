package profile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/background"
)

// The numbers of the decision.
const (
	Threshold    = 256 // samples of a full window
	MaxConstants = 4   // of a piece of code that are measured
	MaxVariants  = 8   // of a pipeline; the one that was used least recently makes room
)

// A value counts as constant if it has shareOf in shareIn samples.
const (
	shareOf = 9
	shareIn = 10
)

// The virtual time that a variant takes to make, at normal priority: a fixed part, and one for each instruction.
const (
	taskTime        = 20_000
	instructionTime = 50
)

// Fact is a constant of a piece of code, by its number, and the value that it is taken to have.
type Fact struct {
	Constant int
	Value    uint32
}

// Code is a program, or a variant of it. It does not change.
type Code interface {
	// Generic says that it takes nothing for granted.
	Generic() bool
	// Constants names those that are worth knowing, at most MaxConstants.
	Constants() []string
	// Instructions is its length.
	Instructions() int
	// Specialize makes the variant that takes facts for granted; ok is false if it is no better. It may be called on any goroutine.
	Specialize(facts []Fact) (variant Code, ok bool)
}

// Target is where variants of a pipeline are used.
type Target interface {
	// Install puts a variant into use.
	Install(Code)
	// Remove takes a variant out of use.
	Remove(Code)
	// Used tells when a variant was used last, in any ascending count; 0: never.
	Used(Code) uint64
}

// Sample is one use of a piece of code of a pipeline, with the values of its constants.
type Sample struct {
	Pipeline *Pipeline
	Code     Code
	Values   [MaxConstants]uint32
}

// Stats are counts since the driver was made.
type Stats struct {
	Samples   uint64 // uses that were measured and have retired
	Installed uint64 // variants that came into use
	Withdrawn uint64 // variants that went out of it
}

// Driver implements background.Driver.
type Driver struct {
	queue      func(background.Task) error
	pipelines  []*Pipeline
	mode       background.ProcessingMode
	generation uint64
	tasks      map[*job]bool
	held       []*job // in the order in which they ended
	looked     bool   // something that was to be measured has retired
	news       bool   // a variant has come into use, of which more may be known, since it was asked whether further measurements are wanted
	stats      Stats
}

// New makes a driver that hands its tasks to queue.
func New(queue func(background.Task) error) *Driver {
	return &Driver{queue: queue, tasks: map[*job]bool{}}
}

// Pipeline is what a driver knows of a pipeline.
type Pipeline struct {
	driver *Driver
	name   string
	target Target
	cell   *cell
	nodes  []*node // the code without facts first
	root   int     // how many of them are such
}

// cell is what tasks hold of a pipeline.
type cell struct{ pipeline *Pipeline }

// node is a piece of code of a pipeline that is measured.
type node struct {
	code   Code
	names  []string // of its constants
	window [MaxConstants]counter
	total  uint32
	grew   bool // since it was last asked whether further measurements are wanted
	tried  map[string]bool
	made   *node  // whose variant it is; nil: it is no variant
	key    string // under which made has tried it
}

// job is a decision on its way.
type job struct {
	cell       *cell
	node       *node
	facts      []Fact
	key        string
	generation uint64
	committed  bool
	variant    Code
	ok         bool
}

// NewPipeline begins to follow a pipeline.
func (d *Driver) NewPipeline(name string, target Target) *Pipeline {
	p := &Pipeline{driver: d, name: name, target: target}
	p.cell = &cell{p}
	d.pipelines = append(d.pipelines, p)
	return p
}

// Destroy ends that. Tasks of the pipeline come to their end, and nobody wants their results.
func (p *Pipeline) Destroy() {
	p.cell.pipeline = nil
	if i := slices.Index(p.driver.pipelines, p); i >= 0 {
		p.driver.pipelines = slices.Delete(p.driver.pipelines, i, i+1)
	}
}

// Measure says how work is measured that is submitted at some time.
type Measure struct {
	Interval   uint32 // of so many uses of a pipeline one is measured; 0: none
	generation uint64
}

// Measure is how work is measured that is submitted now.
func (d *Driver) Measure() Measure {
	switch d.mode {
	case background.Allowed:
		return Measure{16, d.generation}
	case background.AllowIntrusiveMeasurements:
		return Measure{1, d.generation}
	}
	return Measure{}
}

// Stats are the counts so far.
func (d *Driver) Stats() Stats { return d.stats }

// Retired counts the samples of a submission that has completed. What was submitted before everything was discarded does not count.
func (d *Driver) Retired(m Measure, samples []Sample) {
	if m.Interval == 0 || m.generation != d.generation {
		return
	}
	d.looked = true
	for i := range samples {
		if p := samples[i].Pipeline; p.cell.pipeline != nil {
			p.count(&samples[i])
		}
	}
}

func (p *Pipeline) count(s *Sample) {
	d := p.driver
	d.stats.Samples++
	n := p.node(s.Code)
	if n == nil {
		return
	}
	for i := range n.names {
		n.window[i].add(s.Values[i])
	}
	n.total++
	n.grew = true
	if n.total >= Threshold {
		if !d.mode.Disabled() {
			d.decide(p, n)
		}
		n.restart()
	}
}

// node finds the node of a piece of code. Generic code is new at its first sample; a variant that is out of use has none.
func (p *Pipeline) node(c Code) *node {
	for _, n := range p.nodes {
		if n.code == c {
			return n
		}
	}
	if !c.Generic() {
		return nil
	}
	n := &node{code: c, names: c.Constants(), tried: map[string]bool{}}
	p.nodes = slices.Insert(p.nodes, p.root, n)
	p.root++
	return n
}

func (n *node) restart() {
	n.total = 0
	n.window = [MaxConstants]counter{}
}

// facts are the constants of the window that hardly ever change.
func (n *node) facts() (list []Fact) {
	for i := range n.names {
		if v, count := n.window[i].top(); uint64(count)*shareIn >= uint64(n.total)*shareOf && n.total > 0 {
			list = append(list, Fact{i, v})
		}
	}
	return list
}

// say says facts in words.
func (n *node) say(facts []Fact) string {
	var words []string
	for _, f := range facts {
		words = append(words, fmt.Sprintf("%s = %#x", n.names[f.Constant], f.Value))
	}
	return strings.Join(words, ", ")
}

// fresh is what the window says, if that was not tried yet.
func (n *node) fresh() (facts []Fact, key string) {
	if facts = n.facts(); len(facts) == 0 {
		return nil, ""
	}
	if key = n.say(facts); n.tried[key] {
		return nil, ""
	}
	return facts, key
}

// decide queues the variant that a window asks for.
func (d *Driver) decide(p *Pipeline, n *node) {
	facts, key := n.fresh()
	if facts == nil {
		return
	}
	n.tried[key] = true
	j := &job{cell: p.cell, node: n, facts: facts, key: key, generation: d.generation}
	d.tasks[j] = true
	code := n.code
	err := d.queue(background.Task{Name: fmt.Sprintf("%s: %s", p.name, key), Cost: taskTime + instructionTime*uint64(code.Instructions()),
		Run:    func(*background.Job) { j.variant, j.ok = code.Specialize(facts) },
		Finish: func() background.Outcome { return d.finish(j) },
		Cancel: func() { d.cancel(j) },
	})
	if err != nil {
		panic("BUG: profile: " + err.Error())
	}
}

// cancel forgets a decision, so that it may be made again.
func (d *Driver) cancel(j *job) {
	delete(d.tasks, j)
	delete(j.node.tried, j.key)
}

// finish hands a variant over at the end of its task.
func (d *Driver) finish(j *job) background.Outcome {
	delete(d.tasks, j)
	switch {
	case j.cell.pipeline == nil || j.generation != d.generation:
		return background.Abandoned
	case !j.ok:
		return background.NoGain
	case d.mode == background.DisableProfilingBySystem && !j.committed:
		d.held = append(d.held, j)
		return background.Held
	}
	d.publish(j)
	return background.Published
}

func (d *Driver) publish(j *job) {
	p := j.cell.pipeline
	if len(p.nodes)-p.root >= MaxVariants {
		p.evict()
	}
	n := &node{code: j.variant, names: j.variant.Constants(), tried: map[string]bool{}, made: j.node, key: j.key}
	p.nodes = append(p.nodes, n)
	p.target.Install(j.variant)
	d.stats.Installed++
	d.news = d.news || len(n.names) > 0
}

// evict makes room: the variant goes that was used least recently, of equals the oldest.
func (p *Pipeline) evict() {
	worst := p.root
	for i := p.root + 1; i < len(p.nodes); i++ {
		if p.target.Used(p.nodes[i].code) < p.target.Used(p.nodes[worst].code) {
			worst = i
		}
	}
	p.withdraw(worst)
}

func (p *Pipeline) withdraw(i int) {
	n := p.nodes[i]
	delete(n.made.tried, n.key)
	p.nodes = slices.Delete(p.nodes, i, i+1)
	p.target.Remove(n.code)
	p.driver.stats.Withdrawn++
}

// SetMode implements background.Driver.
func (d *Driver) SetMode(m background.ProcessingMode, a background.MeasurementsAction) (further bool) {
	d.mode = m
	switch {
	case a == background.DiscardPrevious:
		d.discard()
	case a.Commits():
		d.commit()
	}
	if m != background.DisableProfilingBySystem {
		d.release()
	}
	return d.further()
}

// discard forgets everything.
func (d *Driver) discard() {
	d.generation++
	d.held, d.looked, d.news = nil, false, false
	for _, p := range d.pipelines {
		for len(p.nodes) > p.root {
			p.withdraw(len(p.nodes) - 1)
		}
		p.nodes, p.root = nil, 0
	}
}

// commit decides about all windows as if they were full.
func (d *Driver) commit() {
	for _, p := range d.pipelines {
		for _, n := range slices.Clone(p.nodes) {
			d.decide(p, n)
			n.restart()
		}
	}
	for j := range d.tasks {
		j.committed = true
	}
	d.release()
}

// release publishes what was held.
func (d *Driver) release() {
	held := d.held
	d.held = nil
	for _, j := range held {
		if j.cell.pipeline != nil {
			d.publish(j)
		}
	}
}

// further says whether more measurements are wanted.
func (d *Driver) further() bool {
	if len(d.tasks) > 0 {
		return true
	}
	if d.mode.Disabled() {
		return false
	}
	wanted := !d.looked || d.news
	d.news = false
	for _, p := range d.pipelines {
		for _, n := range p.nodes {
			if n.grew {
				facts, _ := n.fresh()
				wanted = wanted || facts != nil
			}
			n.grew = false
		}
	}
	return wanted
}

// Destroy implements background.Driver.
func (d *Driver) Destroy() { d.pipelines, d.held = nil, nil }
