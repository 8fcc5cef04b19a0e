package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gpuscript/gpuscript/gpu"
)

// Parse reads the text form. The kernel is not verified. Errors name the line.
func Parse(text string) (*Kernel, error) {
	p := parser{k: &Kernel{}, values: map[string]Value{}}
	for n, line := range strings.Split(text, "\n") {
		words, err := splitWords(line)
		if err != nil {
			return nil, fmt.Errorf("ir: line %d: %w", n+1, err)
		}
		if len(words) > 0 {
			p.lines = append(p.lines, textLine{n + 1, words})
		}
	}
	if err := p.kernel(); err != nil {
		return nil, fmt.Errorf("ir: line %d: %w", p.number, err)
	}
	return p.k, nil
}

type textLine struct {
	number int
	words  []string
}

type parser struct {
	k      *Kernel
	lines  []textLine
	number int // of the line in work
	words  []string
	values map[string]Value
}

// splitWords cuts a line at spaces, keeping quoted strings whole. A # outside quotes starts a comment.
func splitWords(line string) ([]string, error) {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t\r")
		switch {
		case line == "" || line[0] == '#':
			return words, nil
		case line[0] == '"':
			q, err := strconv.QuotedPrefix(line)
			if err != nil || !utf8.ValidString(q) {
				return nil, fmt.Errorf("bad string in %q", line)
			}
			words, line = append(words, q), line[len(q):]
		default:
			end := strings.IndexAny(line, " \t\r")
			if end < 0 {
				end = len(line)
			}
			words, line = append(words, line[:end]), line[end:]
		}
	}
}

// next takes the next line, or tells that there is none.
func (p *parser) next() bool {
	if len(p.lines) == 0 {
		return false
	}
	p.number, p.words, p.lines = p.lines[0].number, p.lines[0].words, p.lines[1:]
	return true
}

// word takes the next word of the line, "" at its end.
func (p *parser) word() string {
	if len(p.words) == 0 {
		return ""
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

func (p *parser) expect(want string) error {
	if got := p.word(); got != want {
		return fmt.Errorf("got %q, want %q", got, want)
	}
	return nil
}

func (p *parser) kernel() error {
	if !p.next() {
		return fmt.Errorf("no kernel")
	}
	k := p.k
	if err := p.fields("kernel", &k.Name, "threads", &k.NumThreads[0], &k.NumThreads[1], &k.NumThreads[2], &k.Site); err != nil {
		return err
	}
	for p.next() {
		var err error
		switch p.words[0] {
		case "stage":
			err = p.stage()
		case "binding":
			err = p.binding()
		case "shared":
			err = p.array(&k.Shared, "shared")
		case "local":
			err = p.array(&k.Locals, "local")
		case "format":
			k.Formats = append(k.Formats, "")
			err = p.fields("format", &k.Formats[len(k.Formats)-1])
		case "body":
			return p.body()
		default:
			err = fmt.Errorf("unknown line %q", p.words[0])
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("no body")
}

func (p *parser) stage() error {
	p.word()
	kind, err := indexOf[StageKind](stageNames[:], p.word())
	if err != nil {
		return err
	}
	p.k.Stage.Kind = kind
	return p.fields("inputs", &p.k.Stage.Inputs, "outputs", &p.k.Stage.Outputs)
}

func (p *parser) body() error {
	if err := p.fields("body", "{"); err != nil {
		return err
	}
	p.k.Body = &Block{}
	closing, err := p.block(p.k.Body)
	if err != nil {
		return err
	}
	if len(closing) != 1 {
		return fmt.Errorf("got %q, want }", strings.Join(closing, " "))
	}
	if p.next() {
		return fmt.Errorf("text after the body")
	}
	return nil
}

// fields reads the rest of the line: a string is a word that must be there, a pointer takes a word. A *gpu.Site is optional.
func (p *parser) fields(targets ...any) error {
	for _, t := range targets {
		var err error
		switch t := t.(type) {
		case string:
			err = p.expect(t)
		case *string:
			*t, err = strconv.Unquote(p.word())
		case *uint32:
			*t, err = parseUint(p.word())
		case *gpu.Site:
			err = p.site(t)
		}
		if err != nil {
			return err
		}
	}
	if len(p.words) > 0 {
		return fmt.Errorf("unexpected %q", p.words[0])
	}
	return nil
}

func (p *parser) site(s *gpu.Site) error {
	if len(p.words) == 0 || !strings.HasPrefix(p.words[0], "@") {
		return nil
	}
	n, err := parseUint(p.word()[1:])
	*s = gpu.Site(n)
	return err
}

func parseUint(word string) (uint32, error) {
	n, err := strconv.ParseUint(word, 0, 32)
	if err != nil {
		return 0, fmt.Errorf("got %q, want a number", word)
	}
	return uint32(n), nil
}

func indexOf[T ~uint8](names []string, word string) (T, error) {
	for i, n := range names {
		if n == word {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("unknown word %q", word)
}

func (p *parser) binding() error {
	var b Binding
	var err error
	p.word()
	if b.Kind, err = indexOf[Kind](kindNames[:], p.word()); err != nil {
		return err
	}
	if b.Shape, err = indexOf[Shape](shapeNames[:], p.word()); err != nil {
		return err
	}
	reg, ok := strings.CutPrefix(p.word(), b.Kind.Register())
	if !ok {
		return fmt.Errorf("want a register %sN", b.Kind.Register())
	}
	if b.Register, err = parseUint(reg); err != nil {
		return err
	}
	var counterOf uint32
	err = p.fields("space", &b.Space, "count", &b.Count, "stride", &b.Stride, "format", &b.Format, "counterof", &counterOf,
		&b.Name, &b.Element, &b.Site)
	if counterOf > math.MaxInt32 {
		return fmt.Errorf("counterof %d", counterOf)
	}
	b.CounterOf = int32(counterOf)
	p.k.Bindings = append(p.k.Bindings, b)
	return err
}

func (p *parser) array(list *[]Array, word string) error {
	var a Array
	err := p.fields(word, &a.Name, "offset", &a.Offset, "bytes", &a.Bytes, "align", &a.Align, &a.Site)
	*list = append(*list, a)
	return err
}
