// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/kernel_name.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

namespace kernline {
namespace {

TEST(ShortKernelName, keepsTheFunctionAndItsFunctor) {
  EXPECT_EQ(shortKernelName("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, "
                            "std::array<char*, 1ul> >(int, at::native::FillFunctor<float>, std::array<char*, 1ul>)"),
            "vectorized_elementwise_kernel<FillFunctor<float>>");
}

TEST(ShortKernelName, looksThroughWrappersAroundAFunctor) {
  EXPECT_EQ(
      shortKernelName("void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, "
                      "float, at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 2> >(int)"),
      "vectorized_elementwise_kernel<MulFunctor<float>>");
  EXPECT_EQ(
      shortKernelName("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
                      "at::native::func_wrapper_t<float, at::native::sum_functor<float, float, "
                      "float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, 4> "
                      ">(at::native::ReduceOp<float, float>)"),
      "reduce_kernel<sum_functor<float>>");
}

TEST(ShortKernelName, namesALambdaAfterItsFunction) {
  EXPECT_EQ(shortKernelName(
                "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<"
                "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() "
                "const::{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&, "
                "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3} const&)::{lambda(int)#1}>"
                "(int, float)"),
            "elementwise_kernel<direct_copy_kernel_cuda<BFloat16>>");
}

TEST(ShortKernelName, readsTheSpellingsOfOtherDemanglers) {
  EXPECT_EQ(shortKernelName("void at::native::vectorized_elementwise_kernel<4, "
                            "at::native::tanh_kernel_cuda(at::TensorIteratorBase&)::[lambda() (instance "
                            "2)]::operator()() const::[lambda(float) (instance 1)], at::detail::Array<char*, 2>>(int)"),
            "vectorized_elementwise_kernel<tanh_kernel_cuda<float>>");
  EXPECT_EQ(shortKernelName("void at::native::vectorized_elementwise_kernel<4, "
                            "at::native::tanh_kernel_cuda(at::TensorIteratorBase&)::'lambda0'()::operator()() "
                            "const::'lambda'(float), at::detail::Array<char*, 2>>(int)"),
            "vectorized_elementwise_kernel<tanh_kernel_cuda<float>>");
  EXPECT_EQ(shortKernelName("void <unnamed>::softmax_warp_forward<float, 11, false>(float*, int)"),
            "softmax_warp_forward<float>");
  EXPECT_EQ(shortKernelName("<unnamed>::fused(<unnamed>::Tensor<<unnamed>::__half, (int)3>, int)"), "fused")
      << "as nsys spells them";
}

TEST(ShortKernelName, keepsElementTypesWhereThereIsNoFunctor) {
  EXPECT_EQ(shortKernelName("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, "
                            "float, false>(int, float, c10::BFloat16 const*)"),
            "vectorized_layer_norm_kernel<BFloat16, float>");
  EXPECT_EQ(shortKernelName("void f<unsigned long long, 3>(int)"), "f<unsigned long long>");
}

TEST(ShortKernelName, dropsReturnTypesOfAnyShape) {
  EXPECT_EQ(shortKernelName("std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, void>::type "
                            "vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, long)"),
            "fused_add_rms_norm_kernel<BFloat16>");
}

TEST(ShortKernelName, namesLibraryKernelsByTheirTile) {
  EXPECT_EQ(shortKernelName("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2>("
                            "cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2::Params)"),
            "cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2");
  EXPECT_EQ(shortKernelName("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_warpsize2x2x1_ffma_"
                            "aligna4_alignc4_execute_kernel__5x_cublas"),
            "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3");
  EXPECT_EQ(shortKernelName("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT448x32x64_MI16x16x1_SN_LDSB1_AFC1_AFEM1"),
            "Cijk_Alik_Bljk_BBS_BH_MT448x32x64_MI16x16x1");
  EXPECT_EQ(shortKernelName("nvjet_sm90_tst_64x32_64x16_1x1_h_bz_TNT"), "nvjet_sm90_tst_64x32_64x16_1x1_h_bz_TNT");
  EXPECT_EQ(shortKernelName("void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, "
                            "4, false, false, cutlass::bfloat16_t>, false, false>(pytorch_flash::Flash_fwd_params)"),
            "flash_fwd_kernel");
  EXPECT_EQ(shortKernelName("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"),
            "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  EXPECT_EQ(shortKernelName("triton_poi_fused_add_cos_sin_0"), "triton_poi_fused_add_cos_sin_0");
  EXPECT_EQ(shortKernelName("void cub::DeviceScanKernel<cub::AgentScanPolicy<128, 15, int>, int*, int*, "
                            "cub::ScanTileState<int, true>, cub::Sum, cub::NullType, int>(int*)"),
            "DeviceScanKernel<Sum, NullType>");
}

TEST(ShortKernelName, demanglesWithoutADemangler) {
  EXPECT_EQ(shortKernelName("_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64ELi8ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_"
                            "S4_S4_diiiiiiib"),
            "add_rmsnorm_quant_kernel");
  EXPECT_EQ(shortKernelName("_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_27Rmsnorm2dFwdPipelineOnePassIiEEEEJEEEvv"),
            "kentry<Rmsnorm2dFwd>");
  EXPECT_EQ(shortKernelName("_Z10vector_addPKfS0_Pf"), "vector_add");
  EXPECT_EQ(shortKernelName("_Z9999x"), "_Z9999x");
}

TEST(ShortKernelName, leavesAloneWhatIsNoFunction) {
  for (const char* name : {"Memcpy HtoD (Pinned -> Device)", "Memset (Device)", "aten::mm", "kernel1", "", "Kernel",
                           "torch/nn/modules/module.py(1520): _call_impl", "<built-in method matmul>"}) {
    EXPECT_EQ(shortKernelName(name), name);
  }
}

TEST(ShortKernelName, survivesBracketsThatDoNotMatch) {
  for (const char* name :
       {"void f<", "void f<(", "f<a<b<c", ">>>", ")))((", "void f<{lambda(", "a::", "::", "f<'lambda", "f[lambda(",
        "void operator()(", "f<operator>>(int)", "_ZN", "_ZNI", "_Z1fIL", "_ZN1a", "{{{"}) {
    EXPECT_LE(shortKernelName(name).size(), 240U + 3U) << name;
  }
}

TEST(ShortKernelName, isLinearInHostileNames) {
  std::string deep = "void f";
  std::string wide = "void g<";
  std::string mangled = "_ZN1aI";
  for (int i = 0; i < 125'000; ++i) {
    deep += "a<b(";
    wide += "h<i>";
    wide += ',';
    mangled += "N1bI";
  }
  std::string closed = "void f";
  for (int i = 0; i < 60'000; ++i) {
    closed += "<a::b";
  }
  closed += std::string(60'000, '>');
  const std::clock_t begin = std::clock();
  for (const std::string* name : {&deep, &wide, &mangled, &closed}) {
    EXPECT_LE(shortKernelName(*name).size(), 243U);
    static_cast<void>(kernelFamily(*name));
  }
  constexpr std::clock_t generous = 10;  // seconds under sanitizers; a square would be minutes
  EXPECT_LT(std::clock() - begin, generous * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace kernline
