// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/distinct_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kernline {
namespace {

using testing::ElementsAre;

/// Makes a name like those of PyTorch's multiplying kernels.
std::string product(const std::string& functor, int vector, int operands) {
  const std::string arguments = "at::native::" + functor +
                                "<float, float, float, at::native::binary_internal::MulFunctor<float> >, "
                                "std::array<char*, " +
                                std::to_string(operands) + "ul> >";
  return "void at::native::vectorized_elementwise_kernel<" + std::to_string(vector) + ", " + arguments + "(int, " +
         arguments + ")";
}

std::vector<std::string> distinct(const std::vector<std::string>& full) {
  return distinctKernelNames(std::vector<std::string_view>(full.begin(), full.end()));
}

TEST(DistinctKernelNames, tellNamesakesApartByAWordThatTheOthersLack) {
  EXPECT_THAT(distinct({product("BinaryFunctor", 4, 3), "Memset (Device)", product("BUnaryFunctor", 4, 2),
                        product("AUnaryFunctor", 4, 2)}),
              ElementsAre("vectorized_elementwise_kernel<MulFunctor<float>> ‹BinaryFunctor›", "Memset (Device)",
                          "vectorized_elementwise_kernel<MulFunctor<float>> ‹BUnaryFunctor›",
                          "vectorized_elementwise_kernel<MulFunctor<float>> ‹AUnaryFunctor›"));
}

TEST(DistinctKernelNames, takeNumbersWhereWordsAreTheSameAndNoMoreThanIsNeeded) {
  EXPECT_THAT(distinct({product("BUnaryFunctor", 4, 2), product("BUnaryFunctor", 8, 2)}),
              ElementsAre("vectorized_elementwise_kernel<MulFunctor<float>> ‹4›",
                          "vectorized_elementwise_kernel<MulFunctor<float>> ‹8›"));
}

TEST(DistinctKernelNames, leaveAloneWhatHasNoNamesake) {
  EXPECT_THAT(distinct({product("BUnaryFunctor", 4, 2), "gemm"}),
              ElementsAre("vectorized_elementwise_kernel<MulFunctor<float>>", "gemm"));
}

TEST(DistinctKernelNames, areTheFullOnesWhereTheSameWordsStandInAnotherOrder) {
  EXPECT_THAT(distinct({"copy<1, 2>(int)", "copy<2, 1>(int)"}), ElementsAre("copy<1, 2>(int)", "copy<2, 1>(int)"));
}

TEST(DistinctKernelNames, takePartsOfAnIdentifierThatIsOneWord) {
  const std::string tile = "Cijk_Ailk_Bjlk_SB_MT64x16x16_MI16x16x1_SN_LDSB0_GRVWA1_";
  EXPECT_THAT(
      distinct({tile + "SVW1_TLDS0_WG64_4_1", tile + "SVW2_TLDS0_WG64_4_1", tile + "SVW4_TLDS0_WG64_4_1"}),
      ElementsAre("Cijk_Ailk_Bjlk_SB_MT64x16x16_MI16x16x1 ‹SVW1›", "Cijk_Ailk_Bjlk_SB_MT64x16x16_MI16x16x1 ‹SVW2›",
                  "Cijk_Ailk_Bjlk_SB_MT64x16x16_MI16x16x1 ‹SVW4›"));
}

TEST(KernelNames, tellOnlyShortNamesApart) {
  const std::string unary = product("BUnaryFunctor", 4, 2);
  const std::string binary = product("BinaryFunctor", 4, 3);
  const std::vector<std::string_view> full{unary, binary, "gemm<float, 2>(float*)"};
  const KernelNames names(full);
  EXPECT_EQ(names.in(NameStyle::Short, unary), "vectorized_elementwise_kernel<MulFunctor<float>> ‹BUnaryFunctor›");
  EXPECT_EQ(names.in(NameStyle::Raw, unary), unary);
  EXPECT_EQ(names.in(NameStyle::Demangled, unary), unary);
  EXPECT_EQ(names.in(NameStyle::Short, full[2]), kernelNameIn(NameStyle::Short, full[2]));
  EXPECT_EQ(names.in(NameStyle::Short, product("AUnaryFunctor", 4, 2)),
            "vectorized_elementwise_kernel<MulFunctor<float>>")
      << "no kernel of these";
}

}  // namespace
}  // namespace kernline
