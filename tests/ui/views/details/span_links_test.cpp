// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/span_links.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "ui/views/details/span_reading.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::ui {
namespace {

const SpanLink* linkOf(const std::vector<SpanLink>& links, const char* role) {
  const auto found = std::ranges::find(links, QString::fromUtf8(role), &SpanLink::role);
  return found == links.end() ? nullptr : &*found;
}

/// The first device activity that a step of the backward pass launched.
SpanId workOfBackward(const Trace& trace) {
  for (const Launch& launch : trace.launches()) {
    for (SpanId around = launch.call; around != SpanId::none; around = trace.parent(around)) {
      if (trace.nameText(around) == "autograd::engine::evaluate_function: AddmmBackward0") {
        return launch.activity;
      }
    }
  }
  return SpanId::none;
}

TEST(SpanLinks, leadFromBackwardWorkToItsModuleAndItsForwardOperator) {
  const auto trace = load(test::fixture("h200-profiler-steps.json.gz")).value();
  const SpanId activity = workOfBackward(*trace);
  ASSERT_NE(activity, SpanId::none);
  TraceAnalysis analysis(trace);
  const std::vector<SpanLink> links = causeLinks(*trace, activity, originOf(analysis, activity).cause);
  const SpanLink* module = linkOf(links, "Module");
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->text.section(u'/', -1).left(7).toStdString(), "Linear_");
  EXPECT_TRUE(module->text.contains(u'/'));
  EXPECT_TRUE(trace->nameText(module->target).starts_with("nn.Module: Linear_"));
  const SpanLink* forward = linkOf(links, "Forward");
  ASSERT_NE(forward, nullptr);
  EXPECT_EQ(trace->nameText(forward->target), "aten::addmm");
  EXPECT_LT(trace->start(forward->target), trace->start(activity));
}

TEST(SpanLinks, ofForwardWorkAreWithoutAForwardOperator) {
  const auto trace = load(test::fixture("h200-profiler-steps.json.gz")).value();
  TraceAnalysis analysis(trace);
  std::size_t withModule = 0;
  for (const Launch& launch : trace->launches()) {
    const SpanId op = trace->opOf(launch.activity);
    if (op != SpanId::none && trace->nameText(op) == "aten::addmm") {
      const std::vector<SpanLink> links =
          causeLinks(*trace, launch.activity, originOf(analysis, launch.activity).cause);
      EXPECT_EQ(linkOf(links, "Forward"), nullptr);
      withModule += linkOf(links, "Module") != nullptr ? 1 : 0;
    }
  }
  EXPECT_GT(withModule, 0U);
}

TEST(SpanLinks, leadToEachFrameOfTheStackButForThoseOnTheWay) {
  const auto trace = load(test::fixture("h200-profiler-steps.json.gz")).value();
  TraceAnalysis analysis(trace);
  const SpanOrigin origin = originOf(analysis, workOfBackward(*trace));
  const std::vector<SpanLink> all = stackLinks(*trace, origin.stack);
  const std::vector<SpanLink> shortened = stackLinks(*trace, shortStack(origin.stack, 4));
  ASSERT_EQ(shortened.size(), 4U);
  EXPECT_GT(all.size(), shortened.size());
  EXPECT_TRUE(std::ranges::none_of(shortened, [](const SpanLink& link) { return link.text.contains("_call_impl"); }));
  EXPECT_TRUE(std::ranges::any_of(shortened, [](const SpanLink& link) { return link.text.startsWith(u"Linear_"); }));
  EXPECT_TRUE(std::ranges::none_of(shortened, [](const SpanLink& link) { return link.text.contains(u'/'); }));
  EXPECT_TRUE(std::ranges::any_of(shortened, [](const SpanLink& link) { return link.full.contains(u'/'); }));
  for (const SpanLink& link : all) {
    EXPECT_EQ(trace->kind(link.target), SpanKind::PythonFunction);
    EXPECT_FALSE(link.timing.isEmpty());
  }
}

}  // namespace
}  // namespace kernline::ui
