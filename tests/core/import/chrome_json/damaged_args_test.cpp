// SPDX-License-Identifier: GPL-3.0-or-later
// Damage inside of args: it is counted, and costs a value, not the event and not what is behind it.
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

struct Opened {
  std::unique_ptr<TemporaryFile> file;
  std::shared_ptr<const Trace> trace;
};

/// A kernel with these args between two events, and its call.
Opened kernelWith(std::string_view args) {
  std::string text = R"({"traceEvents":[{"ph":"X","name":"before","pid":1,"tid":1,"ts":1,"dur":1},)";
  text += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":2,"args":{)" + std::string(args) + "}},";
  text += R"({"ph":"X","cat":"cuda_runtime","name":"launch","pid":1,"tid":1,"ts":5,"dur":1,"args":{"correlation":3}},)";
  text += R"({"ph":"X","name":"after","pid":1,"tid":1,"ts":20,"dur":1}]})";
  Opened opened{.file = std::make_unique<TemporaryFile>(text), .trace = nullptr};
  auto trace = load(opened.file->path());
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  opened.trace = trace ? *trace : nullptr;
  return opened;
}

std::string argOf(const Trace& trace, std::string_view key) {
  const EventDetails details = trace.details(spanNamed(trace, "k"));
  const ArgNode* const node = details.args.find(key);
  return node == nullptr ? "absent" : node->text;
}

TEST(DamagedArgs, loseOneValueWhereverTheDamageIs) {
  // Ids before the damage and behind it: args are read member by member up to them, and at once from there on.
  for (const std::string_view args :
       {R"("blocks per SM":7,757576,"correlation":3,"External id":5,"last":1)",
        R"("External id":5,"correlation":3,"blocks per SM":7,757576,"last":1)",
        R"("grid":[8,64,2],"blocks per SM":7,757576,"External id":5,"correlation":3,"last":1)"}) {
    const Opened opened = kernelWith(args);
    const Trace& trace = *opened.trace;
    EXPECT_EQ(trace.spanCount(), 4U) << args;
    EXPECT_EQ(trace.launchOf(spanNamed(trace, "k")), spanNamed(trace, "launch")) << args;
    EXPECT_EQ(argOf(trace, "blocks per SM"), "7.757576") << args;
    EXPECT_EQ(argOf(trace, "last"), "1") << args;
    EXPECT_EQ(trace.report()[IssueKind::DamagedValue].count, 1U) << args;
  }
}

TEST(DamagedArgs, keepQuotesAndControlCharactersAsText) {
  const Opened quotes = kernelWith(R"("note":"a 3.5" disk, "big" one","correlation":3,"last":1)");
  EXPECT_EQ(quotes.trace->spanCount(), 4U);
  EXPECT_NE(quotes.trace->launchOf(spanNamed(*quotes.trace, "k")), SpanId::none);
  EXPECT_EQ(argOf(*quotes.trace, "note"), R"(a 3.5" disk, "big" one)");
  EXPECT_EQ(argOf(*quotes.trace, "last"), "1");
  EXPECT_EQ(quotes.trace->report()[IssueKind::UnescapedQuote].count, 1U);
  const Opened control = kernelWith("\"note\":\"a\nb\",\"correlation\":3,\"last\":1");
  EXPECT_NE(control.trace->launchOf(spanNamed(*control.trace, "k")), SpanId::none);
  EXPECT_EQ(argOf(*control.trace, "note"), "a\nb");
  EXPECT_EQ(argOf(*control.trace, "last"), "1");
  EXPECT_EQ(control.trace->report()[IssueKind::ControlCharacter].count, 1U);
}

TEST(DamagedArgs, ofAnEventWithDecimalCommasInItsTimes) {
  const TemporaryFile file(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":100,25,"dur":1,5,"args":{}},)"
                           R"({"ph":"X","name":"b","pid":1,"tid":1,"ts":200,"dur":1}])");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace);
  EXPECT_EQ(spanNamed(**trace, "a") == SpanId::none ? TimeRange() : (*trace)->range(spanNamed(**trace, "a")),
            (TimeRange{{100'250}, {101'750}}));
  EXPECT_NE(spanNamed(**trace, "b"), SpanId::none);
  EXPECT_EQ((*trace)->report()[IssueKind::DamagedValue].count, 1U);
}

TEST(DamagedArgs, areNotFoundInListsOfNumbers) {
  const Opened opened = kernelWith(R"("grid":[8,64,2],"shapes":[[1,2],[3,4]],"correlation":3,"n":{"l":[1,2,{"x":1}]})");
  EXPECT_EQ(opened.trace->report()[IssueKind::DamagedValue].count, 0U);
  EXPECT_NE(opened.trace->launchOf(spanNamed(*opened.trace, "k")), SpanId::none);
}

}  // namespace
}  // namespace kernline::test
