// SPDX-License-Identifier: GPL-3.0-or-later
// What resources/work.txt says of operators whose forms differ.
#include "core/analysis/work/list_type.h"
#include "core/model/names/element_type.h"
#include "tests/core/analysis/work/work_call.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

constexpr std::string_view notModeled = "this form of the operator is not modeled";

TEST(BuiltinWork, writesProductsInTheirOwnType) {
  const auto eight = [](std::vector<std::int64_t> dims) { return tensor(std::move(dims), "signed char"); };
  EXPECT_EQ(builtinWork("aten::_int_mm", {eight({64, 32}), eight({32, 16})}).bytes, 64.0 * 32 + 32 * 16 + 4 * 64 * 16);
  const auto scaled = [](const std::string& type, CallArgument out) {
    return builtinWork("aten::_scaled_mm", {tensor({64, 32}, type),
                                            tensor({32, 16}, type),
                                            tensor({}),
                                            tensor({}),
                                            {},
                                            {},
                                            std::move(out),
                                            value("False")});
  };
  EXPECT_EQ(scaled("c10::Float8_e4m3fn", value("15")).bytes, 64.0 * 32 + 32 * 16 + 8 + 2 * 64 * 16) << "BFloat16";
  EXPECT_EQ(scaled("c10::Float8_e4m3fn", {}).bytes, 64.0 * 32 + 32 * 16 + 8 + 64 * 16) << "as its inputs";
  EXPECT_THAT(scaled("c10::Float8_e4m3fn", value("")).reason, mentions("value-not-recorded", "out_type"));
  EXPECT_EQ(scaled("c10::Float4_e2m1fn_x2", value("15")).flops, 2.0 * 64 * 16 * 64) << "two numbers in a byte";
}

std::vector<CallArgument> attention(std::int64_t queries, std::int64_t keys) {
  return {half({2, queries, 8, 64}), half({2, keys, 2, 64}), half({2, keys, 2, 64})};
}

std::vector<CallArgument> joined(std::vector<CallArgument> a, const std::vector<CallArgument>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(BuiltinWork, countsTheKeysThatACausalQuerySees) {
  const double all = 4.0 * 2 * 8 * 64;  // FLOPs of one pair
  const auto flash = [&](std::int64_t queries, std::int64_t keys, const std::string& left) {
    return builtinWork(
               "flash_attn::_flash_attn_forward",
               joined(attention(queries, keys), {value("0."), value("0.1"), value("True"), value(left), value("0")}))
        .flops;
  };
  EXPECT_EQ(flash(512, 512, "-1"), all * 512 * 512 / 2);
  EXPECT_EQ(flash(1, 512, "-1"), all * 511.5) << "the newest token sees all of them";
  EXPECT_EQ(flash(512, 512, "64"), all * (512 * 64 - 64 * 32)) << "a window of 64";
}

TEST(BuiltinWork, leavesOutAttentionWhoseLengthsAreInTensors) {
  const auto efficient = [&](const CallArgument& starts) {
    return reasonOf("aten::_efficient_attention_forward",
                    joined(attention(64, 64), {{}, starts, starts, {}, {}, value("0."), value("1"), value("False")}));
  };
  EXPECT_EQ(efficient({}), "modeled");
  EXPECT_THAT(efficient(tensor({3}, "int")), mentions("depends-on-values-of-tensors"));
  EXPECT_THAT(reasonOf("_C::paged_attention_v1", {tensor({1})}), mentions("depends-on-values-of-tensors"));
  EXPECT_THAT(reasonOf("vllm::unified_attention_with_output", {tensor({1})}), mentions("depends-on-values-of-tensors"));
}

TEST(BuiltinWork, knowsTheOrderOfFlashAttention3) {
  std::vector<CallArgument> arguments = attention(256, 256);
  arguments.resize(34);
  arguments[24] = value("True");
  arguments[25] = value("-1");
  arguments[26] = value("-1");
  arguments[27] = value("0");
  EXPECT_EQ(builtinWork("flash_attn_3::fwd", arguments).flops, 4.0 * 2 * 8 * 64 * 256 * 256 / 2);
  std::vector<CallArgument> paged = arguments;
  paged[14] = tensor({2, 4}, "int");
  EXPECT_THAT(reasonOf("flash_attn_3::fwd", paged), mentions("depends-on-values-of-tensors"));
  arguments.pop_back();
  EXPECT_EQ(reasonOf("flash_attn_3::fwd", arguments), notModeled) << "another version";
}

TEST(BuiltinWork, takesNoOtherOrderForABackward) {
  const std::vector<CallArgument> values{value("0."), value("0.1"), value("True"), value("-1"), value("-1")};
  const auto backward = [&](CallArgument lse) {
    std::vector<CallArgument> arguments = joined({half({2, 64, 8, 64})}, attention(64, 64));
    arguments.push_back(half({2, 64, 8, 64}));
    arguments.push_back(std::move(lse));
    return joined(std::move(arguments), values);
  };
  EXPECT_EQ(builtinWork("aiter::mha_bwd", backward(tensor({2, 8, 64}))).flops, 10.0 * 2 * 8 * 64 * 64 * 64 / 2);
  EXPECT_NE(reasonOf("aiter::mha_bwd", backward(half({2, 64, 8, 64}))), "modeled") << "gradients first";
}

TEST(BuiltinWork, laysTransposedConvolutionsOnTheirInput) {
  const auto convolution = [](const std::string& transposed) {
    return builtinWork("aten::convolution", {tensor({4, 16, 8, 8}),
                                             tensor({16, 16, 3, 3}),
                                             {},
                                             value("[2, 2]"),
                                             value("[1, 1]"),
                                             value("[1, 1]"),
                                             value(transposed),
                                             value("[1, 1]"),
                                             value("1")});
  };
  const CallWork up = convolution("True");
  EXPECT_EQ(up.flops, 2.0 * 4 * 8 * 8 * 16 * 16 * 9);
  EXPECT_EQ(up.bytes, 4.0 * (4 * 16 * 8 * 8 + 16 * 16 * 9 + 4 * 16 * 16 * 16)) << "twice as wide and high";
  EXPECT_EQ(convolution("False").flops, 2.0 * 4 * 4 * 4 * 16 * 16 * 9);
  EXPECT_THAT(convolution("").reason, mentions("value-not-recorded", "transposed"));
  const auto backward = [](const std::string& transposed) {
    return builtinWork("aten::convolution_backward", {tensor({4, 16, 16, 16}),
                                                      tensor({4, 16, 8, 8}),
                                                      tensor({16, 16, 3, 3}),
                                                      {},
                                                      value("[2, 2]"),
                                                      value("[1, 1]"),
                                                      value("[1, 1]"),
                                                      value(transposed),
                                                      value("[1, 1]"),
                                                      value("1"),
                                                      value("[True, True, False]")})
        .flops;
  };
  EXPECT_EQ(backward("True"), 2 * up.flops) << "two products like the forward one";
}

TEST(BuiltinWork, countsTheKernelOfAWeightGradient) {
  const auto weight = [](CallArgument size) {
    return builtinWork("aten::cudnn_convolution_backward_weight",
                       {std::move(size), tensor({4, 32, 8, 8}), tensor({4, 16, 8, 8})});
  };
  EXPECT_EQ(weight(value("[32, 16, 3, 3]")).flops, 2.0 * 4 * 8 * 8 * 32 * 16 * 9);
  EXPECT_THAT(weight(value("")).reason, mentions("value-not-recorded", "size"));
}

TEST(BuiltinWork, ofReductionsKnowsTypesAndIndices) {
  EXPECT_EQ(builtinWork("aten::sum", {tensor({16}, "int"), {}}).bytes, 16.0 * 4 + 8);
  EXPECT_EQ(builtinWork("aten::sum", {half({16, 4}), value("[0]"), value("False"), value("6")}).bytes,
            16.0 * 4 * 2 + 4 * 4);
  EXPECT_EQ(builtinWork("aten::max", {tensor({16, 4}), value("0"), value("False")}).bytes, 4.0 * 64 + 4 * (4 + 8));
  EXPECT_EQ(builtinWork("aten::max", {tensor({16, 4})}).bytes, 4.0 * 64 + 4);
  EXPECT_EQ(builtinWork("aten::argmax", {tensor({16, 4}), {}, value("False")}).bytes, 4.0 * 64 + 8);
  EXPECT_THAT(reasonOf("aten::linalg_vector_norm", {tensor({16, 4}), value("2"), {}, value("False"), {}}),
              mentions("value-not-recorded", "dims"))
      << "older versions of torch write no lists";
}

TEST(BuiltinWork, ofCompiledKernelsLeavesOutWhatTakesParts) {
  EXPECT_EQ(builtinWork("triton_poi_fused_add_0", {tensor({16}), tensor({16}), value("16")}).bytes, 128);
  EXPECT_THAT(reasonOf("triton_poi_fused_embedding_0", {tensor({50000, 64}), tensor({16, 64})}), HasSubstr("record"));
  EXPECT_EQ(reasonOf("triton_tem_fused_mm_0", {tensor({16})}), notModeled);
}

TEST(ListTypes, areNamedByOneTypeOfTheKernel) {
  EXPECT_EQ(elementTypeIn("void CatArrayBatchedCopy<OpaqueType<2u>, unsigned int, 4>(OpaqueType<2u>*)"), "short");
  EXPECT_EQ(elementTypeIn("CatArrayBatchedCopy_contig<float, unsigned int, 1, 128, 1>(float*)"), "float");
  EXPECT_EQ(elementTypeIn("multi_tensor_apply_kernel<TensorListMetadata<2>, BinaryOpListAlphaFunctor<c10::BFloat16, 2, "
                          "2, 0>, std::plus<float>, float>(int)"),
            "c10::BFloat16")
      << "computed in float";
  EXPECT_EQ(elementTypeIn("multi_tensor_apply_kernel<M<4>, FusedAdamMathFunctor<float, 4, (ADAM_MODE)1, false>, float "
                          "const*, double>(M<4>)"),
            "float");
  EXPECT_EQ(elementTypeIn("multi_tensor_apply_kernel<M<2>, UnaryOpFunctor<c10::Half, 2, 1, 1>, Copy<c10::Half, "
                          "c10::Half> >(M<2>)"),
            "c10::Half");
  EXPECT_EQ(elementTypeIn("multi_tensor_apply_kernel<M<2>, CopyFunctor<float, c10::BFloat16, 2, 1, 1>, Copy<float, "
                          "c10::BFloat16> >(M<2>)"),
            "")
      << "from one type to another";
  EXPECT_EQ(elementTypeIn("multi_tensor_apply_kernel<M<2>, F<c10::Half>, Functor<c10::Half, c10::BFloat16> >(M<2>)"),
            "");
  EXPECT_EQ(elementTypeIn("vectorized_elementwise_kernel<4, AddFunctor<float>, float>(int)"), "") << "of no list";
}

TEST(ElementTypes, areKnownByNameAndNumber) {
  EXPECT_EQ(elementBytes("c10::Float8_e4m3fnuz"), 1);
  EXPECT_EQ(elementBytes("long int"), 8);
  EXPECT_FALSE(elementBytes("c10::Strange"));
  EXPECT_EQ(elementTypeOfNumber(15)->bytes, 2);
  EXPECT_EQ(elementTypeOfNumber(45)->packed, 2);
  EXPECT_FALSE(elementTypeOfNumber(-1));
  EXPECT_FALSE(elementTypeOfNumber(1000));
}

}  // namespace
}  // namespace kernline::test
