// Package about has a sentence on what each DirectML operator computes, and the reasons why some are refused.
//
// It must not know how they work: it is text.
package about

import (
	"maps"
	"slices"
	"strings"
)

// Of is a sentence about an operator; "" if there is none of the name, or if it is refused.
func Of(name string) string { return lines(operators)[name] }

// Refused is the reason why an operator of DirectML is refused; "" if it is not.
func Refused(name string) string { return lines(refused)[name] }

// Instead is the operator that does what a refused one does, as long as what it does not have is left out.
func Instead(name string) string {
	instead, _, _ := strings.Cut(Refused(name), " ")
	return instead
}

// Missing are the operators that are refused, sorted.
func Missing() []string { return slices.Sorted(maps.Keys(lines(refused))) }

// lines reads a name and a text from each line.
func lines(all string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(all) {
		if name, text, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			out[name] = text
		}
	}
	return out
}

// operators are those that are there, sorted, a line each.
const operators = `
ACTIVATION_CELU max(x, 0) + min(0, Alpha * (e^(x / Alpha) - 1)).
ACTIVATION_ELU x where it is not negative, else Alpha * (e^x - 1).
ACTIVATION_GELU x * (1 + erf(x / sqrt(2))) / 2.
ACTIVATION_HARDMAX 1 for the first largest element of each set, 0 for the others; dimensions from the second one on are one set.
ACTIVATION_HARDMAX1 1 for the first largest element along Axes, 0 for the others.
ACTIVATION_HARD_SIGMOID Alpha * x + Beta, between 0 and 1.
ACTIVATION_HARD_SWISH x * (Alpha * x + Beta), the factor between 0 and 1.
ACTIVATION_IDENTITY x.
ACTIVATION_LEAKY_RELU x where it is not negative, else Alpha * x.
ACTIVATION_LINEAR Alpha * x + Beta.
ACTIVATION_LOG_SOFTMAX The logarithm of ACTIVATION_SOFTMAX.
ACTIVATION_LOG_SOFTMAX1 The logarithm of ACTIVATION_SOFTMAX1.
ACTIVATION_PARAMETERIZED_RELU x where it is not negative, else x times the element of SlopeTensor.
ACTIVATION_PARAMETRIC_SOFTPLUS Alpha * ln(1 + e^(Beta * x)).
ACTIVATION_RELU max(x, 0).
ACTIVATION_RELU_GRAD The gradient of ACTIVATION_RELU: that of the output where x is positive, else 0.
ACTIVATION_SCALED_ELU Gamma * x where it is positive, else Gamma * Alpha * (e^x - 1).
ACTIVATION_SCALED_TANH Alpha * tanh(Beta * x).
ACTIVATION_SHRINK x - Bias above Threshold, x + Bias below -Threshold, else 0.
ACTIVATION_SIGMOID 1 / (1 + e^-x).
ACTIVATION_SOFTMAX e^x over the sum of all of its set; dimensions from the second one on are one set.
ACTIVATION_SOFTMAX1 e^x over the sum of all along Axes.
ACTIVATION_SOFTPLUS ln(1 + e^(Steepness * x)) / Steepness.
ACTIVATION_SOFTSIGN x / (1 + |x|).
ACTIVATION_SWISH x / (1 + e^(-SigmoidInputScale * x)).
ACTIVATION_TANH tanh(x).
ACTIVATION_THRESHOLDED_RELU x above Alpha, else 0.
ADAM_OPTIMIZER A step of the Adam algorithm: new moments of the gradient, and parameters that go along them.
ARGMAX The number of the largest element along Axes; among equal ones the first, or the last where AxisDirection is DECREASING.
ARGMIN The number of the smallest element along Axes; among equal ones the first, or the last where AxisDirection is DECREASING.
AVERAGE_POOLING The mean of a window that moves over the spatial dimensions.
AVERAGE_POOLING1 AVERAGE_POOLING with dilations.
AVERAGE_POOLING_GRAD The gradient of AVERAGE_POOLING.
BATCH_NORMALIZATION Scale * (x - Mean) / sqrt(Variance + Epsilon) + Bias, with tensors that are spread over the input.
BATCH_NORMALIZATION_GRAD The gradients of BATCH_NORMALIZATION for its input, Scale and Bias.
BATCH_NORMALIZATION_TRAINING BATCH_NORMALIZATION with the mean and variance of the input along the dimensions in which Scale has size 1, plus FusedAdd.
BATCH_NORMALIZATION_TRAINING_GRAD The gradients of BATCH_NORMALIZATION_TRAINING for its input, Scale and Bias.
CAST The same number in another data type: toward zero, and as the nearest bound of integers.
CONVOLUTION Sums of the elements of a window, weighted by those of a filter, with groups; BACKWARD is the transposed one.
CONVOLUTION_INTEGER CONVOLUTION of integers without their zero points, with sums of 32 bits.
CUMULATIVE_PRODUCT The product of all elements up to here along Axis.
CUMULATIVE_SUMMATION The sum of all elements up to here along Axis.
DEPTH_TO_SPACE Moves channels to blocks of height and width, the depth outermost.
DEPTH_TO_SPACE1 Moves channels to blocks of height and width in an Order.
DEQUANTIZE (x - ZeroPoint) * Scale, both of the block of x: a tensor of them divides the input evenly. Two elements of 4 bits share a byte, the first one its lower bits.
DIAGONAL_MATRIX Value on the diagonal Offset of the last two dimensions, 0 elsewhere.
DIAGONAL_MATRIX1 Value on the diagonals from DiagonalFillBegin up to DiagonalFillEnd, without that one, or on all others where it is smaller; the input elsewhere.
DYNAMIC_QUANTIZE_LINEAR ELEMENT_WISE_QUANTIZE_LINEAR with the scale and the zero point of the smallest and the largest element, and 0, which are outputs too.
ELEMENT_WISE_ABS |x|.
ELEMENT_WISE_ACOS The arc cosine, in radians.
ELEMENT_WISE_ACOSH The inverse hyperbolic cosine.
ELEMENT_WISE_ADD a + b.
ELEMENT_WISE_ADD1 a + b, and then a fused activation.
ELEMENT_WISE_ASIN The arc sine, in radians.
ELEMENT_WISE_ASINH The inverse hyperbolic sine.
ELEMENT_WISE_ATAN The arc tangent, in radians.
ELEMENT_WISE_ATANH The inverse hyperbolic tangent.
ELEMENT_WISE_ATAN_YX The angle of the point (b, a), in radians.
ELEMENT_WISE_BIT_AND a and b, bit by bit.
ELEMENT_WISE_BIT_COUNT The number of bits that are set.
ELEMENT_WISE_BIT_NOT All bits turned.
ELEMENT_WISE_BIT_OR a or b, bit by bit.
ELEMENT_WISE_BIT_SHIFT_LEFT a shifted to the left by b modulo its width.
ELEMENT_WISE_BIT_SHIFT_RIGHT a shifted to the right by b modulo its width, with zeros from the left.
ELEMENT_WISE_BIT_XOR Either a or b, bit by bit.
ELEMENT_WISE_CEIL The next whole number upwards.
ELEMENT_WISE_CLIP min(Max, max(Min, x)).
ELEMENT_WISE_CLIP1 min(Max, max(Min, x)), with limits of the type of the tensor.
ELEMENT_WISE_CLIP_GRAD The gradient of ELEMENT_WISE_CLIP: that of the output between Min and Max, at and beyond them 0.
ELEMENT_WISE_CLIP_GRAD1 ELEMENT_WISE_CLIP_GRAD with limits of the type of the tensor.
ELEMENT_WISE_CONSTANT_POW x to the power Exponent.
ELEMENT_WISE_COS cos(x), in radians.
ELEMENT_WISE_COSH The hyperbolic cosine.
ELEMENT_WISE_DEQUANTIZE_LINEAR (x - ZeroPoint) * Scale.
ELEMENT_WISE_DIFFERENCE_SQUARE (a - b)^2.
ELEMENT_WISE_DIVIDE a / b; of integers toward zero.
ELEMENT_WISE_ERF The error function.
ELEMENT_WISE_EXP e^x.
ELEMENT_WISE_FLOOR The next whole number downwards.
ELEMENT_WISE_IDENTITY x: a copy that can change strides.
ELEMENT_WISE_IF a where the condition is not 0, else b.
ELEMENT_WISE_IS_INFINITY Whether x is infinite, of one sign or either.
ELEMENT_WISE_IS_NAN Whether x is not a number.
ELEMENT_WISE_LOG The natural logarithm.
ELEMENT_WISE_LOGICAL_AND Whether neither a nor b is 0.
ELEMENT_WISE_LOGICAL_EQUALS Whether a = b.
ELEMENT_WISE_LOGICAL_GREATER_THAN Whether a > b.
ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL Whether a >= b.
ELEMENT_WISE_LOGICAL_LESS_THAN Whether a < b.
ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL Whether a <= b.
ELEMENT_WISE_LOGICAL_NOT Whether x is 0.
ELEMENT_WISE_LOGICAL_OR Whether a or b is not 0.
ELEMENT_WISE_LOGICAL_XOR Whether one of a and b is 0.
ELEMENT_WISE_MAX The larger one.
ELEMENT_WISE_MEAN (a + b) / 2.
ELEMENT_WISE_MIN The smaller one.
ELEMENT_WISE_MODULUS_FLOOR The remainder of a / b rounded down, with the sign of b.
ELEMENT_WISE_MODULUS_TRUNCATE The remainder of a / b rounded toward zero, with the sign of a.
ELEMENT_WISE_MULTIPLY a * b.
ELEMENT_WISE_NEGATE -x.
ELEMENT_WISE_POW x to the power of the element of ExponentTensor.
ELEMENT_WISE_QUANTIZED_LINEAR_ADD a + b of quantized numbers, quantized again.
ELEMENT_WISE_QUANTIZE_LINEAR round(x / Scale) + ZeroPoint, as the nearest value of the type.
ELEMENT_WISE_RECIP 1 / x.
ELEMENT_WISE_ROUND The nearest whole number, or the one in a direction.
ELEMENT_WISE_SIGN -1, 0 or 1.
ELEMENT_WISE_SIN sin(x), in radians.
ELEMENT_WISE_SINH The hyperbolic sine.
ELEMENT_WISE_SQRT The square root.
ELEMENT_WISE_SUBTRACT a - b.
ELEMENT_WISE_TAN tan(x), in radians.
ELEMENT_WISE_TANH The hyperbolic tangent.
ELEMENT_WISE_THRESHOLD max(Min, x).
FILL_VALUE_CONSTANT Value everywhere.
FILL_VALUE_SEQUENCE ValueStart + i * ValueDelta for element number i.
FOLD The tensor whose parts a window has shown: each column is a place of the window, and what stands for one element is added.
GATHER Rows of the input along Axis, by their numbers.
GATHER_ELEMENTS Single elements along Axis, by their numbers.
GATHER_ND Elements, or blocks of them, by tuples of coordinates.
GATHER_ND1 GATHER_ND in each of some batches.
GEMM Alpha * A * B + Beta * C, products of matrices in batches, A and B transposed where that is asked for.
GRU A gated recurrent unit over a sequence: update u, reset r and new n, hidden = (1 - u) * n + u * hidden; rows of weights by gate, u, r, n.
JOIN The tensors one after the other along Axis.
LOCAL_RESPONSE_NORMALIZATION x over a power of the sum of squares around it, in its channel or across channels.
LOCAL_RESPONSE_NORMALIZATION_GRAD The gradient of LOCAL_RESPONSE_NORMALIZATION.
LP_NORMALIZATION x over the norm P of all along Axis.
LP_POOLING The norm P of a window that moves over the spatial dimensions.
LP_POOLING1 LP_POOLING with dilations.
LSTM A long short-term memory over a sequence: cell = forget * cell + in * new, hidden = out * activation(cell); rows of weights by gate, in, out, forget, new.
MATRIX_MULTIPLY_INTEGER Products of matrices of integers without their zero points, with sums of 32 bits.
MATRIX_MULTIPLY_INTEGER_TO_FLOAT MATRIX_MULTIPLY_INTEGER times both scales, plus Bias.
MAX_POOLING The largest element of a window that moves over the spatial dimensions.
MAX_POOLING1 MAX_POOLING, and where those elements are.
MAX_POOLING2 MAX_POOLING1 with dilations.
MAX_POOLING_GRAD The gradient of MAX_POOLING2: each goes to the first largest element of its window.
MAX_UNPOOLING Puts elements at their numbers in an output that is 0 elsewhere; the last of several to one place stays, and what is beyond the output is left.
MEAN_VARIANCE_NORMALIZATION (x - mean) / sqrt(variance + Epsilon) of height and width, and of all channels where CrossChannel is true; times Scale, plus Bias.
MEAN_VARIANCE_NORMALIZATION1 (x - mean) / sqrt(variance + Epsilon) of all along Axes; times Scale, plus Bias.
MEAN_VARIANCE_NORMALIZATION2 MEAN_VARIANCE_NORMALIZATION1 that may leave the mean out, which counts as 0 then, or the variance.
MULTIHEAD_ATTENTION Query times key in heads, times Scale, with a bias of positions and a mask; its softmax times value. Past keys and values come in front, and OutputPresent tensors are all of them.
MULTIHEAD_ATTENTION1 MULTIHEAD_ATTENTION in which QueryHeadCount / KeyValueHeadCount consecutive heads of the query share a key and a value. PastSequenceLengthsTensor is refused.
NONZERO_COORDINATES The coordinates of all elements that are not 0, in their order, and how many these are; the other rows are not written.
ONE_HOT The second value at the place that the index names along Axis, the first one elsewhere.
PADDING The input with a border around it: constant, repeated, reflected, or taken from the other end.
PADDING1 PADDING with a constant of the type of the tensor.
QUANTIZE round(x / Scale) + ZeroPoint, both of the block of x, as the nearest value of the type. Two elements of 4 bits share a byte, the first one its lower bits.
QUANTIZED_LINEAR_AVERAGE_POOLING AVERAGE_POOLING1 of quantized numbers, quantized again.
QUANTIZED_LINEAR_CONVOLUTION CONVOLUTION of quantized numbers, quantized again.
QUANTIZED_LINEAR_MATRIX_MULTIPLY Products of matrices of quantized numbers, quantized again.
RANDOM_GENERATOR Random words from a state by the Philox 4x32-10 algorithm, and the state after them. Its own field Type has one value and is left out.
REDUCE One value of all along Axes: a sum, a product, a norm, a bound, or the number of one.
RESAMPLE The input at places of another scale, the nearest element or between them.
RESAMPLE1 RESAMPLE with offsets of pixels.
RESAMPLE2 RESAMPLE1 with the upper or the lower of two elements as the nearest one.
RESAMPLE_GRAD The gradient of RESAMPLE1.
RESAMPLE_GRAD1 The gradient of RESAMPLE2.
REVERSE_SUBSEQUENCES Turns the first elements along Axis, as many as a tensor says.
RNN A plain recurrent net over a sequence: hidden = activation(input * W + hidden * R + both biases).
ROI_ALIGN Regions of the input, each in the same size: an element is the mean, or the largest one, of ceil(size / outputs) samples in each direction, within both limits.
ROI_ALIGN1 ROI_ALIGN with offsets of pixels, and with samples up to the corners of the region.
ROI_ALIGN_GRAD The gradients of ROI_ALIGN1 for its input and for the corners of its regions, the latter as derivatives of the corners themselves.
ROI_POOLING The largest element of each part of a region that is cut into PooledSize parts of whole elements.
SCATTER The input with single elements replaced along Axis, by their numbers.
SCATTER_ND The input with elements, or blocks of them, replaced by tuples of coordinates.
SLICE Every stride-th element of a part of the input.
SLICE1 SLICE with strides that may be negative.
SLICE_GRAD The gradient of SLICE1: 0 where nothing was taken.
SPACE_TO_DEPTH Moves blocks of height and width to channels, the depth outermost.
SPACE_TO_DEPTH1 Moves blocks of height and width to channels in an Order.
SPLIT Parts of the input along Axis.
TILE The input, repeated along each dimension.
TOP_K The K largest elements along Axis and their numbers.
TOP_K1 The K largest or smallest elements along Axis and their numbers.
UNFOLD What a window shows at each of its places, as a column: its elements of the first channel, of the second one, and so on; 0 in the padding.
UPSAMPLE_2D Height and width times whole numbers, the nearest element or between them.
VALUE_SCALE_2D x * Scale plus the Bias of its channel.
`

// refused are those that are not there, sorted, a line each, which begins with the operator that does the most of it.
const refused = `
RESAMPLE3 RESAMPLE2 does it without Antialiased; before a reduction AVERAGE_POOLING smooths.
`
