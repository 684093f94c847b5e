// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_rules.h"
#include "core/analysis/work/ceilings.h"
#include "tests/core/analysis/work/work_call.h"
#include "tests/support/says.h"
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

/// Models a call by a file with one rule.
CallWork workBy(std::string_view rule, std::vector<CallArgument> arguments) {
  WorkRuleFile file = parseWorkRules(rule);
  EXPECT_THAT(file.problems, IsEmpty()) << (file.problems.empty() ? "" : file.problems[0].text.english());
  static std::vector<std::unique_ptr<WorkRules>> kept;  // a CallWork points to its rule
  kept.push_back(std::make_unique<WorkRules>(std::move(file)));
  return kept.back()->workOf("f", call(std::move(arguments)));
}

std::string problemOf(std::string_view rule) {
  const WorkRuleFile file = parseWorkRules(rule);
  return file.problems.size() == 1 ? file.problems[0].text.english() : std::string("no problem");
}

TEST(WorkRules, ofTheProgramAreAllUsable) {
  const WorkRuleFile file = parseWorkRules(readFile(KERNLINE_SOURCE_DIR "/resources/work.txt"));
  for (const LineProblem& problem : file.problems) {
    ADD_FAILURE() << "line " << problem.line << ": " << problem.text.english();
  }
  EXPECT_EQ(file.rules.size(), WorkRules::builtin().rules().size());
  for (const LineProblem& problem : parseDevices(readFile(KERNLINE_SOURCE_DIR "/resources/devices.txt")).problems) {
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
                                            tensor({2, 4, 256, 64}, "c10::BFloat16"),
                                            tensor({2, 4, 256, 64}, "c10::BFloat16"), value("0."), value("True")};
  const CallWork causal = builtinWork("aten::_scaled_dot_product_flash_attention", arguments);
  EXPECT_EQ(causal.flops, 4.0 * 2 * 16 * 256 * 256 * 64 / 2) << "heads of queries decide FLOPs";
  EXPECT_EQ(causal.bytes, 2.0 * (2 * 2 * 16 * 256 * 64 + 2 * 2 * 4 * 256 * 64)) << "those of keys decide bytes";
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
  const CallWork sum = builtinWork("aten::sum", {tensor({16, 8, 4}), value("[0, -1]"), value("True"), {}});
  EXPECT_EQ(sum.bytes, 4.0 * (16 * 8 * 4 + 8));
  EXPECT_EQ(builtinWork("aten::sum", {tensor({16, 8}), {}}).bytes, 4.0 * (16 * 8 + 1));
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
  EXPECT_THAT(workBy(rules, {tensor({})}).reason, mentions("shape-does-not-fit", "a"));
}

TEST(WorkRules, sayWhyACallHasNoModel) {
  const auto reason = [](std::string_view op, std::vector<CallArgument> arguments) {
    const CallWork work = builtinWork(op, std::move(arguments));
    EXPECT_EQ(work.rule, nullptr);
    EXPECT_EQ(work.flops + work.bytes, 0);
    return work.reason.english();
  };
  EXPECT_THAT(reason("my::op", {tensor({2, 2})}), says("no-rule-for-operator"));
  EXPECT_THAT(WorkRules::builtin().workOf("aten::mm", {}).reason, says("no-shapes-recorded"));
  EXPECT_THAT(reason("aten::mm", {tensor({2, 3}), tensor({4, 5})}), mentions("shape-does-not-fit", anyValue))
      << "3 is not 4";
  EXPECT_THAT(reason("aten::relu", {tensor({2}, "")}), mentions("element-type-not-recorded", "x"));
  EXPECT_THAT(reason("aten::relu", {tensor({2}, "c10::Strange")}),
              mentions("unknown-element-type", "x", "c10::Strange"));
  EXPECT_THAT(reason("aten::relu", {tensor({-1, 2})}), mentions("shape-not-recorded", "x")) << "symbolic";
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_THAT(reason("aten::relu", {tensor({huge, huge})}), HasSubstr("not recorded")) << "more than 64 bits";
  EXPECT_THAT(reason("aten::mm", {tensor({huge, 1}), tensor({1, huge})}), HasSubstr("too large"));
  EXPECT_THAT(reason("aten::cudnn_convolution", {tensor({1, 3, 8, 8}), tensor({4, 3, 3, 3}), value("")}),
              mentions("stride-not-recorded"));
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
  EXPECT_THAT(workBy("f(a[M, N]): flops M/(N - 2); writes 0", {tensor({7, 2})}).reason, mentions("divided-by-0"));
  EXPECT_THAT(workBy("f(a[M, N]): flops N - M; writes 0", {tensor({7, 2})}).reason, mentions("dimensions-too-large"))
      << "less than nothing";
}

TEST(WorkRules, nameKernelsThatOnlyHelpOthers) {
  const WorkRules rules(parseWorkRules("helpers: my_reduce*,  *split*\n"),
                        parseWorkRules("aten::mm(a): writes 0\nhelpers: transpose"));
  ASSERT_EQ(rules.helpers().size(), 2U);
  EXPECT_EQ(rules.ownHelperCount(), 1U);
  EXPECT_EQ(rules.rules().size(), 1U);
  EXPECT_TRUE(rules.isHelper("my_reduce<float>"));
  EXPECT_TRUE(rules.isHelper("gemm_split_2"));
  EXPECT_TRUE(rules.isHelper("transpose"));
  EXPECT_FALSE(rules.isHelper("transposed_gemm"));
  EXPECT_FALSE(rules.isHelper("not_my_reduce"));
  EXPECT_THAT(problemOf("helpers: a, , b"), says("kernel-name-missing"));
  EXPECT_THAT(problemOf("helpers:"), says("kernel-name-missing"));
}

TEST(WorkRules, nameTheLineOfAMistake) {
  const WorkRuleFile file = parseWorkRules("# a remark\n\nf(a): writes bytes(a)\ng(a): flops b; writes 0\n");
  ASSERT_EQ(file.rules.size(), 1U);
  EXPECT_EQ(file.rules[0].line, 3U);
  ASSERT_EQ(file.problems.size(), 1U);
  EXPECT_EQ(file.problems[0].line, 4U);
  EXPECT_THAT(file.problems[0].text, mentions("neither-argument-nor-dimension", "b"));
  EXPECT_THAT(problemOf("f(a): flops 1"), mentions("writes-is-missing"));
  EXPECT_THAT(problemOf("f(a) flops 1"), HasSubstr(": is missing"));
  EXPECT_THAT(problemOf("f: writes 0"), HasSubstr("A rule is"));
  EXPECT_THAT(problemOf("f(a[M): writes 0"), HasSubstr("is missing"));
  EXPECT_THAT(problemOf("f(a[M.., N..]): writes 0"), HasSubstr("only one .."));
  EXPECT_THAT(problemOf("f(a): writes size(a)"), mentions("no-such-function", "size"));
  EXPECT_THAT(problemOf("f(a): writes bytes(2)"), mentions("neither-argument-nor-dimension", "2"));
  EXPECT_THAT(problemOf("f(a): writes dim(a)"), mentions("function-given-arguments", "dim", "1"));
  EXPECT_THAT(problemOf("f(a): writes (1"), HasSubstr(") is missing"));
  EXPECT_THAT(problemOf("f(a): writes 1 +"), mentions("ends-too-early"));
  EXPECT_THAT(problemOf("f(a): writes 1; writes 2"), mentions("stands-there-twice", anyValue));
  EXPECT_THAT(problemOf("f(a): writes 0; speed 3"), mentions("no-key-of-work-rule", anyValue));
  EXPECT_THAT(problemOf("f(a): writes 0; type b"), mentions("neither-argument-nor-element-type", anyValue));
  EXPECT_THAT(problemOf("f(a): writes " + std::string(1000, '(')), mentions("nested-too-deeply"));
  EXPECT_THAT(problemOf("f(a): writes " + std::string(1000, '-') + "1"), mentions("nested-too-deeply"));
}

TEST(WorkRules, knowMoreOfAnArgument) {
  const auto writes = [](std::string_view expression, std::vector<CallArgument> arguments) {
    const CallWork work = workBy("f(a, b, c): reads 0; writes " + std::string(expression), std::move(arguments));
    return work.rule == nullptr ? -1 : work.bytes;
  };
  EXPECT_EQ(writes("dense(a)", {tensor({64, 32}, "float", {0, 1})}), 4.0 * 64 * 32);
  EXPECT_EQ(writes("dense(a)", {{}}), -1) << "no tensor";
  EXPECT_EQ(writes("typed(b, 3)", {tensor({1}), value("15")}), 2) << "BFloat16";
  EXPECT_EQ(writes("typed(b, 3)", {tensor({1}), {}}), 3) << "left out";
  EXPECT_EQ(writes("typed(b, 3)", {tensor({1}), value("")}), -1) << "not recorded";
  EXPECT_EQ(writes("typed(b, 3)", {tensor({1}), value("16")}), -1) << "a type of two bits";
  EXPECT_EQ(writes("promoted(a, b)", {tensor({4}, "c10::BFloat16"), tensor({4}, "c10::Half")}), 4);
  EXPECT_EQ(writes("promoted(a, b)", {tensor({4}, "c10::BFloat16"), tensor({4}, "long int")}), 2);
  EXPECT_EQ(writes("promoted(a, b)", {tensor({4}, "int"), tensor({}, "double")}), 8);
  EXPECT_EQ(writes("promoted(a, b)", {tensor({4}, "short"), value("0.5")}), 4);
  EXPECT_EQ(writes("promoted(a, b)", {tensor({4}, "short"), value("2")}), 2);
  EXPECT_EQ(writes("promoted(a, b)", {tensor({4}, "short"), value("")}), -1) << "2 or 0.5";
  EXPECT_EQ(writes("floating(a, b)", {tensor({4}, "long int"), value("2")}), 4);
  EXPECT_EQ(writes("floating(a, b)", {tensor({4}, "double"), value("2")}), 8);
  EXPECT_EQ(writes("integral(a) + packed(b)", {tensor({4}, "bool"), tensor({4}, "c10::Float4_e2m1fn_x2")}), 3);
  EXPECT_EQ(writes("product(b) + item(b, 1)", {{}, value("[3, 4]")}), 16);
  EXPECT_EQ(writes("item(b, 2)", {{}, value("[3, 4]")}), -1) << "there is no third";
  EXPECT_EQ(writes("item(b, c)", {{}, value("[3, 4]"), value("1e300")}), -1);
  EXPECT_EQ(writes("typed(b, 3)", {tensor({1}), value("1e300")}), -1);
  EXPECT_EQ(writes("arguments", {{}, {}}), 2);
  EXPECT_EQ(writes("spread(a, b, c, c, c, c)", {tensor({1, 1, 5, 5}), tensor({1, 1, 3, 3}), value("[1, 1]")}), 36)
      << "(5 - 1) - 2 + 2 + 1 + 1 each way";
}

TEST(WorkRules, countPairsThatSeeEachOther) {
  const auto pairs = [](std::string_view rest) {
    return workBy("f(): flops pairs(" + std::string(rest) + "); writes 0", {}).flops;
  };
  EXPECT_EQ(pairs("100, 200, -1, -1, 0"), 20000);
  EXPECT_EQ(pairs("100, 100, -1, 0, 0"), 5000) << "half of them";
  EXPECT_EQ(pairs("1, 1000, -1, 0, 999"), 999.5) << "the last query sees all";
  EXPECT_EQ(pairs("100, 200, -1, 0, 0"), 5000) << "the first queries";
  EXPECT_EQ(pairs("100, 200, -1, 0, 100"), 15000) << "the last queries";
  EXPECT_EQ(pairs("200, 100, -1, 0, -100"), 5000) << "the first 100 see nothing";
  EXPECT_EQ(pairs("1000, 1000, 10, 0, 0"), 9950) << "10 each, but for the first";
}

TEST(WorkRules, saySoWhereAFormIsNotModeled) {
  const std::string rules = "f(a, b): flops b ? unknown : 1; writes 0\nf(a): flops 2; writes 0";
  EXPECT_EQ(workBy(rules, {tensor({1}), value("False")}).flops, 1);
  const CallWork refused = workBy(rules, {tensor({1}), value("True")});
  EXPECT_EQ(refused.rule, nullptr) << "the first rule that fits decides";
  EXPECT_THAT(refused.reason, says("form-not-modelled"));
  EXPECT_THAT(workBy("f(a): writes unrecorded", {{}}).reason, mentions("depends-on-values-of-tensors"));
  EXPECT_THAT(problemOf("f(unknown): writes 0"), mentions("no-argument-name", anyValue));
  EXPECT_THAT(problemOf("f(a[unrecorded]): writes 0"), mentions("not-a-dimension", anyValue));
  EXPECT_THAT(problemOf("f(a): writes bytes(arguments)"), mentions("neither-argument-nor-dimension", "arguments"));
}

TEST(WorkRules, takeTheUsualValueOnlyWhereTheCallLeftItOut) {
  const std::string rule = "f(a, flag=7): flops flag; writes 0";
  EXPECT_EQ(workBy(rule, {tensor({1})}).flops, 7);
  EXPECT_EQ(workBy(rule, {tensor({1}), {}}).flops, 7);
  EXPECT_THAT(workBy(rule, {tensor({1}), value("")}).reason, mentions("value-not-recorded", "flag"));
}

TEST(WorkRules, applyToNamesByPattern) {
  const WorkRules rules(
      parseWorkRules("a::*x*(a): flops 1; writes 0\na::b(a): flops 2; writes 0\n"
                     "a::*(a): flops 3; writes 0\n*end(a): flops 4; writes 0"));
  const auto flops = [&](std::string_view op) { return rules.workOf(op, call({tensor({1})})).flops; };
  EXPECT_EQ(flops("a::1x2"), 1);
  EXPECT_EQ(flops("a::b"), 2) << "in the order of the file";
  EXPECT_EQ(flops("a::c"), 3);
  EXPECT_EQ(flops("the_end"), 4);
  EXPECT_FALSE(rules.knows("the_end_"));
  EXPECT_FALSE(rules.knows("a:"));
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
  EXPECT_FALSE(h200.peak(WorkUnit::Matrix, "c10::Float4_e2m1fn_x2", true)) << "it has no such units";
  EXPECT_EQ(ceilingsOf("NVIDIA B200")->peak(WorkUnit::Matrix, "c10::Float4_e2m1fn_x2", true), 9000e12);
}

TEST(Ceilings, nameTheLineOfAMistake) {
  const DeviceFile file =
      parseDevices("X: memory 1, bf16 2; source\nY: bf16 2\nZ: memory fast\nW: memory 1, fp12 3\n: x\n");
  ASSERT_EQ(file.devices.size(), 1U);
  EXPECT_EQ(file.devices[0].source, "source");
  ASSERT_EQ(file.problems.size(), 4U);
  EXPECT_EQ(file.problems[0].line, 2U);
  EXPECT_THAT(file.problems[0].text, mentions("memory-is-missing"));
  EXPECT_THAT(file.problems[1].text, mentions("not-a-number", "fast"));
  EXPECT_THAT(file.problems[2].text, mentions("no-key-of-device-rule", "fp12"));
}

}  // namespace
}  // namespace kernline::test
