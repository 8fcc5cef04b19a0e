package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// opByName is the reverse of the names in the operation table.
var opByName = func() map[string]Op {
	m := make(map[string]Op, numOps)
	for op := OpInvalid + 1; op < numOps; op++ {
		m[op.String()] = op
	}
	return m
}()

// block reads instructions up to a line that starts with }, which it returns.
func (p *parser) block(b *Block) (closing []string, err error) {
	for p.next() {
		switch p.words[0] {
		case "}":
			return p.words, nil
		case "yield":
			p.word()
			b.Yield, err = p.uses()
			if err == nil && len(p.words) > 0 {
				err = fmt.Errorf("unexpected %q", p.words[0])
			}
		default:
			if len(b.Yield) > 0 {
				return nil, fmt.Errorf("instruction after yield")
			}
			var in *Instr
			in, err = p.instr()
			b.Instrs = append(b.Instrs, in)
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("block without }")
}

func (p *parser) instr() (*Instr, error) {
	in := &Instr{}
	for strings.HasPrefix(p.words[0], "%") {
		v, err := p.def(p.word())
		if err != nil {
			return nil, err
		}
		in.Results = append(in.Results, v)
		if len(p.words) == 0 {
			return nil, fmt.Errorf("line ends after results")
		}
	}
	if len(in.Results) > 0 {
		if err := p.expect("="); err != nil {
			return nil, err
		}
	}
	name := p.word()
	op, ok := opByName[name]
	if !ok {
		return nil, fmt.Errorf("unknown operation %q", name)
	}
	in.Op = op
	switch op {
	case OpIf:
		return in, p.ifInstr(in)
	case OpLoop:
		return in, p.loopInstr(in)
	}
	return in, p.plain(in)
}

func (p *parser) def(word string) (Value, error) {
	name, typ, _ := strings.Cut(word, ":")
	for t := Bool; t <= F32; t++ {
		if t.String() == typ {
			v := p.value(name)
			p.k.types[v] = t
			return v, nil
		}
	}
	return 0, fmt.Errorf("got %q, want a value and its type", word)
}

// value is the value of a name; an unknown one is added, its type comes with its definition.
func (p *parser) value(name string) Value {
	v, ok := p.values[name]
	if !ok {
		v = p.k.NewValue(Invalid)
		p.values[name] = v
	}
	return v
}

// uses reads operands as far as they go.
func (p *parser) uses() ([]Value, error) {
	var out []Value
	for len(p.words) > 0 {
		switch w := p.words[0]; {
		case w == "_":
			out = append(out, 0)
		case strings.HasPrefix(w, "%"):
			if strings.ContainsAny(w, ":=") {
				return nil, fmt.Errorf("got %q, want an operand", w)
			}
			out = append(out, p.value(w))
		default:
			return out, nil
		}
		p.word()
	}
	return out, nil
}

func (p *parser) plain(in *Instr) (err error) {
	if hasWidth(in.Op) {
		in.Width = 4
	}
	if hasWidth(in.Op) && !in.Op.UsesBinding() {
		in.Binding = -1
	}
	if in.Args, err = p.uses(); err != nil {
		return err
	}
	if err = p.immediate(in); err != nil {
		return err
	}
	for len(p.words) > 0 && !strings.HasPrefix(p.words[0], "@") {
		if err = p.attribute(in); err != nil {
			return err
		}
	}
	return p.fields(&in.Site)
}

func (p *parser) immediate(in *Instr) (err error) {
	switch {
	case in.Op == OpConst:
		in.Imm, err = parseConst(p.k.Type(in.Result()), p.word())
	case in.Op == OpSys:
		var s SysVal
		s, err = indexOf[SysVal](sysNames[:], p.word())
		in.Imm = uint32(s)
	case in.Op == OpQuery:
		var q QueryField
		q, err = indexOf[QueryField](queryNames[:], p.word())
		in.Imm = uint32(q)
	case in.Op.Class() == Atomic:
		var a AtomicOp
		a, err = indexOf[AtomicOp](atomicNames[:], p.word())
		in.Imm = uint32(a)
	}
	return err
}

func (p *parser) attribute(in *Instr) error {
	word := p.word()
	switch word {
	case "signed":
		in.Signed = true
		return nil
	case "mark":
		in.Mark = true
		return nil
	}
	key, text, _ := strings.Cut(word, "=")
	n, err := parseUint(text)
	switch {
	case err != nil:
	case key == "b" && in.Op.NamesBinding() && n <= math.MaxInt32:
		in.Binding = int32(n)
	case key == "f" && in.Op == OpPrintf || key == "n" && hasNumber(in.Op):
		in.Imm = n
	case key == "off" && hasWidth(in.Op):
		in.Offset = n
	case key == "w" && hasWidth(in.Op) && n <= 255:
		in.Width = uint8(n)
	default:
		err = fmt.Errorf("unknown attribute %q", word)
	}
	return err
}

func parseConst(t Type, word string) (uint32, error) {
	switch {
	case t == Bool && word == "true":
		return 1, nil
	case t == Bool && word == "false":
		return 0, nil
	case t == F32 && !strings.HasPrefix(word, "0x"):
		f, err := strconv.ParseFloat(word, 32)
		if err != nil || f != f {
			return 0, fmt.Errorf("got %q, want a float", word)
		}
		return math.Float32bits(float32(f)), nil
	case t == I32 || t == F32:
		n, err := strconv.ParseInt(word, 0, 64)
		if err != nil || n < math.MinInt32 || n > math.MaxUint32 {
			return 0, fmt.Errorf("got %q, want a 32-bit integer", word)
		}
		return uint32(n), nil
	}
	return 0, fmt.Errorf("got %q for a constant of type %s", word, t)
}

// open reads the end of a line that opens a block.
func (p *parser) open(in *Instr) error {
	if err := p.expect("{"); err != nil {
		return err
	}
	return p.fields(&in.Site)
}

// twoBlocks reads both blocks of in; between stands the line that divides them.
func (p *parser) twoBlocks(in *Instr, head *Block, between string) error {
	tail := &Block{}
	in.Blocks = []*Block{head, tail}
	closing, err := p.block(head)
	if err != nil {
		return err
	}
	if got := strings.Join(closing, " "); got != between {
		return fmt.Errorf("got %q, want %q", got, between)
	}
	if closing, err = p.block(tail); err != nil {
		return err
	}
	if len(closing) != 1 {
		return fmt.Errorf("got %q, want }", strings.Join(closing, " "))
	}
	return nil
}

func (p *parser) ifInstr(in *Instr) (err error) {
	if in.Args, err = p.uses(); err != nil {
		return err
	}
	if err = p.open(in); err != nil {
		return err
	}
	return p.twoBlocks(in, &Block{}, "} else {")
}

func (p *parser) loopInstr(in *Instr) error {
	head := &Block{}
	for len(p.words) > 0 && strings.HasPrefix(p.words[0], "%") {
		def, init, ok := strings.Cut(p.word(), "=")
		param, err := p.def(def)
		if err != nil || !ok || !strings.HasPrefix(init, "%") {
			return fmt.Errorf("want a carried value %%n:type=%%m, got %q", def+"="+init)
		}
		head.Params = append(head.Params, param)
		in.Args = append(in.Args, p.value(init))
	}
	if err := p.open(in); err != nil {
		return err
	}
	return p.twoBlocks(in, head, "} do {")
}
