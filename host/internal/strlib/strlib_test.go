package strlib

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"
)

// longest is the bound of texts in these tests.
const longest = 20

// run evaluates `return …` with the functions of a Library, and gives what it returns or its error.
func run(t *testing.T, text string) (values []string, err error) {
	t.Helper()
	L := lua.NewState()
	defer L.Close()
	lib := Library{
		Check: func(L *lua.LState, what string, length int) {
			if length > longest {
				L.RaiseError("%s: %d", what, length)
			}
		},
		Room: func(*lua.LState, int) {},
		Look: func(L *lua.LState) { L.RaiseError("over") },
		Text: func(v lua.LValue) string { return v.String() },
	}
	L.SetGlobal("concat", L.NewFunction(lib.Concat))
	L.SetFuncs(L.GetGlobal("string").(*lua.LTable), lib.Strings())
	L.SetFuncs(L.GetGlobal("table").(*lua.LTable), lib.Tables())
	err = L.DoString("return " + text)
	for i := 1; i <= L.GetTop(); i++ {
		values = append(values, L.Get(i).String())
	}
	return values, err
}

func TestFunctions(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"concat('a', 'b')", []string{"ab"}},
		{"concat('a', 1, 'b', 2.5)", []string{"a1b2.5"}},
		{"concat('12345678901234567890', '')", []string{"12345678901234567890"}},
		{"table.concat({})", []string{""}},
		{"table.concat({ 1, 'b', 3 })", []string{"1b3"}},
		{"table.concat({ 1, 'b', 3 }, ', ', 2, 3)", []string{"b, 3"}},
		{"table.concat({ 1 }, ', ', 2)", []string{""}},
		{"table.concat({ '1234567890', '123456789' }, ' ')", []string{"1234567890 123456789"}},
		{"('hello'):find('l')", []string{"3", "3"}},
		{"('hello'):find('l', 4)", []string{"4", "4"}},
		{"('hello'):find('(l)(l)')", []string{"3", "4", "l", "l"}},
		{"('hello'):find('xyz')", []string{"nil"}},
		{"('a.b'):find('.', 2, true)", []string{"2", "2"}},
		{"('hello'):find('', 10)", []string{"6", "5"}},
		{"('hello'):find('l', -2)", []string{"4", "4"}},
		{"('hello'):find('h', -100)", []string{"1", "1"}},
		{"('hello'):find('h', 0/0)", []string{"1", "1"}},
		{"('key=1'):match('(%w+)=(%d+)')", []string{"key", "1"}},
		{"('key=1'):match('%w+')", []string{"key"}},
		{"('key=1'):match('()=()')", []string{"4", "5"}},
		{"('key=1'):match('x')", []string{"nil"}},
		{"('abc'):gsub('%w', '<%0>')", []string{"<a><b><c>", "3"}},
		{"('abc'):gsub('', '-')", []string{"-a-b-c-", "4"}},
		{"('abc'):gsub('%w', '%%%1', 2)", []string{"%a%bc", "2"}},
		{"('abc def'):gsub('(%w)(%w)', '%2%1')", []string{"bac edf", "2"}},
		{"('abc'):gsub('^a', 'x')", []string{"xbc", "1"}},
		{"('aaa'):gsub('^a', 'x')", []string{"xaa", "1"}},
		{"('abc'):gsub('%w', { a = '1', b = 2, c = false })", []string{"12c", "3"}},
		{"('abc'):gsub('(%w)()', function(c, i) if i == 3 then return nil end return c .. i end)", []string{"a2bc4", "3"}},
		{"('abc'):gsub('b', 5)", []string{"a5c", "1"}},
		{"('abc'):gsub('b', 'x', 0)", []string{"abc", "0"}},
		{"('abc'):gsub('b', 'x', -1)", []string{"abc", "0"}},
		{"(function() local r = '' for k, v in ('a=1, b=2'):gmatch('(%w)=(%w)') do r = r .. k .. v end return r end)()", []string{"a1b2"}},
		{"(function() local r = 0 for _ in ('abc'):gmatch('') do r = r + 1 end return r end)()", []string{"4"}},
		{"(function() local n = ('ab'):gmatch('%w') return n(), n(), n(), n() end)()", []string{"a", "b", "nil"}},
		{"(function() local r = '' for w in ('aa'):gmatch('^a') do r = r .. w end return r end)()", []string{"a"}},
	}
	for _, tt := range tests {
		got, err := run(t, tt.text)
		require.NoError(t, err, tt.text)
		require.Equal(t, tt.want, got, tt.text)
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct{ text, want string }{
		{"concat('12345678901234567890', 'x')", "'..': 21"},
		{"concat('1234567890', '1234567890', 'x')", "'..': 21"},
		{"concat('a', nil)", "cannot perform concat operation between string and nil"},
		{"concat({}, 'a', 'b')", "cannot perform concat operation between table and string"},
		{"table.concat({ '1234567890', '1234567890' }, ' ')", "table.concat: 21"},
		{"table.concat({ 1, {} })", "invalid value (table) at index 2 in table for concat"},
		{"table.concat({ 1 }, '', 1, 2)", "invalid value (nil) at index 2 in table for concat"},
		{"('aaaaa'):gsub('a', '12345')", "string.gsub: 21"},
		{"('aaaaa'):gsub('a', '%0%0%0%0%0')", "string.gsub: 21"},
		{"('aaaaa'):gsub('a+', '%0%0%0%0%0')", "string.gsub: 25"},
		{"('aaaaa'):gsub('a', function() return '12345' end)", "string.gsub: 21"},
		{"('abc'):gsub('a', function() return {} end)", "invalid replacement value (a table)"},
		{"('abc'):gsub('a', '%2')", "invalid capture index"},
		{"('abc'):find('[a')", "malformed pattern (missing ']')"},
		{"('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'):find('a-a-a-a-a-a-a-a-a-a-b')", "over"},
	}
	for _, tt := range tests {
		_, err := run(t, tt.text)
		require.ErrorContains(t, err, tt.want, tt.text)
	}
}

// Objects join themselves with what is after them, from the end of a chain.
func TestConcatOfObjects(t *testing.T) {
	tests := []struct{ text, want string }{
		{"concat(o, 'a')", "O+a"},
		{"concat('a', o)", "a+O"},
		{"concat('a', 'b', o)", "ab+O"},
		{"concat(o, 'a', 'b')", "O+ab"},
		{"concat('a', o, 'b')", "aO+b"},
		{"concat(o, o)", "O+O"},
	}
	for _, tt := range tests {
		got, err := run(t, "(function(o) o = setmetatable({}, { __concat = function(a, b) return (a == o and 'O' or a) .. '+' .. (b == o and 'O' or b) end }) return "+tt.text+" end)()")
		require.NoError(t, err, tt.text)
		require.Equal(t, []string{tt.want}, got, tt.text)
	}
}
