package host

import (
	"math"
	"time"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// mostSeconds is the largest time of os.date, in seconds before and after 1970: some 30,000 years.
const mostSeconds = 1 << 40

// longestDate is how many bytes a letter of the format of os.date makes at most.
const longestDate = 32

// osFunctions are the parts of os that give the same answer on every machine. The others say why they do not exist.
func (h *Host) osFunctions(lib *lua.LTable) functions {
	date := stock(lib, "date")
	instead := func(name, why string, fix diag.Fix, help string) lua.LGFunction {
		return func(L *lua.LState) int {
			d := diag.New(diag.NotInSandbox, "%s is not available to scripts", name).Because("%s", why)
			if help != "" {
				d.HelpFix(0, fix, "%s", help)
			}
			h.raise(L, d)
			return 0
		}
	}
	refuse := func(name, why, help string) lua.LGFunction { return instead(name, why, diag.Fix{}, help) }
	const clock = "A script has no clock: its output must be the same on every machine and in every run."
	const process = "A script can neither start programs nor see the environment of this one."
	const folder = "A script changes files only by writing into the output folder with io.open."
	noTime := refuse("os.time without a date", clock, "Use gpu.Now for the time of the simulation, or pass a date.")
	noDate := refuse("os.date without a time", clock, "Pass the time as the second argument.")
	return functions{
		"clock": instead("os.clock", clock, diag.Fix{Method: "clock", Argument: 1, Action: diag.FixCall, Text: "%o.Now() / 1e9",
			Object: diag.Only("require").With("", "gpu")}, "Use gpu.Now for the time of the simulation, in nanoseconds."),
		"date": func(L *lua.LState) int {
			if L.Get(2) == lua.LNil {
				return noDate(L)
			}
			if at := L.CheckNumber(2); !(math.Abs(float64(at)) <= mostSeconds) {
				L.ArgError(2, "time is out of range")
			}
			format := L.OptString(1, "%c")
			h.checkLength(L, "os.date", longestDate*len(format))
			if format == "" || format[0] != '!' {
				L.Replace(1, lua.LString("!"+format)) // UTC: a time zone is the machine's
			}
			n := date(L)
			if t, ok := L.Get(-1).(*lua.LTable); ok { // gopher-lua leaves the day of the year at 0
				t.RawSetString("yday", lua.LNumber(time.Unix(L.CheckInt64(2), 0).UTC().YearDay()))
			}
			return n
		},
		"difftime": func(L *lua.LState) int {
			L.Push(L.CheckNumber(1) - L.OptNumber(2, 0))
			return 1
		},
		"execute":   refuse("os.execute", process, ""),
		"exit":      h.osExit,
		"getenv":    refuse("os.getenv", process, "Pass values as arguments of the script: they are in the table arg."),
		"remove":    refuse("os.remove", folder, ""),
		"rename":    refuse("os.rename", folder, ""),
		"setlocale": refuse("os.setlocale", "The locale is always \"C\".", ""),
		"time": func(L *lua.LState) int {
			if L.Get(1) == lua.LNil {
				return noTime(L)
			}
			L.Push(lua.LNumber(seconds(L, L.CheckTable(1))))
			return 1
		},
		"tmpname": refuse("os.tmpname", folder, "Choose a name in the output folder."),
	}
}

// osExit ends the script with an exit code, true and nothing being 0, false 1. Of a number the lowest eight bits count, which is what
// every system shows of it. No pcall catches it.
func (h *Host) osExit(L *lua.LState) int {
	code := ExitOK
	switch v := L.Get(1).(type) {
	case *lua.LNilType:
	case lua.LNumber:
		if !(math.Abs(float64(v)) <= math.MaxInt32) {
			L.ArgError(1, "the exit code is out of range")
		}
		code = int(v) & 0xff
	case lua.LBool:
		if v == lua.LFalse {
			code = ExitScript
		}
	default:
		L.TypeError(1, lua.LTNumber)
	}
	h.exit = &code
	h.meter.exiting = true
	L.Error(lua.LString(errStop.Error()), 0)
	return 0
}

// seconds is the Unix time of a date table, in UTC. Fields out of range carry over, as in C.
func seconds(L *lua.LState, t *lua.LTable) int64 {
	field := func(name string, missing int) int {
		switch v := t.RawGetString(name).(type) {
		case lua.LNumber:
			if !(math.Abs(float64(v)) <= math.MaxInt32) {
				L.RaiseError("field '%s' is out of range", name)
			}
			return int(v)
		case *lua.LNilType:
			if missing >= 0 {
				return missing
			}
		}
		L.RaiseError("field '%s' missing in date table", name)
		return 0
	}
	return time.Date(field("year", -1), time.Month(field("month", -1)), field("day", -1),
		field("hour", 12), field("min", 0), field("sec", 0), 0, time.UTC).Unix()
}
