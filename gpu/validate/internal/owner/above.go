package owner

import "github.com/gpuscript/gpuscript/gpu"

// Objects of levels above, of which only the threads that use them are known.
type (
	context struct{} // of the engine: one thread uses it at a time
	table   struct{} // of DirectML, which is another such object
	other   struct{} // any thread uses it until it is given up
)

// Above is what messages call an object of a level above, and what is known of it: of others there is nothing.
func Above(c *gpu.CreateCall) (noun string, body any) {
	switch c.Kind {
	case gpu.KindBindingTable:
		return "BindingTable", table{}
	case gpu.KindContext:
		return "DeviceContext", context{}
	case gpu.KindAbove:
		noun, _ = c.Desc.(string)
		return noun, other{}
	}
	return "object", nil
}

// ClassOf is that of a call of an allocator, of an object of a level above, or of one that is only named by its method.
func ClassOf(act gpu.ListAct) Class {
	if act == gpu.AboveUse || act == gpu.Use {
		return Shares
	}
	return Ends
}

// IsContext says whether an object is a context of the engine.
func IsContext(n Names, id gpu.ID) bool { return n.Body(id) == context{} }

func isTable(n Names, id gpu.ID) bool { return n.Body(id) == table{} }

func isOther(n Names, id gpu.ID) bool { return n.Body(id) == other{} }
