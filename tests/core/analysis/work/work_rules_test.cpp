// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_rules.h"
#include "core/analysis/work/ceilings.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

CallArgument tensor(std::vector<std::int64_t> dims, std::string type = "float",
                    std::vector<std::int64_t> strides = {}) {
  CallArgument argument;
  argument.kind = CallArgument::Kind::Tensor;
  argument.tensors.push_back({.dims = std::move(dims), .strides = std::move(strides), .type = std::move(type)});
  return argument;
}

CallArgument value(std::string text) {
  CallArgument argument;
  argument.kind = CallArgument::Kind::Value;
  argument.value = std::move(text);
  return argument;
}

CallArguments call(std::vector<CallArgument> arguments) {
  return {.arguments = std::move(arguments), .areRecorded = true};
}

CallWork builtinWork(std::string_view op, std::vector<CallArgument> arguments) {
  return WorkRules::builtin().workOf(op, call(std::move(arguments)));
}

/// Of a file with one rule.
CallWork workBy(std::string_view rule, std::vector<CallArgument> arguments) {
  WorkRuleFile file = parseWorkRules(rule);
  EXPECT_THAT(file.problems, IsEmpty()) << (file.problems.empty() ? "" : file.problems[0].text.english());
  static std::vector<std::unique_ptr<WorkRules>> kept;  // a CallWork points to its rule
  kept.push_back(std::make_unique<WorkRules>(std::move(file.rules)));
  return kept.back()->workOf("f", call(std::move(arguments)));
}

std::string problemOf(std::string_view rule) {
  const WorkRuleFile file = parseWorkRules(rule);
  return file.problems.size() == 1 ? file.problems[0].text.english() : std::string("no problem");
}

TEST(WorkRules, ofTheProgramAreAllUsable) {
  const WorkRuleFile file = parseWorkRules(readFile(KERNLINE_SOURCE_DIR "/resources/work.txt"));
  for (const WorkRuleProblem& problem : file.problems) {
    ADD_FAILURE() << "line " << problem.line << ": " << problem.text.english();
  }
  EXPECT_EQ(file.rules.size(), WorkRules::builtin().rules().size());
  for (const DeviceProblem& problem : parseDevices(readFile(KERNLINE_SOURCE_DIR "/resources/devices.txt")).problems) {
    ADD_FAILURE() << "line " << problem.line << ": " << problem.text.english();
  }
}

TEST(WorkRules, countProductsAsTheFieldDoes) {
  const CallWork mm = builtinWork("aten::mm", {tensor({128, 64}, "c10::BFloat16"), tensor({64, 32}, "c10::BFloat16")});
  EXPECT_EQ(mm.flops, 2.0 * 128 * 64 * 32);
  EXPECT_EQ(mm.bytes, 2.0 * (128 * 64 + 64 * 32 + 128 * 32));
  EXPECT_EQ(mm.unit, WorkUnit::Matrix);
  EXPECT_EQ(mm.type, "c10::BFloat16");
  const CallWork addmm =
      builtinWork("aten::addmm", {tensor({32}), tensor({128, 64}), tensor({64, 32}), value("1"), value("1")});
  EXPECT_EQ(addmm.flops, 2.0 * 128 * 64 * 32 + 128 * 32);
  EXPECT_EQ(addmm.bytes, 4.0 * (32 + 128 * 64 + 64 * 32 + 128 * 32));
  const CallWork linear = builtinWork("aten::linear", {tensor({2, 8, 64}), tensor({32, 64}), {}});
  EXPECT_EQ(linear.flops, 2.0 * 16 * 32 * 64) << "without a bias";
}

TEST(WorkRules, countAttentionOfGroupedHeadsAndHalfOfItWhereItIsCausal) {
  const std::vector<CallArgument> arguments{tensor({2, 16, 256, 64}, "c10::BFloat16"),
                                            tensor({2, 4, 512, 64}, "c10::BFloat16"),
                                            tensor({2, 4, 512, 64}, "c10::BFloat16"), value("0."), value("True")};
  const CallWork causal = builtinWork("aten::_scaled_dot_product_flash_attention", arguments);
  EXPECT_EQ(causal.flops, 4.0 * 2 * 16 * 256 * 512 * 64 / 2) << "heads of queries decide FLOPs";
  EXPECT_EQ(causal.bytes, 2.0 * (2 * 2 * 16 * 256 * 64 + 2 * 2 * 4 * 512 * 64)) << "those of keys decide bytes";
  std::vector<CallArgument> full = arguments;
  full[4].value = "False";
  EXPECT_EQ(builtinWork("aten::_scaled_dot_product_flash_attention", full).flops, 2 * causal.flops);
}

TEST(WorkRules, countConvolutionsByTheirOutput) {
  const CallWork strided =
      builtinWork("aten::cudnn_convolution", {tensor({10, 3, 224, 224}), tensor({64, 3, 7, 7}), value("[3, 3]"),
                                              value("[2, 2]"), value("[1, 1]"), value("1")});
  EXPECT_EQ(strided.flops, 2.0 * 10 * 64 * 112 * 112 * 3 * 7 * 7);
  EXPECT_EQ(strided.bytes, 4.0 * (10 * 3 * 224 * 224 + 64 * 3 * 7 * 7 + 10 * 64 * 112 * 112));
  const CallWork onlyWeight = builtinWork(
      "aten::convolution_backward",
      {tensor({10, 64, 112, 112}), tensor({10, 3, 224, 224}), tensor({64, 3, 7, 7}), value("[0]"), value("[2, 2]"),
       value("[3, 3]"), value("[1, 1]"), value("False"), value("[0, 0]"), value("1"), value("[False, True, False]")});
  EXPECT_EQ(onlyWeight.flops, strided.flops) << "one product of two";
}

TEST(WorkRules, broadcastAndReduce) {
  const CallWork add = builtinWork("aten::add", {tensor({16, 1, 8}), tensor({4, 8}, "double"), value("1")});
  EXPECT_EQ(add.flops, 16.0 * 4 * 8);
  EXPECT_EQ(add.bytes, 16.0 * 8 * 4 + 4 * 8 * 8 + 16 * 4 * 8 * 8) << "the result is as wide as the wider one";
  const CallWork scaled = builtinWork("aten::mul", {tensor({16}), tensor({}, "double")});
  EXPECT_EQ(scaled.bytes, 16.0 * 4 + 8 + 16 * 4) << "what has no dimensions does not widen the result";
  const CallWork sum = builtinWork("aten::sum", {tensor({16, 8, 4}), value("[0, -1]"), value("True"), value("")});
  EXPECT_EQ(sum.bytes, 4.0 * (16 * 8 * 4 + 8));
  EXPECT_EQ(builtinWork("aten::sum", {tensor({16, 8}), value("")}).bytes, 4.0 * (16 * 8 + 1));
}

TEST(WorkRules, readOnceWhatAStrideOfZeroRepeats) {
  const CallWork expanded = builtinWork("aten::clone", {tensor({64, 32}, "float", {0, 1})});
  EXPECT_EQ(expanded.bytes, 4.0 * (32 + 64 * 32));
}

TEST(WorkRules, takeTheFirstRuleWhoseShapesFit) {
  const std::string rules =
      "f(a[M, M]): flops 1; writes 0\nf(a[2, N]): flops 2; writes 0\nf(a[B.., N]): flops B; writes 0";
  EXPECT_EQ(workBy(rules, {tensor({3, 3})}).flops, 1) << "a name stands for one size";
  EXPECT_EQ(workBy(rules, {tensor({2, 3})}).flops, 2);
  EXPECT_EQ(workBy(rules, {tensor({4, 5, 3})}).flops, 20);
  EXPECT_EQ(workBy(rules, {tensor({7})}).flops, 1) << "of no dimension";
  EXPECT_THAT(workBy(rules, {tensor({})}).reason.english(), HasSubstr("the shape of a does not fit the rule"));
}

TEST(WorkRules, sayWhyACallHasNoModel) {
  const auto reason = [](std::string_view op, std::vector<CallArgument> arguments) {
    const CallWork work = builtinWork(op, std::move(arguments));
    EXPECT_EQ(work.rule, nullptr);
    EXPECT_EQ(work.flops + work.bytes, 0);
    return work.reason.english();
  };
  EXPECT_EQ(reason("my::op", {tensor({2, 2})}), "no rule for this operator");
  EXPECT_EQ(WorkRules::builtin().workOf("aten::mm", {}).reason.english(), "no shapes recorded (record_shapes=True)");
  EXPECT_THAT(reason("aten::mm", {tensor({2, 3}), tensor({4, 5})}), HasSubstr("does not fit")) << "3 is not 4";
  EXPECT_THAT(reason("aten::relu", {tensor({2}, "")}), HasSubstr("the element type of x is not recorded"));
  EXPECT_THAT(reason("aten::relu", {tensor({2}, "c10::Strange")}),
              HasSubstr("x has an unknown element type, c10::Strange"));
  EXPECT_THAT(reason("aten::relu", {tensor({-1, 2})}), HasSubstr("the shape of x is not recorded")) << "symbolic";
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_THAT(reason("aten::relu", {tensor({huge, huge})}), HasSubstr("not recorded")) << "more than 64 bits";
  EXPECT_THAT(reason("aten::mm", {tensor({huge, 1}), tensor({1, huge})}), HasSubstr("too large"));
  EXPECT_THAT(reason("aten::cudnn_convolution", {tensor({1, 3, 8, 8}), tensor({4, 3, 3, 3}), value("")}),
              HasSubstr("stride and padding are not recorded"));
}

TEST(WorkRules, ofEmptyTensorsAreNoWork) {
  const CallWork none = builtinWork("aten::mm", {tensor({0, 64}), tensor({64, 32})});
  ASSERT_NE(none.rule, nullptr);
  EXPECT_EQ(none.flops, 0);
  EXPECT_EQ(none.bytes, 4.0 * 64 * 32);
}

TEST(WorkRules, knowTheirArithmetic) {
  const auto flops = [](std::string_view expression) {
    return workBy("f(a[M, N], flag=1): flops " + std::string(expression) + "; writes 0", {tensor({7, 2})}).flops;
  };
  EXPECT_EQ(flops("1 + 2*3"), 7);
  EXPECT_EQ(flops("(1 + 2)*3 - -1"), 10);
  EXPECT_EQ(flops("M//N"), 3);
  EXPECT_EQ(flops("M/N"), 3.5);
  EXPECT_EQ(flops("flag ? M : N"), 7);
  EXPECT_EQ(flops("M < N ? 1 : M == 7 ? 2 : 3"), 2);
  EXPECT_EQ(flops("min(M, N, 5) + max(M, 1)"), 9);
  EXPECT_EQ(flops("rank(a) + dim(a, -1) + log2(8)"), 7);
  EXPECT_THAT(workBy("f(a[M, N]): flops M/(N - 2); writes 0", {tensor({7, 2})}).reason.english(),
              HasSubstr("divided by is 0"));
  EXPECT_THAT(workBy("f(a[M, N]): flops N - M; writes 0", {tensor({7, 2})}).reason.english(),
              HasSubstr("do not fit each other"))
      << "less than nothing";
}

TEST(WorkRules, nameTheLineOfAMistake) {
  const WorkRuleFile file = parseWorkRules("# a remark\n\nf(a): writes bytes(a)\ng(a): flops b; writes 0\n");
  ASSERT_EQ(file.rules.size(), 1U);
  EXPECT_EQ(file.rules[0].line, 3U);
  ASSERT_EQ(file.problems.size(), 1U);
  EXPECT_EQ(file.problems[0].line, 4U);
  EXPECT_THAT(file.problems[0].text.english(), HasSubstr("b is neither an argument nor a dimension"));
  EXPECT_THAT(problemOf("f(a): flops 1"), HasSubstr("writes is missing"));
  EXPECT_THAT(problemOf("f(a) flops 1"), HasSubstr(": is missing"));
  EXPECT_THAT(problemOf("f: writes 0"), HasSubstr("A rule is"));
  EXPECT_THAT(problemOf("f(a[M): writes 0"), HasSubstr("is missing"));
  EXPECT_THAT(problemOf("f(a[M.., N..]): writes 0"), HasSubstr("only one .."));
  EXPECT_THAT(problemOf("f(a): writes size(a)"), HasSubstr("there is no function size"));
  EXPECT_THAT(problemOf("f(a): writes bytes(2)"), HasSubstr("neither an argument"));
  EXPECT_THAT(problemOf("f(a): writes dim(a)"), HasSubstr("dim() is given 1 arguments"));
  EXPECT_THAT(problemOf("f(a): writes (1"), HasSubstr(") is missing"));
  EXPECT_THAT(problemOf("f(a): writes 1 +"), HasSubstr("ends too early"));
  EXPECT_THAT(problemOf("f(a): writes 1; writes 2"), HasSubstr("stands there twice"));
  EXPECT_THAT(problemOf("f(a): writes 0; speed 3"), HasSubstr("none of flops"));
  EXPECT_THAT(problemOf("f(a): writes 0; type b"), HasSubstr("no argument"));
  EXPECT_THAT(problemOf("f(a): writes " + std::string(1000, '(')), HasSubstr("nested too deeply"));
  EXPECT_THAT(problemOf("f(a): writes " + std::string(1000, '-') + "1"), HasSubstr("nested too deeply"));
}

TEST(Ceilings, areThoseOfTheLongestNameThatFits) {
  ASSERT_TRUE(ceilingsOf("NVIDIA H200"));
  EXPECT_DOUBLE_EQ(ceilingsOf("NVIDIA H200")->bytesPerSecond, 4.8e12);
  EXPECT_EQ(ceilingsOf("NVIDIA GH200 120GB")->name, "GH200");
  EXPECT_DOUBLE_EQ(ceilingsOf("NVIDIA A100-SXM4-40GB")->bytesPerSecond, 1.555e12);
  EXPECT_DOUBLE_EQ(ceilingsOf("NVIDIA A100-SXM4-80GB")->bytesPerSecond, 2.039e12);
  EXPECT_EQ(ceilingsOf("AMD Instinct MI300X")->name, "MI300X");
  EXPECT_FALSE(ceilingsOf("GPU 0"));
}

TEST(Ceilings, areByTypeAndUnit) {
  const Ceilings h200 = *ceilingsOf("NVIDIA H200");
  EXPECT_EQ(h200.peak(WorkUnit::Matrix, "c10::BFloat16", true), 989e12);
  EXPECT_EQ(h200.peak(WorkUnit::Matrix, "c10::Float8_e4m3fn", true), 1979e12);
  EXPECT_EQ(h200.peak(WorkUnit::Matrix, "float", false), 67e12);
  EXPECT_EQ(h200.peak(WorkUnit::Matrix, "float", true), 495e12) << "TF32";
  EXPECT_EQ(h200.peak(WorkUnit::Vector, "c10::BFloat16", false), 67e12) << "computed in float";
  EXPECT_EQ(h200.peak(WorkUnit::Vector, "double", false), 34e12);
  EXPECT_FALSE(h200.peak(WorkUnit::Matrix, "long int", false));
}

TEST(Ceilings, nameTheLineOfAMistake) {
  const DeviceFile file =
      parseDevices("X: memory 1, bf16 2; source\nY: bf16 2\nZ: memory fast\nW: memory 1, fp12 3\n: x\n");
  ASSERT_EQ(file.devices.size(), 1U);
  EXPECT_EQ(file.devices[0].source, "source");
  ASSERT_EQ(file.problems.size(), 4U);
  EXPECT_EQ(file.problems[0].line, 2U);
  EXPECT_THAT(file.problems[0].text.english(), HasSubstr("memory is missing"));
  EXPECT_THAT(file.problems[1].text.english(), HasSubstr("fast is not a number"));
  EXPECT_THAT(file.problems[2].text.english(), HasSubstr("fp12 is none of"));
}

}  // namespace
}  // namespace kernline::test
