package explore

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Policy decides what happens next in a simulated machine. It is of one run.
type Policy = sched.Policy

// Schedule is what a machine may be made with instead of its timeline.
type Schedule interface {
	// Policy begins a run on the schedule.
	Policy() Policy
}

// PolicyOf is the policy of a schedule, or of one drawn with a seed; nil, which is the timeline, if there is neither.
func PolicyOf(s Schedule, seed *uint64) Policy {
	switch {
	case s != nil:
		return s.Policy()
	case seed != nil:
		return sched.Random(*seed)
	}
	return nil
}

// Token is a schedule as text: which choices differ from those of the timeline.
// "12:1,40:2x3" takes the second possibility at choice 12, the third at choices
// 40 to 42, and the first at all others; choices and possibilities count from 0.
// The empty one is the timeline.
type Token string

// ParseToken checks a token that somebody has written.
func ParseToken(text string) (Token, error) {
	_, err := turnsOf(text)
	return Token(text), err
}

// turn is a number of choices that take the same possibility.
type turn struct{ at, pick, times int }

func turnsOf(text string) (turns []turn, err error) {
	if text == "" {
		return nil, nil
	}
	next := 0
	for part := range strings.SplitSeq(text, ",") {
		t := turn{times: 1}
		at, rest, found := strings.Cut(part, ":")
		pick, times, several := strings.Cut(rest, "x")
		bad := !found
		for _, n := range []struct {
			text string
			to   *int
		}{{at, &t.at}, {pick, &t.pick}, {times, &t.times}} {
			if n.to == &t.times && !several {
				continue
			}
			v, err := strconv.ParseUint(n.text, 10, 31)
			*n.to, bad = int(v), bad || err != nil
		}
		switch {
		case bad || t.pick == 0 || t.times == 0:
			return nil, fmt.Errorf("%q is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row", part)
		case t.at < next:
			return nil, fmt.Errorf("choice %d of the schedule does not come after choice %d", t.at, next-1)
		}
		next = t.at + t.times
		turns = append(turns, t)
	}
	return turns, nil
}

// token writes choices as a Token.
func token(picks []int32) Token {
	var b strings.Builder
	for i := 0; i < len(picks); i++ {
		if picks[i] == 0 {
			continue
		}
		n := 1
		for i+n < len(picks) && picks[i+n] == picks[i] {
			n++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%d:%d", i, picks[i])
		if n > 1 {
			fmt.Fprintf(&b, "x%d", n)
		}
		i += n - 1
	}
	return Token(b.String())
}

// Policy implements Schedule. What is no token is the timeline.
func (t Token) Policy() Policy {
	turns, _ := turnsOf(string(t))
	return &replay{turns: turns}
}

// replay takes the choices of a token. A choice that is not there, because the
// program is another one, is that of the timeline.
type replay struct {
	turns []turn
	at    int
}

// Pick implements Policy.
func (r *replay) Pick(choices []sched.Choice) int {
	at := r.at
	r.at++
	for len(r.turns) > 0 && at >= r.turns[0].at+r.turns[0].times {
		r.turns = r.turns[1:]
	}
	if len(r.turns) > 0 && at >= r.turns[0].at && r.turns[0].pick < len(choices) {
		return r.turns[0].pick
	}
	return 0
}

// A watched machine makes smaller steps, so a replay watches, too.
func (*replay) Step(sched.Choice)   {}
func (*replay) Touch(sched.Touch)   {}
func (*replay) Enable(sched.Choice) {}
func (*replay) Post(any)            {}
func (*replay) Follow(any)          {}
func (*replay) Stalled()            {}
