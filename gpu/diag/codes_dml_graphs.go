package diag

// Operators: what DirectML asks of graphs.
const (
	// DMLGraphEdge occurs when an edge of a graph names a node, an input or an output that does not exist.
	//
	// Rule: Edges connect inputs and outputs that the graph and its nodes have; their numbers count from 0 (source: DirectML, DML_GRAPH_DESC).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = relu } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 2, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = relu } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	DMLGraphEdge Code = 740

	// DMLGraphConnection occurs when an input or output in a graph is connected twice or not at all, or when the graph has no node, or one that is
	// neither an operator nor a constant.
	//
	// Rule: A graph has a node, and every input and output of a node is connected, inputs once, except for tensors that are optional and absent
	// (source: DirectML, DML_GRAPH_DESC).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = relu } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = relu } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	DMLGraphConnection Code = 741

	// DMLGraphCycle occurs when a node of a graph depends on its own output.
	//
	// Rule: A graph has no cycles (source: DirectML, DML_GRAPH_DESC).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = relu } },
	//	  InputEdges = {},
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 }, { FromNodeIndex = 1, FromNodeOutputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = relu } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	DMLGraphCycle Code = 742

	// DMLGraphBytes occurs when two connected tensors of a graph, or a constant and the tensor that it feeds, have different sizes in bytes.
	//
	// Rule: Connected tensors may differ in all but TotalTensorSizeInBytes (source: DirectML, DML_GRAPH_DESC).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	local B = dml.BufferTensor { DataType = "FLOAT16", Sizes = { 4 } }
	//	local next = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = B, OutputTensor = B }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = next } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	local B = dml.BufferTensor { DataType = "FLOAT16", Sizes = { 2, 4 } }
	//	local next = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = B, OutputTensor = B }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = next } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	DMLGraphBytes Code = 743

	// DMLGraphOwner occurs when a tensor of a graph that is OWNED_BY_DML is fed by a node, or shares an input of the graph with one that is not.
	//
	// Rule: OWNED_BY_DML tensors are connected to inputs of the graph, and all tensors that one input feeds have the flag, or none (source: DirectML,
	// DML_GRAPH_DESC).
	//
	// Example:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	local W = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 }, Flags = "OWNED_BY_DML" }
	//	local next = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = W, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = next } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	//
	// Fixed:
	//	local gpu, dml = require "gpu", require "gpu.dml"
	//	local ml = dml.CreateDevice(gpu.CreateDevice { Name = "demo" }, { Name = "ml" })
	//	local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local relu = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = A, OutputTensor = A }
	//	local W = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
	//	local next = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = W, OutputTensor = A }
	//	ml:CompileGraph { InputCount = 1, OutputCount = 1, Nodes = { { Operator = relu }, { Operator = next } },
	//	  InputEdges = { { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } },
	//	  IntermediateEdges = { { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } },
	//	  OutputEdges = { { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } } }
	DMLGraphOwner Code = 744
)
