// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/selection_change.h"

#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kernline::ui {
namespace {

std::string changeOf(std::string_view line, std::string_view name) {
  const auto trace = test::sketch(line);
  return changeOfSelection(*trace, test::spanNamed(*trace, name)).toStdString();
}

TEST(SelectionChange, isAboutSpansOfTheName) {
  EXPECT_EQ(changeOf("gpu 0/7: gemm 10+90 <- launch 0+5", "gemm"), "kernel:^gemm$=");
  EXPECT_EQ(changeOf("gpu 0/7: add<float> 10+90 <- launch 0+5", "add<float>"), "kernel:^add<float>$=");
  EXPECT_EQ(changeOf("gpu 0/7: f(int*)[2];é 10+90 <- launch 0+5", "f(int*)[2];é"), R"(kernel:^f\(int\*\)\[2\]\x3bé$=)");
  EXPECT_EQ(changeOf("cpu 1: cudaLaunchKernel 0+5", "cudaLaunchKernel"), "host:^cudaLaunchKernel$=");
  EXPECT_EQ(changeOf("cpu 1: aten::mm 0+50", "aten::mm"), "op:^aten::mm$=");
}

TEST(SelectionChange, isAboutCopiesOfTheKind) {
  EXPECT_EQ(changeOf("gpu 0/7: Memcpy HtoD (Pageable -> Device) 20+4", "Memcpy HtoD (Pageable -> Device)"),
            "copy:pageable=");
  EXPECT_EQ(changeOf("gpu 0/7: Memcpy DtoH 20+4", "Memcpy DtoH"), "copy:d2h=");
  EXPECT_EQ(changeOf("gpu 0/7: Memcpy PtoP 20+4", "Memcpy PtoP"), "copy=");
}

TEST(SelectionChange, removesWaits) {
  EXPECT_EQ(changeOf("cpu 1: cudaDeviceSynchronize 0+5", "cudaDeviceSynchronize"), "sync:^cudaDeviceSynchronize$=none");
}

TEST(SelectionChange, isNoneForAMemset) {
  EXPECT_EQ(changeOf("gpu 0/7: Memset (Device) 20+4", "Memset (Device)"), "");
}

}  // namespace
}  // namespace kernline::ui
