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

/// As PyTorch calls its kernels that multiply.
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

}  // namespace
}  // namespace kernline
