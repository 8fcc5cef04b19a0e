package pattern

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/pm"
)

// found is the match and its captures, as Lua shows them.
func found(t *testing.T, text, p string) []string {
	t.Helper()
	m := New(text, p, nil)
	start, end, ok, err := m.Find(0)
	require.NoError(t, err, p)
	if !ok {
		return nil
	}
	out := []string{text[start:end]}
	for _, c := range m.Captures() {
		if c.Position {
			out = append(out, "@"+strings.Repeat("i", c.Start))
			continue
		}
		out = append(out, text[c.Start:c.End])
	}
	return out
}

func TestFind(t *testing.T) {
	tests := []struct {
		text, pattern string
		want          []string
	}{
		{"hello", "l+", []string{"ll"}},
		{"hello", "l*", []string{""}},
		{"hello", "^l", nil},
		{"hello", "^h.-l", []string{"hel"}},
		{"hello", "o$", []string{"o"}},
		{"hell", "o$", nil},
		{"a$b", "$b", []string{"$b"}},
		{"a+b", "a%+b", []string{"a+b"}},
		{"key = value", "(%w+)%s*=%s*(%w+)", []string{"key = value", "key", "value"}},
		{"abc", "()b()", []string{"b", "@i", "@ii"}},
		{"f(a(b)c)d", "%b()", []string{"(a(b)c)"}},
		{"f(a(b", "%b()", []string(nil)},
		{"THE (quick) fox", "%f[%a]%a+%f[%A]", []string{"THE"}},
		{"xx'y'", "(['\"])(.-)%1", []string{"'y'", "'", "y"}},
		{"a]b", "[]]", []string{"]"}},
		{"a^b", "[%^]", []string{"^"}},
		{"abc", "[^a-b]", []string{"c"}},
		{"a-z", "[a%-]+", []string{"a-"}},
		{"-", "[a-]", []string{"-"}},
		{"0x1F", "%x+", []string{"0"}},
		{"color", "colou?r", []string{"color"}},
		{"colour", "colou?r", []string{"colour"}},
		{"a\x00b", "%z", []string{"\x00"}},
		{"", "", []string{""}},
		{"((a)(b))", "%((.)", []string{"((", "("}},
		{"abcabc", "((a)(b))c", []string{"abc", "ab", "a", "b"}},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, found(t, tt.text, tt.pattern), "%q in %q", tt.pattern, tt.text)
	}
}

func TestMalformed(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"%", "malformed pattern (ends with '%')"},
		{"[a", "malformed pattern (missing ']')"},
		{"[]", "malformed pattern (missing ']')"},
		{"[^", "malformed pattern (missing ']')"},
		{"[a%", "malformed pattern (missing ']')"},
		{"%f", "missing '[' after '%f' in pattern"},
		{"%b", "unbalanced pattern"},
		{"%bx", "unbalanced pattern"},
		{"(a", "unfinished capture"},
		{"a)", "invalid pattern capture"},
		{"%1", "invalid capture index"},
		{"(%1)", "invalid capture index"},
		{strings.Repeat("()", maxCaptures+1), "too many captures"},
		{strings.Repeat("a?", 300), "pattern too complex"},
	}
	for _, tt := range tests {
		_, _, _, err := New(strings.Repeat("a", 400), tt.pattern, nil).Find(0)
		require.EqualError(t, err, tt.want, tt.pattern)
	}
	_, _, ok, err := New("", strings.Repeat("()", maxCaptures), nil).Find(0)
	require.NoError(t, err)
	require.True(t, ok)
}

// A search that would take years asks, and ends when the answer is a panic.
func TestLook(t *testing.T) {
	asked := 0
	m := New(strings.Repeat("a", 40), strings.Repeat("a*", 20)+"b", func() {
		if asked++; asked == 3 {
			panic("enough")
		}
	})
	require.PanicsWithValue(t, "enough", func() { _, _, _, _ = m.Find(0) })
	require.Equal(t, 3*lookEvery, m.steps)
}

func TestPlain(t *testing.T) {
	require.True(t, Plain("abc]{}"))
	for _, c := range "^$*+?.([%-" {
		require.False(t, Plain("a"+string(c)))
	}
}

// What this matcher and gopher-lua's find is the same.
func FuzzFind(f *testing.F) {
	for _, s := range []string{"l+", "(%w+)=(%w*)", "^a.-b$", "[^%s]+", "%bxy", "a?b*c-", "[]a-c%d]", "()x()"} {
		f.Add("hello abc=def xay [x]", s)
	}
	f.Fuzz(func(t *testing.T, text, p string) {
		if len(text) > 20 || len(p) > 8 || strings.ContainsAny(p, "%[") {
			return // classes and sets differ in corners that the manual leaves open
		}
		start, end, ok, err := New(text, p, nil).Find(0)
		theirs, their := pm.Find(p, []byte(text), 0, 1)
		if err != nil || their != nil {
			return
		}
		require.Equal(t, len(theirs) == 1, ok)
		if ok {
			require.Equal(t, [2]int{theirs[0].Capture(0), theirs[0].Capture(1)}, [2]int{start, end})
		}
	})
}
