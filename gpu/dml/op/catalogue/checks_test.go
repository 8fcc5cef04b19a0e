package catalogue_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

type fields = map[string]any

func f32(sizes ...uint32) *tensor.Desc                   { return tensor.Of(tensor.Float32, sizes...) }
func of(d tensor.DataType, sizes ...uint32) *tensor.Desc { return tensor.Of(d, sizes...) }

// refusals are descriptions that operators refuse, with what they say, and the smallest change with which they are taken.
var refusals = []struct {
	op     string
	fields fields
	change fields // what makes it right
	want   string
}{
	{"ELEMENT_WISE_EXP", fields{"InputTensor": of(tensor.Int32, 2), "OutputTensor": of(tensor.Int32, 2)}, fields{"InputTensor": f32(2), "OutputTensor": f32(2)},
		"Unsupported tensor data type. Tensor 'InputTensor' has DataType of INT32. It is expected to be one of: FLOAT32, FLOAT16."},
	{"ELEMENT_WISE_ABS", fields{"InputTensor": of(tensor.Int32, 2), "OutputTensor": of(tensor.Int32, 2), "ScaleBias": op.ScaleBias{Scale: 1}}, fields{"ScaleBias": nil},
		"Unsupported tensor data type. Tensor 'InputTensor' has DataType of INT32. It is expected to be one of: FLOAT32, FLOAT16."},
	{"ELEMENT_WISE_ADD", fields{"ATensor": f32(2, 3), "BTensor": f32(2, 1), "OutputTensor": f32(2, 3)},
		fields{"BTensor": &tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 3}, Strides: []uint32{1, 0}}},
		"Mismatched tensor sizes. Tensor 'BTensor' has Sizes of { 2, 1 }, while tensor 'ATensor' has Sizes of { 2, 3 }. Both tensors are expected to have the same Sizes."},
	{"ELEMENT_WISE_LOGICAL_EQUALS", fields{"ATensor": f32(2), "BTensor": f32(2), "OutputTensor": f32(2)}, fields{"OutputTensor": of(tensor.Uint8, 2)},
		"Unsupported tensor data type. Tensor 'OutputTensor' has DataType of FLOAT32. It is expected to be one of: UINT32, UINT8."},
	{"ELEMENT_WISE_ADD1", fields{"ATensor": of(tensor.Int8, 2), "BTensor": of(tensor.Int8, 2), "OutputTensor": of(tensor.Int8, 2), "FusedActivation": op.Desc{Type: "ACTIVATION_RELU"}},
		fields{"FusedActivation": nil}, "Unsupported tensor data type. Tensor 'ATensor' has DataType of INT8. It is expected to be one of: FLOAT32, FLOAT16."},
	{"ELEMENT_WISE_CLIP1", fields{"InputTensor": f32(2), "OutputTensor": f32(2), "MinMaxDataType": "INT8", "Min": 0.0, "Max": 1.0}, fields{"MinMaxDataType": "FLOAT32"},
		"MinMaxDataType is INT8, and must be the DataType of tensor 'InputTensor', FLOAT32."},
	{"FILL_VALUE_CONSTANT", fields{"OutputTensor": f32(2), "ValueDataType": "INT8", "Value": 0.0}, fields{"ValueDataType": "FLOAT32"},
		"ValueDataType is INT8, and must be the DataType of tensor 'OutputTensor', FLOAT32."},
	{"REDUCE", fields{"Function": "SUM", "InputTensor": f32(2, 3), "OutputTensor": f32(2, 3), "Axes": []uint32{1}}, fields{"OutputTensor": f32(2, 1)},
		"Mismatched tensor sizes. Tensor 'OutputTensor' has Sizes of { 2, 3 }. It is expected to have Sizes of { 2, 1 }: those of InputTensor, with 1 along Axes."},
	{"REDUCE", fields{"Function": "SUM", "InputTensor": f32(2, 3), "OutputTensor": f32(2, 1), "Axes": []uint32{2}}, fields{"Axes": []uint32{1}},
		"Axes contains 2. Tensor 'InputTensor' has the axes 0 to 1."},
	{"REDUCE", fields{"Function": "SUM", "InputTensor": f32(2, 3), "OutputTensor": f32(2, 1), "Axes": []uint32{1, 1}}, fields{"Axes": []uint32{1}},
		"Axes contains 1 twice."},
	{"REDUCE", fields{"Function": "AVERAGE", "InputTensor": of(tensor.Int8, 2), "OutputTensor": of(tensor.Int8, 1), "Axes": []uint32{0}}, fields{"Function": "MAX"},
		"Unsupported tensor data type. Tensor 'InputTensor' has DataType of INT8. It is expected to be one of: FLOAT64, FLOAT32, FLOAT16."},
	{"REDUCE", fields{"Function": "L2", "InputTensor": of(tensor.Float64, 2), "OutputTensor": of(tensor.Float64, 1), "Axes": []uint32{0}}, fields{"Function": "SUM_SQUARE"},
		"Unsupported tensor data type. Tensor 'InputTensor' has DataType of FLOAT64. It is expected to be one of: FLOAT32, FLOAT16."},
	{"ARGMAX", fields{"InputTensor": f32(2, 3), "OutputTensor": f32(2, 1), "Axes": []uint32{1}}, fields{"OutputTensor": of(tensor.Int64, 2, 1)},
		"Unsupported tensor data type. Tensor 'OutputTensor' has DataType of FLOAT32. It is expected to be one of: INT64, INT32, UINT64, UINT32."},
	{"SLICE", fields{"InputTensor": f32(5), "OutputTensor": f32(3), "Offsets": []uint32{1}, "Sizes": []uint32{3}, "Strides": []uint32{2}}, fields{"Offsets": []uint32{0}},
		"Offsets[1] is 1, Sizes[1] is 3 and Strides[1] is 2. What is taken is expected to end within the 5 elements of tensor 'InputTensor'."},
	{"SLICE", fields{"InputTensor": f32(5), "OutputTensor": f32(1), "Offsets": []uint32{1}, "Sizes": []uint32{2}, "Strides": []uint32{2}}, fields{"OutputTensor": f32(2)},
		"Mismatched tensor sizes. Tensor 'OutputTensor' has Sizes of { 1 }. It is expected to have Sizes of { 2 }: as many as are taken."},
	{"SLICE1", fields{"InputTensor": f32(5), "OutputTensor": f32(2), "InputWindowOffsets": []uint32{2}, "InputWindowSizes": []uint32{4}, "InputWindowStrides": []int32{-2}},
		fields{"InputWindowOffsets": []uint32{1}},
		"InputWindowOffsets[1] is 2, InputWindowSizes[1] is 4 and InputWindowStrides[1] is -2. What is taken is expected to end within the 5 elements of tensor 'InputTensor'."},
	{"SLICE1", fields{"InputTensor": f32(5), "OutputTensor": f32(3), "InputWindowOffsets": []uint32{1}, "InputWindowSizes": []uint32{4}, "InputWindowStrides": []int32{-2}},
		fields{"OutputTensor": f32(1)}, "Tensor 'OutputTensor' has Sizes of { 3 }. They are expected to be at most { 2 }: as many as can be taken."},
	{"RNN", fields{"InputTensor": f32(1, 4, 3, 2), "WeightTensor": f32(1, 1, 5, 2), "RecurrenceTensor": f32(1, 1, 5, 5), "ActivationDescs": []op.Desc{{Type: "ACTIVATION_TANH"}, {Type: "ACTIVATION_TANH"}}},
		fields{"ActivationDescs": []op.Desc{{Type: "ACTIVATION_TANH"}}}, "ActivationDescs has 2 entries. It is expected to have 1, 1 for each direction."},
	{"GRU", fields{"InputTensor": f32(1, 4, 3, 2), "WeightTensor": f32(1, 1, 15, 2), "RecurrenceTensor": f32(1, 1, 15, 5), "BiasTensor": f32(1, 1, 1, 15),
		"ActivationDescs": []op.Desc{{Type: "ACTIVATION_SIGMOID"}, {Type: "ACTIVATION_TANH"}}}, fields{"BiasTensor": f32(1, 1, 1, 30)},
		"Mismatched tensor sizes. Tensor 'BiasTensor' has Sizes of { 1, 1, 1, 15 }. It is expected to have Sizes of { 1, 1, 1, 30 }: directions, and twice the gates times hidden elements."},
	{"LSTM", fields{"InputTensor": f32(1, 4, 3, 2), "WeightTensor": f32(1, 1, 20, 2), "RecurrenceTensor": f32(1, 1, 20, 5), "PeepholeTensor": f32(1, 1, 1, 20),
		"ActivationDescs": []op.Desc{{Type: "ACTIVATION_SIGMOID"}, {Type: "ACTIVATION_TANH"}, {Type: "ACTIVATION_TANH"}}}, fields{"PeepholeTensor": f32(1, 1, 1, 15)},
		"Mismatched tensor sizes. Tensor 'PeepholeTensor' has Sizes of { 1, 1, 1, 20 }. It is expected to have Sizes of { 1, 1, 1, 15 }: directions, and three times the hidden elements."},
	{"MATRIX_MULTIPLY_INTEGER", fields{"ATensor": of(tensor.Int8, 1, 1, 3, 4), "BTensor": of(tensor.Uint8, 1, 1, 4, 5), "OutputTensor": of(tensor.Int8, 1, 1, 3, 5)},
		fields{"OutputTensor": of(tensor.Int32, 1, 1, 3, 5)}, "Unsupported tensor data type. Tensor 'OutputTensor' has DataType of INT8. It is expected to be one of: INT32."},
	{"MATRIX_MULTIPLY_INTEGER", fields{"ATensor": of(tensor.Int8, 1, 1, 3, 4), "BTensor": of(tensor.Uint8, 1, 1, 5, 4), "OutputTensor": of(tensor.Int32, 1, 1, 3, 4)},
		fields{"BTensor": of(tensor.Uint8, 1, 1, 4, 4)},
		"Mismatched tensor sizes. Tensor 'BTensor' has Sizes of { 1, 1, 5, 4 }. It is expected to have Sizes of { 1, 1, 4, 4 }: the batches of ATensor, and as many rows as it has columns."},
	{"MATRIX_MULTIPLY_INTEGER", fields{"ATensor": of(tensor.Int8, 1, 1, 3, 4), "AZeroPointTensor": of(tensor.Int8, 1, 1, 1, 4), "BTensor": of(tensor.Int8, 1, 1, 4, 5), "OutputTensor": of(tensor.Int32, 1, 1, 3, 5)},
		fields{"AZeroPointTensor": of(tensor.Int8, 1, 1, 3, 1)},
		"Mismatched tensor sizes. Tensor 'AZeroPointTensor' has Sizes of { 1, 1, 1, 4 }. It is expected to have Sizes of { 1, 1, 1, 1 }: one element, or one for each row, column or channel of OutputTensor."},
	{"CONVOLUTION_INTEGER", fields{"InputTensor": of(tensor.Int8, 1, 2, 3, 3), "FilterTensor": of(tensor.Int8, 4, 2, 2, 2), "FilterZeroPointTensor": of(tensor.Uint8, 1, 4, 1, 1), "OutputTensor": of(tensor.Int32, 1, 4, 2, 2)},
		fields{"FilterZeroPointTensor": of(tensor.Int8, 1, 4, 1, 1)},
		"Mismatched tensor data types. Tensor 'FilterZeroPointTensor' has DataType of UINT8, while tensor 'FilterTensor' has DataType of INT8. Both tensors are expected to have the same DataType."},
	{"DIAGONAL_MATRIX1", fields{"InputTensor": f32(2, 3), "OutputTensor": f32(3, 3), "ValueDataType": "FLOAT32", "Value": 1.0}, fields{"InputTensor": f32(3, 3)},
		"Mismatched tensor sizes. Tensor 'InputTensor' has Sizes of { 2, 3 }, while tensor 'OutputTensor' has Sizes of { 3, 3 }. Both tensors are expected to have the same Sizes."},
	{"ACTIVATION_SOFTMAX1", fields{"InputTensor": f32(2, 3), "OutputTensor": f32(2, 3), "Axes": []uint32{2}}, fields{"Axes": []uint32{1}},
		"Axes contains 2. Tensor 'InputTensor' has the axes 0 to 1."},
	{"CUMULATIVE_SUMMATION", fields{"InputTensor": f32(2, 3), "OutputTensor": f32(2, 3), "Axis": uint32(2)}, fields{"Axis": uint32(1)},
		"Axis is 2. Tensor 'InputTensor' has the axes 0 to 1."},
	{"TOP_K", fields{"InputTensor": f32(2, 3), "OutputValueTensor": f32(2, 4), "OutputIndexTensor": of(tensor.Uint32, 2, 4), "Axis": uint32(1), "K": uint32(4)},
		fields{"K": uint32(3), "OutputValueTensor": f32(2, 3), "OutputIndexTensor": of(tensor.Uint32, 2, 3)},
		"K is 4. It is expected to be from 1 to 3, the size of tensor 'InputTensor' along Axis."},
	{"TOP_K1", fields{"InputTensor": f32(2, 3), "OutputValueTensor": f32(2, 1), "OutputIndexTensor": of(tensor.Uint32, 2, 2), "Axis": uint32(1), "K": uint32(1)},
		fields{"OutputIndexTensor": of(tensor.Uint32, 2, 1)},
		"Mismatched tensor sizes. Tensor 'OutputIndexTensor' has Sizes of { 2, 2 }. It is expected to have Sizes of { 2, 1 }: those of InputTensor, with K along Axis."},
	{"ONE_HOT", fields{"IndicesTensor": of(tensor.Int32, 2, 3), "ValuesTensor": f32(1, 2), "OutputTensor": f32(2, 3), "Axis": uint32(1)}, fields{"IndicesTensor": of(tensor.Int32, 2, 1)},
		"Mismatched tensor sizes. Tensor 'IndicesTensor' has Sizes of { 2, 3 }. It is expected to have Sizes of { 2, 1 }: those of OutputTensor, with 1 along Axis."},
	{"ONE_HOT", fields{"IndicesTensor": of(tensor.Int32, 2, 1), "ValuesTensor": f32(1, 1), "OutputTensor": f32(2, 3), "Axis": uint32(1)}, fields{"ValuesTensor": f32(2, 1)},
		"Tensor 'ValuesTensor' has one element. It is expected to have at least two: the values for off and on."},
	{"VALUE_SCALE_2D", fields{"InputTensor": f32(1, 3, 2, 2), "OutputTensor": f32(1, 3, 2, 2), "Scale": float32(1), "Bias": []float32{1, 2}}, fields{"Bias": []float32{1, 2, 3}},
		"Bias has 2 entries. It is expected to have one for each of the 3 channels of tensor 'InputTensor'."},
	{"DIAGONAL_MATRIX", fields{"OutputTensor": f32(3)}, fields{"OutputTensor": f32(3, 3)},
		"Unsupported tensor dimension count. Tensor 'OutputTensor' has 1 dimensions. It is expected to have 2 to 8."},
	{"ELEMENT_WISE_QUANTIZE_LINEAR", fields{"InputTensor": f32(2), "ScaleTensor": f32(2), "ZeroPointTensor": of(tensor.Int8, 2), "OutputTensor": of(tensor.Uint8, 2)},
		fields{"ZeroPointTensor": of(tensor.Uint8, 2)},
		"Mismatched tensor data types. Tensor 'ZeroPointTensor' has DataType of INT8, while tensor 'OutputTensor' has DataType of UINT8. Both tensors are expected to have the same DataType."},
	{"ADAM_OPTIMIZER", fields{"InputParametersTensor": f32(2), "InputFirstMomentTensor": f32(2), "InputSecondMomentTensor": f32(2), "GradientTensor": f32(2), "TrainingStepTensor": of(tensor.Uint32, 2),
		"OutputParametersTensor": f32(2), "OutputFirstMomentTensor": f32(2), "OutputSecondMomentTensor": f32(2), "LearningRate": float32(1)}, fields{"TrainingStepTensor": of(tensor.Uint32, 1)},
		"Mismatched tensor sizes. Tensor 'TrainingStepTensor' has Sizes of { 2 }. It is expected to have Sizes of { 1 }: it is one number."},
	{"AVERAGE_POOLING_GRAD", fields{"InputGradientTensor": f32(1, 1, 3, 3), "OutputGradientTensor": f32(1, 1, 3, 3), "WindowSize": []uint32{2, 2}}, fields{"InputGradientTensor": f32(1, 1, 2, 2)},
		"Mismatched tensor sizes. Tensor 'InputGradientTensor' has Sizes of { 1, 1, 3, 3 }. It is expected to have Sizes of { 1, 1, 2, 2 }: the batches and channels of OutputGradientTensor, and the places of the window."},
	{"SLICE_GRAD", fields{"InputGradientTensor": f32(2), "OutputGradientTensor": f32(5), "InputWindowOffsets": []uint32{2}, "InputWindowSizes": []uint32{4}, "InputWindowStrides": []int32{-2}},
		fields{"InputWindowOffsets": []uint32{1}},
		"InputWindowOffsets[1] is 2, InputWindowSizes[1] is 4 and InputWindowStrides[1] is -2. What is taken is expected to end within the 5 elements of tensor 'OutputGradientTensor'."},
	{"RESAMPLE_GRAD", fields{"InputGradientTensor": f32(4), "OutputGradientTensor": f32(2), "Scales": []float32{0}, "InputPixelOffsets": []float32{0}, "OutputPixelOffsets": []float32{0}},
		fields{"Scales": []float32{2}}, "Scales[1] is 0. It is expected to be positive, from 2^-24 to 2^24."},
	{"DEQUANTIZE", fields{"InputTensor": of(tensor.Int8, 4, 6), "QuantizationType": "SCALE", "QuantizationTensors": []*tensor.Desc{f32(4, 4)}, "OutputTensor": f32(4, 6)},
		fields{"QuantizationTensors": []*tensor.Desc{f32(4, 3)}},
		"Mismatched tensor sizes. Tensor 'QuantizationTensors[1]' has Sizes of { 4, 4 }. Each is expected to divide that of tensor 'InputTensor', { 4, 6 }."},
	{"QUANTIZE", fields{"InputTensor": f32(4), "QuantizationType": "SCALE_ZERO_POINT", "QuantizationTensors": []*tensor.Desc{f32(1)}, "OutputTensor": of(tensor.Int8, 4)}, fields{"QuantizationType": "SCALE"},
		"QuantizationTensors has 1 entries. It is expected to have 2 where QuantizationType is SCALE_ZERO_POINT."},
	{"QUANTIZE", fields{"InputTensor": f32(4), "QuantizationType": "NONE", "QuantizationTensors": []*tensor.Desc{f32(1)}, "OutputTensor": of(tensor.Int8, 4)}, fields{"QuantizationType": "SCALE"},
		"QuantizationType is NONE. It is expected to be SCALE or SCALE_ZERO_POINT."},
	{"NONZERO_COORDINATES", fields{"InputTensor": f32(1, 1, 2, 4), "OutputCountTensor": of(tensor.Uint32, 1, 1, 1, 1), "OutputCoordinatesTensor": of(tensor.Uint32, 1, 1, 8, 1)},
		fields{"OutputCoordinatesTensor": of(tensor.Uint32, 1, 1, 8, 2)},
		"Tensor 'OutputCoordinatesTensor' has 1 coordinates in a row. It is expected to have from 2, the dimensions of tensor 'InputTensor' without those of size 1 in front, to 4."},
	{"ROI_ALIGN", fields{"InputTensor": f32(1, 2, 4, 4), "ROITensor": f32(3, 4), "BatchIndicesTensor": of(tensor.Uint32, 3), "OutputTensor": f32(3, 2, 2, 2), "ReductionFunction": "MAX", "MinimumSamplesPerOutput": uint32(2)},
		fields{"MaximumSamplesPerOutput": uint32(2)}, "MinimumSamplesPerOutput is 2 and MaximumSamplesPerOutput is 1. They are expected to be at least 1, and not to cross."},
	{"ROI_ALIGN", fields{"InputTensor": f32(1, 2, 4, 4), "ROITensor": f32(3, 5), "BatchIndicesTensor": of(tensor.Uint32, 3), "OutputTensor": f32(3, 2, 2, 2), "ReductionFunction": "MAX"},
		fields{"ROITensor": f32(3, 4)}, "Tensor 'ROITensor' is expected to have a row of 4 numbers for each region: its two corners."},
	{"ROI_ALIGN_GRAD", fields{"InputGradientTensor": f32(3, 2, 2, 2), "ROITensor": f32(3, 4), "BatchIndicesTensor": of(tensor.Uint32, 3), "OutputGradientTensor": f32(1, 2, 4, 4), "ReductionFunction": "MAX"},
		fields{"InputTensor": f32(1, 2, 4, 4)}, "InputTensor is left out. It is expected where OutputROIGradientTensor is asked for, and where ReductionFunction is MAX."},
	{"ROI_ALIGN_GRAD", fields{"InputGradientTensor": f32(3, 2, 2, 2), "ROITensor": f32(3, 4), "BatchIndicesTensor": of(tensor.Uint32, 3), "ReductionFunction": "AVERAGE"},
		fields{"OutputGradientTensor": f32(1, 2, 4, 4)}, "OutputGradientTensor and OutputROIGradientTensor are left out. One of them is expected."},
	{"MULTIHEAD_ATTENTION", fields{"QueryTensor": f32(2, 3, 8), "StackedKeyValueTensor": f32(2, 5, 2, 2, 4), "KeyTensor": f32(2, 5, 8), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "HeadCount": uint32(2)},
		fields{"KeyTensor": nil}, "KeyTensor and StackedKeyValueTensor hold the same. Query, key and value are expected to be there once each."},
	{"MULTIHEAD_ATTENTION", fields{"QueryTensor": f32(2, 3, 8), "KeyTensor": f32(2, 5, 8), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "HeadCount": uint32(2)},
		fields{"ValueTensor": f32(2, 5, 8)}, "There is no value. It is expected to be a tensor of its own, or a part of one that is stacked."},
	{"MULTIHEAD_ATTENTION", fields{"QueryTensor": f32(2, 3, 8), "KeyTensor": f32(2, 5, 8), "ValueTensor": f32(2, 5, 8), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "HeadCount": uint32(3)},
		fields{"HeadCount": uint32(4)}, "HeadCount is 3. The last size of tensor 'QueryTensor', 8, is expected to be a multiple of it."},
	{"MULTIHEAD_ATTENTION", fields{"QueryTensor": f32(2, 3, 8), "KeyTensor": f32(2, 5, 8), "ValueTensor": f32(2, 5, 8), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "HeadCount": uint32(2), "MaskType": "BOOLEAN"},
		fields{"MaskTensor": of(tensor.Int32, 2, 2, 3, 5)}, "MaskType is BOOLEAN. MaskTensor is expected to be there with a MaskType, and to be left out with NONE."},
	{"MULTIHEAD_ATTENTION", fields{"QueryTensor": f32(2, 3, 8), "KeyTensor": f32(2, 5, 8), "ValueTensor": f32(2, 5, 8), "OutputTensor": f32(2, 3, 8), "PastKeyTensor": f32(2, 2, 6, 4), "Scale": float32(1), "HeadCount": uint32(2)},
		fields{"PastValueTensor": f32(2, 2, 6, 4)}, "PastKeyTensor and PastValueTensor are expected to be there together, or not at all."},
	{"UNFOLD", fields{"InputTensor": f32(1, 1, 5, 5), "OutputTensor": f32(1, 9, 8), "WindowSizes": []uint32{3, 3}},
		fields{"OutputTensor": f32(1, 9, 9)}, "Mismatched tensor sizes. Tensor 'OutputTensor' has Sizes of { 1, 9, 8 }. It is expected to have Sizes of { 1, 9, 9 }: the batches of InputTensor, its channels times the elements of the window, and the places of the window."},
	{"FOLD", fields{"InputTensor": f32(1, 9, 4), "OutputTensor": f32(1, 1, 4, 4), "WindowSizes": []uint32{3}},
		fields{"WindowSizes": []uint32{3, 3}}, "WindowSizes is { 3 }. It is expected to have a size of at least 1 for each of the 2 spatial dimensions of tensor 'OutputTensor'."},
	{"MULTIHEAD_ATTENTION1", fields{"QueryTensor": f32(2, 3, 8), "KeyTensor": f32(2, 5, 4), "ValueTensor": f32(2, 5, 4), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "QueryHeadCount": uint32(4), "KeyValueHeadCount": uint32(3)},
		fields{"KeyValueHeadCount": uint32(2)}, "QueryHeadCount is 4. It is expected to be a multiple of KeyValueHeadCount, 3."},
	{"MULTIHEAD_ATTENTION1", fields{"QueryTensor": f32(2, 3, 8), "KeyTensor": f32(2, 5, 4), "ValueTensor": f32(2, 5, 4), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "QueryHeadCount": uint32(4), "KeyValueHeadCount": uint32(0)},
		fields{"KeyValueHeadCount": uint32(2)}, "KeyValueHeadCount is 0. It is expected to be at least 1."},
	{"MULTIHEAD_ATTENTION1", fields{"StackedQueryKeyTensor": f32(2, 3, 4, 2, 2), "ValueTensor": f32(2, 3, 8), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "QueryHeadCount": uint32(4), "KeyValueHeadCount": uint32(2)},
		fields{"KeyValueHeadCount": uint32(4)}, "Mismatched tensor sizes. Tensor 'StackedQueryKeyTensor' has Sizes of { 2, 3, 4, 2, 2 }. Its last but two are expected to be KeyValueHeadCount, 2, and 2."},
	{"MULTIHEAD_ATTENTION1", fields{"QueryTensor": f32(2, 3, 8), "KeyTensor": f32(2, 5, 4), "ValueTensor": f32(2, 5, 4), "PastSequenceLengthsTensor": of(tensor.Int32, 2), "OutputTensor": f32(2, 3, 8), "Scale": float32(1), "QueryHeadCount": uint32(4), "KeyValueHeadCount": uint32(2)},
		fields{"PastSequenceLengthsTensor": nil}, "PastSequenceLengthsTensor is not supported: DirectML's documentation does not say what it does. Give PastKeyTensor and PastValueTensor as many elements as are past, or leave out what is not with a MaskTensor."},
	{"GEMM", fields{"ATensor": f32(2, 2), "BTensor": f32(2, 2), "OutputTensor": f32(2, 2), "FusedActivation": op.Desc{Type: "ACTIVATION_SOFTMAX1", Fields: fields{"Axes": []uint32{2}}}},
		fields{"FusedActivation": op.Desc{Type: "ACTIVATION_SOFTMAX1", Fields: fields{"Axes": []uint32{1}}}},
		"Axes contains 2. Tensor 'OutputTensor' has the axes 0 to 1."},
}

func TestChecks(t *testing.T) {
	for _, c := range refusals {
		_, fault := catalogue.Resolve(op.Desc{Type: c.op, Fields: c.fields})
		require.NotNil(t, fault, c.want)
		require.Equal(t, op.Constraint, fault.Cause, "%s: %s", c.op, fault.Text)
		require.Equal(t, c.want, fault.Text)
		for name, v := range c.change {
			c.fields[name] = v
			if v == nil {
				delete(c.fields, name)
			}
		}
		_, fault = catalogue.Resolve(op.Desc{Type: c.op, Fields: c.fields})
		require.Nil(t, fault, "%s: %+v", c.op, fault)
	}
}
