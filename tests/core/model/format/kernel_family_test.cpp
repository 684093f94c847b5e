// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/kernel_name.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace kernline {
namespace {

void expectFamily(KernelFamily family, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    EXPECT_EQ(toText(kernelFamily(name)), toText(family)) << name;
  }
}

TEST(KernelFamily, knowsMatrixProducts) {
  expectFamily(
      KernelFamily::Gemm,
      {"ampere_sgemm_128x64_nn", "volta_gcgemm_32x32_nt", "nvjet_sm90_tst_64x32_64x16_1x1_h_bz_TNT",
       "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT448x32x64_MI16x16x1_SN",
       "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_kernel__5x_cublas",
       "void cutlass::Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(Params)",
       "void cutlass::device_kernel<at::cuda::detail::ScaledMM>(int)", "void gemv2T_kernel_val<int, int, float>(int)",
       "_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1", "bmm_Bfloat16_MxE2m1MxE4m3_Fp32_t128x16x256u2",
       "void dot_kernel<float, 128, 0>(int)", "void cublasLt::splitKreduce_kernel<32, 16, int, float>(int)",
       "void scal_kernel<float, float, 1>(int)", "sm80_xmma_something", "void mm_kernel(float*)"});
}

TEST(KernelFamily, knowsAttention) {
  expectFamily(KernelFamily::Attention,
               {"void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64>>(Flash_fwd_params)",
                "void cutlass::device_kernel<flash::enable_sm90<flash::FlashAttnFwdSm90<int>>>(int)",
                "fmha_cutlassF_bf16_aligned_64x64_rf_sm80(PyTorchMemEffAttention::AttentionKernel<int>::Params)",
                "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7", "attn_fwd",
                "kernel_unified_attention_2d", "_flash_attn_fwd", "mha_varlen_fwd", "void mla_kernel<int>(int)",
                "flashinfer::BatchPrefillWithPagedKVCacheKernel", "flashinfer::SingleDecodeWithKVCacheKernel",
                "flashmla_fwd", "void cudnn::fusion::compute_dot_do_o_specialized<true, 64>(int)",
                "void cudnn::fusion::convert_dq_to_16bits<true>(int)"});
}

TEST(KernelFamily, knowsConvolutions) {
  expectFamily(KernelFamily::Convolution, {"void implicit_convolve_sgemm<float, float, 1024>(int)",
                                           "volta_scudnn_128x64_relu_interior_nn_v1",
                                           "void cudnn::winograd_nonfused::winogradForwardData4x4<float, float>(int)",
                                           "void cudnn::detail::dgrad_engine<float, 512>(int)",
                                           "void wgrad_alg0_engine<float, 128>(int)",
                                           "sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32",
                                           "igemm_fwd_gtcx2_nhwc_bf16_bx0_ex1",
                                           "miopenSp3AsmConv_v30_3_1_gfx9_fp16",
                                           "void cudnn::cnn::im2col4d_kernel<float, long>(int)",
                                           "void fft2d_r2c_32x32<float>(int)",
                                           "void fft1d_r2c_32<float>(int)",
                                           "void flip_filter<float, float>(int)",
                                           "volta_fp16_s884cudnn_fp16_128x128_ldg8",
                                           "turing_fp16_s1688cudnn_fp16_128x128",
                                           "cask_cudnn::computeOffsetsKernel()",
                                           "void at::native::conv_depthwise2d_forward_kernel<5>(int)",
                                           "conv_1x1",
                                           "fused_conv_bias",
                                           "col2im_kernel",
                                           "conv2d_c1_k1",
                                           "volta_3dconv_x",
                                           "x_conv1d_y",
                                           "conv3d_direct"});
}

TEST(KernelFamily, doesNotTakeAConversionForAConvolution) {
  EXPECT_NE(kernelFamily("convert_fp8_kernel"), KernelFamily::Convolution);
}

TEST(KernelFamily, knowsNormalizations) {
  expectFamily(
      KernelFamily::Normalization,
      {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int)",
       "void vllm::rms_norm_kernel<c10::BFloat16, 8>(int)", "void cudnn::bn_fw_tr_1C11_kernel_NCHW<float>(int)",
       "void cudnn::bn_bw_1C11_singleread<float>(int)", "batch_norm_transform_input_kernel",
       "GammaBetaBackwardCUDAKernelTemplate", "RowwiseMomentsCUDAKernel", "LayerNormForwardCUDAKernel",
       "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bEEvv", "group_norm_kernel", "GroupNormNHWC", "BatchNormFwdTraining",
       "instance_norm_k", "InstanceNormKernel", "l2norm_fwd", "ln_fwd_tuned", "ln_bwd_tuned"});
}

TEST(KernelFamily, knowsSoftmax) {
  expectFamily(KernelFamily::Softmax, {"void (anonymous namespace)::softmax_warp_forward<float, float, float, 11>(int)",
                                       "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float>(int)"});
}

TEST(KernelFamily, knowsReductions) {
  expectFamily(KernelFamily::Reduction,
               {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>(int)", "reduction_prod_kernel",
                "void cub::DeviceReduceKernel<int>(int)", "void max_pool_forward_nchw<float>(int)", "PoolingFwd",
                "adaptive_average_pool", "nll_loss_forward_kernel", "cunn_ClassNLLCriterion_updateOutput_kernel",
                "argmax_kernel", "_sum_bitmatrix_rows"});
}

TEST(KernelFamily, knowsCopies) {
  expectFamily(
      KernelFamily::Copy,
      {"Memcpy HtoD (Pinned -> Device)", "CopyHostToDevice", "CopyDeviceToHost", "copyBuffer",
       "void at::native::elementwise_kernel<128, 4, direct_copy_kernel_cuda(int)>(int)",
       "void at::native::(anonymous namespace)::CatArrayBatchedCopy<float>(int)", "batched_transpose_4x64_half",
       "permute_kernel", "vectorized_gather_kernel", "sum_and_scatter", "index_elementwise_kernel",
       "indexing_backward_kernel", "index_put_x", "nchwToNhwcKernel", "nhwcToNchwKernel", "fp16_to_float",
       "convert_layout", "void _scatter_gather_elementwise_kernel<128, ReduceAdd>(int)"});
}

TEST(KernelFamily, knowsFills) {
  expectFamily(KernelFamily::Fill,
               {"Memset (Device)", "FillBufferAligned", "_combined_routing_memset",
                "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int)",
                "void arange_cuda_out(int)", "distribution_elementwise_grid_stride_kernel"});
}

TEST(KernelFamily, knowsCommunication) {
  expectFamily(KernelFamily::Communication,
               {"ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "ncclKernel_AllReduce",
                "ncclDevKernel_Generic(ncclDevComm*)", "rcclKernel", "msccl_kernel", "nvshmemi_barrier",
                "deep_ep::internode::dispatch", "multimem_all_reduce_kernel", "one_shot_all_reduce_kernel",
                "two_shot_all_x", "vllm::cross_device_reduce_1stage", "allreduce_fusion_kernel", "all_gather_x",
                "allgather_x", "reducescatter_x", "reduce_scatter_x", "alltoall_x", "all_to_all_x", "oneccl_allred"});
  EXPECT_TRUE(isCommunication("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"));
  EXPECT_FALSE(isCommunication("void at::native::reduce_kernel<512>(int)"));
  EXPECT_FALSE(isCommunication("void f(ncclComm*)")) << "what a kernel is handed is not what it does";
}

TEST(KernelFamily, knowsEmbeddings) {
  expectFamily(KernelFamily::Embedding,
               {"split_embedding_codegen_forward_weighted_kernel", "void indexSelectLargeIndex<float>(int)",
                "void fbgemm_gpu::permute_2D_data_kernel<true>(int)", "krn_partials_per_segment",
                "compute_num_of_partial_segments", "compute_grad_weight", "linearize_index_kernel",
                "bounds_check_indices_kernel", "block_bucketize_sparse_features"});
}

TEST(KernelFamily, knowsSortsAndScans) {
  expectFamily(KernelFamily::SortScan, {"DeviceRadixSortOnesweepKernel", "bitonicSortKVInPlace",
                                        "void cub::DeviceScanKernel<int>(int)", "_topk_forward", "cumsum_x",
                                        "DeviceSelectSweepKernel", "DevicePartitionX", "DeviceUniqueByKeySweepKernel",
                                        "nonzero_kernel", "ExclusiveSumKernel", "radixFindKthValues", "bitonic_merge"});
}

TEST(KernelFamily, knowsOptimizers) {
  expectFamily(
      KernelFamily::Optimizer,
      {"void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float>>(int)",
       "void multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<4>, X>(int)", "multi_tensor_lamb_stage1",
       "LAMBFunctor", "adagrad_kernel", "FusedSgdMathFunctor", "SGDFunctor", "lion_step"});
}

TEST(KernelFamily, doesNotTakeALambdaForAnOptimizer) {
  EXPECT_EQ(kernelFamily("void at::native::vectorized_elementwise_kernel<4, tanh(int)::{lambda(float)#1}>(int)"),
            KernelFamily::Elementwise);
}

TEST(KernelFamily, knowsTriton) {
  expectFamily(KernelFamily::Triton, {"triton_poi_fused_add_0", "triton_red_fused_mean_1", "triton__0d1d2d",
                                      "create_flashinfer_kv_indices_triton"});
}

TEST(KernelFamily, knowsElementwise) {
  expectFamily(KernelFamily::Elementwise,
               {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)",
                "pointwise_op",
                "void multi_tensor_apply_kernel<TensorListMetadata<2>, UnaryOpFunctor<float>, Sqrt<float>>(int)",
                "fused_dropout_kernel_vec",
                "act_and_mul_kernel",
                "activation_kernel",
                "silu_k",
                "gelu_k",
                "relu_k",
                "triu_tril_kernel",
                "void vllm::rotary_embedding_kernel<c10::BFloat16, true>(int)",
                "rotary_x",
                "void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel<true, 128, 8, 16, float>(int)",
                "flash_attn_rotary_kernel",
                "fused_attn_rope",
                "rope_fwd_kernel",
                "clamp_x",
                "OpTensorFwdBias",
                "op_tensor_4d",
                "scaled_fp8_quant_kernel",
                "SubTensorOpWithScalar1d",
                "scalePackedTensor_kernel",
                "add_kernel",
                "mul_kernel",
                "cunn_x",
                "quantize_x",
                "get_fp8_qparam",
                "FP8rowwise_to_float"});
}

TEST(KernelFamily, leavesTheRestToOther) {
  expectFamily(KernelFamily::Other, {"", "kernel1", "Kernel", "store_kvcache", "my_physics_step", "set_property"});
}

TEST(KernelFamily, looksPastUpperAndLowerCase) {
  expectFamily(KernelFamily::Softmax, {"SOFTMAX", "SoftMax", "softmax"});
}

}  // namespace
}  // namespace kernline
