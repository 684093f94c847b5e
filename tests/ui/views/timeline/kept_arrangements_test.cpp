// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangements outlive their trace, for others of its kind.
#include "ui/views/timeline/kept_arrangements.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_query.h"
#include "ui/views/timeline/row_keys.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/trace_succession.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

/// A run of one program: pids and tids are others in every run, and so is the time.
std::shared_ptr<const Trace> run(std::string_view pid, std::string_view tid, int device = 0, bool hasLoader = true) {
  test::HandMadeTrace made;
  const ProcessId gpu = made.process(std::to_string(device), device, -1, "GPU");
  made.span(made.track(gpu, "7", TrackKind::Stream), SpanKind::Kernel, "onSeven", 0, 10);
  made.span(made.track(gpu, "20", TrackKind::Stream), SpanKind::Kernel, "onTwenty", 0, 10);
  const ProcessId host = made.process(pid);
  const auto thread = [&](const std::string& name) { return made.track(host, name, TrackKind::Thread, name); };
  made.span(thread("thread " + std::string(tid)), SpanKind::Op, "onMain", 0, 10);
  if (hasLoader) {
    made.span(thread("pt_data_worker"), SpanKind::Op, "onLoader", 0, 10);
  }
  made.counter(host, "allocated", {{1, 1}});
  return made.build();
}

RowId row(const Trace& trace, std::string_view span) {
  return rowOf(trace.trackOf(test::spanNamed(trace, span)));
}

class Kept : public ::testing::Test {
 protected:
  void SetUp() override { forgetAll(); }
  void TearDown() override { forgetAll(); }

  static void forgetAll() { QDir(QFileInfo(KeptArrangements::fileFor(*run("1", "10000"))).path()).removeRecursively(); }
};

TEST_F(Kept, survivesAnotherRunWithOtherNumbers) {
  const auto first = run("4711", "81234");
  Arrangement arranged(*first);
  arranged.pin(row(*first, "onMain"), true);
  arranged.pin(rowOf(CounterId{0}), true);
  arranged.setHidden(row(*first, "onSeven"), true);
  arranged.setSize(row(*first, "onTwenty"), LaneSize::Tall);
  arranged.setOrder(rowOf(first->track(row(*first, "onSeven").track()).process),
                    {row(*first, "onTwenty"), row(*first, "onSeven")});
  arranged.setGrouping(Grouping::Device);
  arranged.setSharesScales(false);
  KeptArrangements::keep(*first, arranged);

  const auto second = run("999", "100200300");
  Arrangement found(*second);
  KeptArrangements::apply(*second, found);
  EXPECT_EQ(found.pinned(), (std::vector{row(*second, "onMain"), rowOf(CounterId{0})}));
  EXPECT_TRUE(found.state(row(*second, "onSeven")).isHidden);
  EXPECT_FALSE(found.state(row(*second, "onTwenty")).isHidden);
  EXPECT_EQ(found.state(row(*second, "onTwenty")).size, LaneSize::Tall);
  EXPECT_EQ(found.grouping(), Grouping::Device);
  EXPECT_FALSE(found.sharesScales());
  EXPECT_EQ(found.order(rowOf(second->track(row(*second, "onSeven").track()).process)).front(),
            row(*second, "onTwenty"));
}

TEST_F(Kept, fitsTheFileOfAnotherRankWithItsOwnDevice) {
  const auto first = run("4711", "81234", 0);
  Arrangement arranged(*first);
  arranged.setHidden(row(*first, "onSeven"), true);
  KeptArrangements::keep(*first, arranged);
  const auto second = run("4712", "81235", 1);
  Arrangement found(*second);
  KeptArrangements::apply(*second, found);
  EXPECT_TRUE(found.state(row(*second, "onSeven")).isHidden);
}

TEST_F(Kept, ofRowsThatATraceLacksOutlivesThatTrace) {
  const auto first = run("1", "10000");
  Arrangement arranged(*first);
  arranged.setHidden(row(*first, "onLoader"), true);
  arranged.pin(row(*first, "onLoader"), true);
  KeptArrangements::keep(*first, arranged);

  const auto without = run("2", "20000", 0, false);
  Arrangement other(*without);
  KeptArrangements::apply(*without, other);
  other.setHidden(row(*without, "onMain"), true);
  KeptArrangements::keep(*without, other);

  const auto again = run("3", "30000");
  Arrangement found(*again);
  KeptArrangements::apply(*again, found);
  EXPECT_TRUE(found.state(row(*again, "onLoader")).isHidden);
  EXPECT_TRUE(found.isPinned(row(*again, "onLoader")));
  EXPECT_TRUE(found.state(row(*again, "onMain")).isHidden);
}

TEST_F(Kept, rowsThatATraceLacksKeepTheirPlaceAmongTheOthers) {
  const auto first = run("1", "10000");
  const auto hostOf = [](const Trace& trace) { return rowOf(trace.track(row(trace, "onMain").track()).process); };
  Arrangement arranged(*first);
  arranged.setOrder(hostOf(*first), {row(*first, "onLoader"), row(*first, "onMain"), rowOf(CounterId{0})});
  arranged.setPinned({row(*first, "onLoader"), row(*first, "onSeven"), row(*first, "onTwenty")});
  KeptArrangements::keep(*first, arranged);

  const auto without = run("2", "20000", 0, false);
  Arrangement other(*without);
  KeptArrangements::apply(*without, other);
  other.setOrder(hostOf(*without), {rowOf(CounterId{0}), row(*without, "onMain")});
  other.setPinned({row(*without, "onTwenty"), row(*without, "onSeven")});
  KeptArrangements::keep(*without, other);

  const auto again = run("3", "30000");
  Arrangement found(*again);
  KeptArrangements::apply(*again, found);
  EXPECT_EQ(found.order(hostOf(*again)),
            (std::vector{row(*again, "onLoader"), rowOf(CounterId{0}), row(*again, "onMain")}));
  EXPECT_EQ(found.pinned(), (std::vector{row(*again, "onLoader"), row(*again, "onTwenty"), row(*again, "onSeven")}));
}

TEST_F(Kept, isNotAppliedToTracesOfAnotherKind) {
  const auto first = run("1", "10000");
  Arrangement arranged(*first);
  arranged.setGrouping(Grouping::Sort);
  KeptArrangements::keep(*first, arranged);
  test::HandMadeTrace made;
  made.span(made.track(made.process("1", -1, -1, "chrome"), "1", TrackKind::Thread), SpanKind::Other, "task", 0, 10);
  const auto other = made.build();
  EXPECT_NE(kindOf(*other), kindOf(*first));
  Arrangement found(*other);
  KeptArrangements::apply(*other, found);
  EXPECT_EQ(found.grouping(), Grouping::Process);
}

TEST_F(Kept, doesNotTripOverNonsenseInTheSettings) {
  const auto trace = run("1", "10000");
  for (const char* text : {"", "[1,2]", "{\"rows\":7,\"order\":[1],\"pinned\":{\"a\":1},\"groupBy\":99}",
                           "{\"pinned\":[\"process:python\",3,null],\"order\":{\"*\":[\"nobody\"]}}"}) {
    const QString path = KeptArrangements::fileFor(*trace);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    Arrangement found(*trace);
    KeptArrangements::apply(*trace, found);
    EXPECT_TRUE(found.pinned().empty()) << text;
    EXPECT_EQ(found.grouping(), Grouping::Process) << text;
  }
}

TEST_F(Kept, aSceneAppliesAndKeepsOnlyIfTold) {
  TimelineScene quiet;
  quiet.setTrace(run("1", "10000"), false);
  Arrangement hidden = quiet.arranger().arrangement();
  hidden.setHidden(row(*quiet.trace(), "onSeven"), true);
  quiet.arranger().arrange(hidden);
  EXPECT_FALSE(QFile::exists(KeptArrangements::fileFor(*quiet.trace())));

  TimelineScene keeping;
  keeping.arranger().keepArrangements();
  keeping.setTrace(run("2", "20000"), false);
  EXPECT_FALSE(keeping.arranger().arrangement().state(row(*keeping.trace(), "onSeven")).isHidden);
  hidden = keeping.arranger().arrangement();
  hidden.setHidden(row(*keeping.trace(), "onSeven"), true);
  keeping.arranger().arrange(hidden);

  TimelineScene later;
  later.arranger().keepArrangements();
  later.setTrace(run("3", "30000"), false);
  EXPECT_TRUE(later.arranger().arrangement().state(row(*later.trace(), "onSeven")).isHidden);
  later.arranger().reset();
  EXPECT_EQ(later.arranger().arrangement(), Arrangement(*later.trace()));
  later.setTrace(run("4", "40000"), false);
  EXPECT_FALSE(later.arranger().arrangement().state(row(*later.trace(), "onSeven")).isHidden);
}

TEST_F(Kept, aPreviewHandsItsArrangementOn) {
  const auto preview = run("1", "10000", 0, false);
  Arrangement arranged(*preview);
  arranged.pin(row(*preview, "onMain"), true);
  arranged.setHidden(row(*preview, "onSeven"), true);
  arranged.setFilter("thread");
  const auto whole = run("1", "10000");
  Arrangement fresh(*whole);
  fresh.pin(row(*whole, "onLoader"), true);
  const Arrangement found =
      sameArrangement(*preview, {.before = Arrangement(*preview), .after = arranged}, *whole, fresh);
  EXPECT_EQ(found.pinned(), (std::vector{row(*whole, "onMain"), row(*whole, "onLoader")}));
  EXPECT_TRUE(found.state(row(*whole, "onSeven")).isHidden);
  EXPECT_EQ(found.filter(), "thread");
}

TEST_F(Kept, HidesRowsThatNobodyTouchedInThePreview) {
  const auto preview = run("1", "10000", 0, false);
  Arrangement before(*preview);
  before.setCollapsed(row(*preview, "onSeven"), true);  // collapsed like the profiler's own rows
  Arrangement after = before;
  after.pin(row(*preview, "onMain"), true);
  const auto whole = run("1", "10000");
  Arrangement fresh(*whole);
  fresh.setHidden(row(*whole, "onSeven"), true);
  fresh.setGrouping(Grouping::Device);
  fresh.setSharesScales(false);
  const Arrangement found = sameArrangement(*preview, {.before = before, .after = after}, *whole, fresh);
  EXPECT_TRUE(found.state(row(*whole, "onSeven")).isHidden);
  EXPECT_EQ(found.pinned(), std::vector{row(*whole, "onMain")});
  EXPECT_EQ(found.grouping(), Grouping::Device);
  EXPECT_FALSE(found.sharesScales());
}

TEST_F(Kept, isNotLostToAPreviewThatNobodyTouched) {
  const auto first = run("1", "10000");
  Arrangement arranged(*first);
  arranged.pin(row(*first, "onSeven"), true);
  arranged.setGrouping(Grouping::Device);
  TimelineScene scene;
  scene.arranger().keepArrangements();
  scene.setTrace(run("2", "20000", 0, false), false);
  KeptArrangements::keep(*first, arranged);  // stored as if the preview had not told the kind of its trace
  const auto whole = run("2", "20000");
  scene.setTrace(whole, true);
  EXPECT_EQ(scene.arranger().arrangement().pinned(), std::vector{row(*whole, "onSeven")});
  EXPECT_EQ(scene.arranger().arrangement().grouping(), Grouping::Device);
}

TEST(RunNumbers, areReplacedAndSmallOnesStay) {
  EXPECT_EQ(withoutRunNumbers("thread 81234 (pt_main)"), "thread # (pt_main)");
  EXPECT_EQ(withoutRunNumbers("pool-3 worker 12"), "pool-3 worker 12");
  EXPECT_EQ(withoutRunNumbers("queue 0x7f3a00"), "queue #");
}

TEST(Keys, tellRowsOfOneNameApart) {
  test::HandMadeTrace made;
  const ProcessId host = made.process("1");
  for (const char* name : {"a", "b"}) {
    made.span(made.track(host, "worker", TrackKind::Thread, "worker"), SpanKind::Other, name, 0, 10);
  }
  const auto trace = made.build();
  const RowKeys keys(*trace, RowKeys::Of::AnyRun);
  EXPECT_NE(keys.keyOf(row(*trace, "a")), keys.keyOf(row(*trace, "b")));
  EXPECT_EQ(keys.rowOf(keys.keyOf(row(*trace, "b"))), row(*trace, "b"));
}

}  // namespace
}  // namespace kernline::ui
