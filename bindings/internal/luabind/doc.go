// Package luabind is the machinery of the Lua surface: how a Go type becomes a class of Lua objects, how a script's arguments become Go values, how
// Go results become Lua values, and how everything that can be wrong with a call is reported. The tables of methods are elsewhere.
//
//	Class ─┐                                    object:Method { Width = 4 }
//	Class ─┼─ NewSet ─ Set ── New(L) ─ Binder ─ userdata ─ method table ─ adapter ─┬─ receiver, argument count   (Args)
//	Class ─┘  (immutable,     (one a            __index = table: no Go code        ├─ table → struct             (plan)
//	           shared)         Lua state)       before the method itself           ├─ the Go method
//	                                                                               └─ result → Lua, error → raised
//
// A plan is made once per Go type by reflection and then only followed. Struct tags say what the Go type cannot:
//
//	Width  uint32 `lua:",required,min=1,max=16384"`
//	Format Format `lua:"Format,default=R8G8B8A8_UNORM,order=2"`
//
//	"Name"        the key in Lua; the field name if empty; "-" hides the field
//	required      the key must be given; other fields keep their zero value or their default
//	default=V     the value of an absent key; {} stands for a struct with its own defaults; LuaDefault gives one that depends on others
//	min= max=     limits of a number, inclusive; of a list, the number of entries
//	multiple=     the number must be a multiple
//	nonfinite     the number, or the numbers of a list, may be infinite or NaN
//	order=N       the field may also be entry N of a list: { "POSITION", "R32G32B32_FLOAT" }
//	long=N        the field is entry N of a list that has more entries than order numbers: the order of C, where it differs
//	tag           the enum field that says which of the others are used
//	when=A|B      the field is used only if the tag field is A or B; otherwise it may only hold what says nothing
//	spare         or anything: what is not used is ignored, as in C
//
// Fields of embedded structs belong to the outer table, and a field of type gpu.Site receives the place of the call. Enums
// list their names: see package enums.
//
// The package knows Lua, gpu.Site and diagnostics. It must not know devices, queues or any other object of the API, nor the host.
package luabind
