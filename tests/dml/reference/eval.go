package reference

import (
	"fmt"
	"slices"
	"strings"
)

// run is one evaluation.
type run struct {
	op      string
	tensors map[string][]*Tensor
	attrs   Attrs
}

// in is the tensor of a field, nil where there is none.
func (r *run) in(field string) *Tensor {
	if list := r.tensors[field]; len(list) > 0 {
		return list[0]
	}
	return nil
}

func (r *run) input() *Tensor  { return r.in("InputTensor") }
func (r *run) output() *Tensor { return r.in("OutputTensor") }

// finish applies the fused activation to a number that is about to be written.
func (r *run) finish(f float64) float64 {
	fused := r.attrs.nested("FusedActivation")
	if fused == nil {
		return f
	}
	of := strings.TrimPrefix(fused.name("Type"), "DML_OPERATOR_")
	switch of {
	case "ELEMENT_WISE_CLIP":
		return clip(fused, []float64{f})
	case "ACTIVATION_SOFTMAX", "ACTIVATION_SOFTMAX1":
		return f // of all elements: see gemm
	}
	return activations[of](fused, []float64{f})
}

// families is every operator that is no element-wise one. Activations and element-wise operators have tables of their own.
var families = map[string]func(*run){
	"MULTIHEAD_ATTENTION": attention, "MULTIHEAD_ATTENTION1": attention,
	"ROI_ALIGN": align, "ROI_ALIGN1": align, "ROI_ALIGN_GRAD": alignGradient, "ROI_POOLING": regionPool,
	"ACTIVATION_HARDMAX": softmax, "ACTIVATION_HARDMAX1": softmax, "ACTIVATION_LOG_SOFTMAX": softmax, "ACTIVATION_LOG_SOFTMAX1": softmax,
	"ACTIVATION_SOFTMAX": softmax, "ACTIVATION_SOFTMAX1": softmax,
	"ARGMAX": argument, "ARGMIN": argument,
	"AVERAGE_POOLING": pool, "AVERAGE_POOLING1": pool, "LP_POOLING": pool, "LP_POOLING1": pool, "MAX_POOLING": pool,
	"MAX_POOLING1": pool, "MAX_POOLING2": pool,
	"BATCH_NORMALIZATION": batchNormalization, "CAST": cast, "CONVOLUTION": convolution,
	"CUMULATIVE_PRODUCT": cumulate, "CUMULATIVE_SUMMATION": cumulate,
	"DEPTH_TO_SPACE": depthToSpace, "DEPTH_TO_SPACE1": depthToSpace, "SPACE_TO_DEPTH": depthToSpace, "SPACE_TO_DEPTH1": depthToSpace,
	"CONVOLUTION_INTEGER": quantizedConvolution, "QUANTIZED_LINEAR_CONVOLUTION": quantizedConvolution,
	"ELEMENT_WISE_QUANTIZED_LINEAR_ADD": quantizedSum,
	"MATRIX_MULTIPLY_INTEGER":           quantizedProduct, "MATRIX_MULTIPLY_INTEGER_TO_FLOAT": quantizedProduct,
	"QUANTIZED_LINEAR_MATRIX_MULTIPLY": quantizedProduct,
	"GRU":                              recurrent, "LSTM": recurrent, "RNN": recurrent,
	"DIAGONAL_MATRIX1": diagonals, "DIAGONAL_MATRIX": diagonal, "FILL_VALUE_CONSTANT": fill, "FILL_VALUE_SEQUENCE": fill,
	"ELEMENT_WISE_DEQUANTIZE_LINEAR": quantize, "ELEMENT_WISE_QUANTIZE_LINEAR": quantize,
	"ACTIVATION_RELU_GRAD": reluGradient, "ELEMENT_WISE_CLIP_GRAD": clipGradient, "ELEMENT_WISE_CLIP_GRAD1": clipGradient, "ADAM_OPTIMIZER": adam,
	"BATCH_NORMALIZATION_TRAINING": batchTraining, "BATCH_NORMALIZATION_GRAD": batchGradient, "BATCH_NORMALIZATION_TRAINING_GRAD": batchGradient,
	"AVERAGE_POOLING_GRAD": poolGradient, "MAX_POOLING_GRAD": poolGradient,
	"LOCAL_RESPONSE_NORMALIZATION_GRAD": localGradient, "SLICE_GRAD": sliceGradient,
	"RESAMPLE2": resampleRounded, "RESAMPLE_GRAD": resampleGradient, "RESAMPLE_GRAD1": resampleGradient, "MEAN_VARIANCE_NORMALIZATION2": meanVariance,
	"MAX_UNPOOLING": unpool, "NONZERO_COORDINATES": nonzero, "RANDOM_GENERATOR": random, "QUANTIZE": blockwise, "DEQUANTIZE": blockwise,
	"DYNAMIC_QUANTIZE_LINEAR":          dynamic,
	"QUANTIZED_LINEAR_AVERAGE_POOLING": quantizedPool,
	"GATHER":                           gather, "GATHER_ELEMENTS": gatherElements, "GATHER_ND": gatherND, "GATHER_ND1": gatherND,
	"GEMM": gemm, "JOIN": join, "SPLIT": join, "LOCAL_RESPONSE_NORMALIZATION": localResponse, "LP_NORMALIZATION": lpNormalization,
	"MEAN_VARIANCE_NORMALIZATION": meanVariance, "MEAN_VARIANCE_NORMALIZATION1": meanVariance,
	"ONE_HOT": oneHot, "PADDING": pad, "PADDING1": pad, "REDUCE": reduce,
	"RESAMPLE": resample, "RESAMPLE1": resample, "UPSAMPLE_2D": resample, "REVERSE_SUBSEQUENCES": reverse,
	"SCATTER": scatter, "SCATTER_ND": scatterND, "SLICE": slice, "SLICE1": slice, "TILE": tile, "TOP_K": topK, "TOP_K1": topK,
	"VALUE_SCALE_2D": valueScale, "FOLD": patches, "UNFOLD": patches,
}

// Known names the operators that can be evaluated, sorted.
func Known() []string {
	var out []string
	for name := range families {
		out = append(out, name)
	}
	for name := range elementwise {
		out = append(out, name)
	}
	for name := range activations {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Evaluate computes the output tensors of an operator in place. It fails for an operator that is not known.
func Evaluate(op string, tensors map[string][]*Tensor, attrs Attrs) error {
	r := &run{op: op, tensors: tensors, attrs: attrs}
	if f, ok := families[op]; ok {
		f(r)
		return nil
	}
	if f, ok := elementwise[op]; ok {
		f.run(r)
		return nil
	}
	if f, ok := activations[op]; ok {
		element{float: f}.run(r)
		return nil
	}
	return fmt.Errorf("the reference does not know %s", op)
}
