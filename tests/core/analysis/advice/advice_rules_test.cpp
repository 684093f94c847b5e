// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of advice: their file, and what they find.
#include "core/analysis/advice/advice_rules.h"

#include "core/analysis/query/text_pattern.h"
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/core/analysis/replay/recorded_program.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

/// Puts the user's own rules in force for as long as it lives.
class OwnRules {
 public:
  explicit OwnRules(std::string_view text) { setOwnAdviceRules(parseAdviceRules(text).rules); }
  ~OwnRules() { setOwnAdviceRules({}); }
  OwnRules(const OwnRules&) = delete;
  OwnRules& operator=(const OwnRules&) = delete;
};

TEST(AdviceRules, thatComeWithTheProgramAreAllRead) {
  std::set<std::string> ids;
  for (const AdviceRule& rule : builtinAdviceRules()) {
    EXPECT_TRUE(ids.insert(rule.id).second) << rule.id << " twice";
    EXPECT_FALSE(rule.title.empty()) << rule.id;
    EXPECT_FALSE(rule.hint.empty()) << rule.id;
    EXPECT_TRUE(TextPattern::compile({.text = rule.calls, .isRegex = true, .matchCase = true})) << rule.id;
  }
  EXPECT_EQ(ids.size(), 13U);
}

TEST(AdviceRules, areParagraphsOfKeysAndValues) {
  const AdviceRuleFile file = parseAdviceRules(
      "# a remark\n\nid: one\ncalls: ^my::wait$\nwithin: ^train\noutside: ^eval\ntop: yes\nwaits: yes\nseries: yes\n"
      "at least: 4\nwork: yes\nbucket: 25\nkind: data_parallel\ntitle: Do not wait\nhint: It helps.\n");
  EXPECT_TRUE(file.problems.empty());
  ASSERT_EQ(file.rules.size(), 1U);
  EXPECT_EQ(file.rules[0], (AdviceRule{.id = "one",
                                       .kind = AdviceKind::DataParallel,
                                       .calls = "^my::wait$",
                                       .within = "^train",
                                       .outside = "^eval",
                                       .isTop = true,
                                       .waits = true,
                                       .isSeries = true,
                                       .atLeast = 4,
                                       .needsNoActivity = true,
                                       .bucket = 25,
                                       .title = "Do not wait",
                                       .hint = "It helps."}));
}

TEST(AdviceRules, sayWhichLineCannotBeUsedAndKeepTheOthers) {
  const AdviceRuleFile file = parseAdviceRules(
      "id: bad\ncalls: (\ntitle: x\n\n"
      "id: odd\ncalls: x\ncolor: red\ntitle: x\n\n"
      "id: few\ncalls: x\nat least: many\ntitle: x\n\n"
      "id: nameless\ncalls: x\n\n"
      "id: kind\ncalls: x\nkind: fusion\ntitle: x\n\n"
      "id: good\ncalls: x\ntitle: x\njust words\n");
  ASSERT_EQ(file.rules.size(), 1U);
  EXPECT_EQ(file.rules[0].id, "good");
  std::vector<std::size_t> lines;
  for (const LineProblem& problem : file.problems) {
    lines.push_back(problem.line);
  }
  EXPECT_EQ(lines, (std::vector<std::size_t>{2, 7, 12, 15, 20, 26}));
  EXPECT_THAT(file.problems[1].text, mentions("unknown-key-of-advice", "color"));
}

TEST(AdviceRules, ofTheUserComeFirstAndReplaceThoseOfTheSameId) {
  const OwnRules own("id: read_value\ncalls: ^nothing$\ntitle: Mine\n\nid: other\ncalls: x\ntitle: Other\n");
  const auto rules = adviceRules();
  EXPECT_EQ(rules->size(), builtinAdviceRules().size() + 1);
  EXPECT_EQ(rules->front().title, "Mine");
}

/// Ten times: the host is in `call` for 80 us, then launches a product of 50 us.
std::shared_ptr<const Trace> programWith(AdviceProgram& program, const char* category, const char* call) {
  for (int i = 0; i < 10; ++i) {
    const double time = 100.0 * i;
    program.host(category, call, time, 80);
    program.op("aten::mm", time + 82, 8, squares, twoHalves);
    program.work("gemm", time + 84, time + 90, 10);
  }
  return program.trace();
}

TEST(AdviceRules, findWhatTheHostSpendsItsTimeIn) {
  AdviceProgram program;
  const Advice advice =
      adviceOf(programWith(program, "user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"));
  const AdviceRow& row = rowOf(advice, AdviceKind::HostCall);
  EXPECT_EQ(row.rule, "data_loading");
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 9 * 80'000, 10'000);
  EXPECT_THAT(evidenceOf(row), HasSubstr("num_workers"));
}

/// Steps of 1 ms: the host prepares a batch for 300 us, then launches ten products of `product` us.
std::shared_ptr<const Trace> programWithBatches(RecordedProgram& program, double product) {
  for (int step = 0; step < 4; ++step) {
    const double begin = 1000.0 * (step + 1);
    program.call("user_annotation", "prepare_batch", begin + 1, 298);
    for (int i = 0; i < 10; ++i) {
      program.op("aten::mm", begin + 300 + i * 65, 60);
      program.kernel("gemm", begin + 310 + i * 65, begin + 316 + i * (product + 1), product);
    }
  }
  return program.trace();
}

TEST(AdviceRules, sayWhereTheyHelpOnlyIfTheHostIsSlowerThanEstimated) {
  const auto rowsOf = [](double product) {
    RecordedProgram program(4);
    const auto trace = programWithBatches(program, product);
    const FoundSteps steps = foundSteps(*trace).value();
    return adviceOf(trace, {.steps = steps.steps}).rows;
  };
  const auto hasRule = [](const AdviceRow& row) { return row.rule == "data_loading"; };
  const std::vector<AdviceRow> hostBound = rowsOf(70);
  const auto sure = std::ranges::find_if(hostBound, hasRule);
  ASSERT_NE(sure, hostBound.end());
  EXPECT_EQ(sure->confidence, Confidence::High);
  EXPECT_EQ(sure->remedy.calls.size(), 4U) << "that of the first step, too, before the first recorded work";
  EXPECT_GT(sure->likely.ns, 0);
  const std::vector<AdviceRow> even = rowsOf(97);  // the host needs about 960 of 975 us without the profiler
  const auto unsure = std::ranges::find_if(even, hasRule);
  ASSERT_NE(unsure, even.end());
  EXPECT_EQ(unsure->confidence, Confidence::Medium);
  EXPECT_THAT(evidenceOf(*unsure), mentions("host-slower-than-estimated", anyValue));
  EXPECT_GT(unsure->likely.ns, 0) << "the mean of a slower host and a quicker one";
  EXPECT_LT(unsure->likely.ns, sure->likely.ns / 2);
}

TEST(AdviceRules, ofTheUserFindTheirCalls) {
  AdviceProgram program;
  const auto trace = programWith(program, "cpu_op", "my::tokenize");
  EXPECT_FALSE(hasRow(adviceOf(trace), AdviceKind::HostCall));
  const OwnRules own("id: tokenizer\ncalls: ^my::tokenize$\nat least: 2\ntitle: Tokenize ahead\n");
  const Advice advice = adviceOf(trace);
  EXPECT_EQ(rowOf(advice, AdviceKind::HostCall).title.english(), "Tokenize ahead");
}

TEST(AdviceRules, leaveOutCallsThatAreElsewhere) {
  AdviceProgram program;
  const auto trace = programWith(program, "cpu_op", "my::tokenize");
  for (const char* condition : {"within: ^train", "outside: ^my::", "waits: yes", "series: yes", "at least: 1000"}) {
    SCOPED_TRACE(condition);
    const OwnRules own(std::string("id: tokenizer\ncalls: ^my::tokenize$\ntitle: Tokenize ahead\n") + condition);
    const bool isOutside = std::string_view(condition).starts_with("outside");
    EXPECT_EQ(hasRow(adviceOf(trace), AdviceKind::HostCall), isOutside) << "outside is about calls around it";
  }
}

TEST(AdviceRules, areSilentWhereTheTimeIsShort) {
  AdviceProgram program;
  for (int i = 0; i < 10; ++i) {
    const double time = 1000.0 * i;
    program.host("user_annotation", "get_batch", time, 5);
    program.op("aten::mm", time + 6, 8, squares, twoHalves);
    program.work("gemm", time + 8, time + 12, 100);
  }
  EXPECT_FALSE(hasRow(adviceOf(program.trace()), AdviceKind::HostCall));
}

}  // namespace
}  // namespace kernline::test
