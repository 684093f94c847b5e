// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/tables_of_traces.h"

#include "core/compare/tables/trace_profile.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/compare/tables/hand_made_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const Log> traceCalled(const std::string& path) {
  HandMadeTrace made;
  made.builder.addSource({.path = path, .format = Message::name("made by hand"), .text = nullptr, .origin = nullptr});
  made.span(made.track(made.process("1"), "1", TrackKind::Thread), SpanKind::Op, "mm", 0, 10);
  return profileOf(*made.build());
}

/// A table a model and length, in this order: A 256, B 256, A 512, B 512.
class Printed : public testing::Test {
 protected:
  Printed() {
    for (const double length : {256, 512}) {
      for (const char* model : {"A", "B"}) {
        contexts.push_back(log.context(model, {{"seq_len", length}}));
        log.torchTable(contexts.back(), "", {{"k", RowKind::Kernel, length}}, length);
      }
    }
  }

  void saved(std::size_t run, std::string_view path) {
    log.builder.addFile(
        {.context = contexts[run], .kind = LoggedFileKind::Trace, .path = log.builder.intern(path), .line = 1000});
  }

  std::vector<TableRef> with(const std::string& trace) {
    if (!built) {
      built = log.build();
    }
    return profilesOf(std::vector{traceCalled(trace), built});
  }

  HandMadeLog log{"/runs/all.log"};
  std::vector<ContextId> contexts;
  std::shared_ptr<const Log> built;
};

TEST_F(Printed, tableOfATraceIsTheOneThatTheLogSavedItBehind) {
  saved(0, "./out/first.json");
  saved(2, "./out/B_seq256_trace.json");
  const std::vector<TableRef> refs = with("/elsewhere/B_seq256_trace.json.gz");
  const std::vector<TableOfTrace> pairs = tablesOfTraces(refs);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].trace, 0U);
  EXPECT_EQ(pairs[0].table, 3U) << "A 512, whatever the name seems to say";
  EXPECT_TRUE(pairs[0].isStated);
  EXPECT_THAT(sentenceOn(pairs[0], refs).english(), HasSubstr("B_seq256_trace.json.gz matches table 4, A, seq_len=512 "
                                                              "(all.log:"));
}

TEST_F(Printed, tableOfATraceIsElseTheOneOfTheModelAndParametersInItsName) {
  const std::vector<TableRef> refs = with("/runs/b_seq512_trace.json.gz");
  const std::vector<TableOfTrace> pairs = tablesOfTraces(refs);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].table, 4U);
  EXPECT_FALSE(pairs[0].isStated);
}

TEST_F(Printed, tableOfATraceIsNotGuessed) {
  EXPECT_THAT(tablesOfTraces(with("/runs/A_trace.json.gz")), IsEmpty()) << "two lengths would do";
  EXPECT_THAT(tablesOfTraces(with("/runs/A_seq1024.json")), IsEmpty()) << "no such length";
  EXPECT_THAT(tablesOfTraces(with("/runs/run.json.gz")), IsEmpty());
}

TEST_F(Printed, tableOfATraceIsTheFirstOfSeveralOfItsRun) {
  log.torchTable(contexts[1], "by shape", {{"k", RowKind::Kernel, 1}}, 1);
  const std::vector<TableOfTrace> pairs = tablesOfTraces(with("/runs/B_seq256.json"));
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].table, 2U);
}

}  // namespace
}  // namespace kernline::test
