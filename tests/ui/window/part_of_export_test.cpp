// SPDX-License-Identifier: GPL-3.0-or-later
// A window on one rank of an export of which a range of time is read, and more as it comes into sight.
#include "core/import/chrome_json/read_chrome.h"
#include "core/model/format/time_range.h"
#include "core/output/parquet/parquet_folder.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/kit/open/file_load.h"
#include "ui/kit/style/elided_label.h"

#include <QToolButton>
#include <QWidget>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

constexpr std::size_t kernels = 20'000;

/// Kernels of 1 µs each, one every 2 µs.
std::shared_ptr<const Trace> manyKernels() {
  std::string text = "[";
  for (std::size_t i = 0; i < kernels; ++i) {
    text += fmt::format(R"({}{{"ph":"X","cat":"kernel","name":"gemm","ts":{},"dur":1,"pid":0,"tid":7}})",
                        i == 0 ? "" : ",\n", 2 * i);
  }
  return chrome::readChromeText(text + "]", {}).value_or(nullptr);
}

class PartOfAnExport : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    ASSERT_TRUE(writeParquet(manyKernels(), m_folder / "out", {.groupRows = 500}));
  }

  void open(const std::string& range, const Sight& sight = {}) {
    m_window.adopt(std::make_unique<FileLoad>(m_folder / "out/rank=0/spans.parquet", range), sight);
    ASSERT_TRUE(settles());
    ASSERT_NE(m_window.currentTrace(), nullptr);
  }

  [[nodiscard]] bool reads(TimeRange range) {
    return test::waitUntil([&] {
      const std::optional<ReadWindow>& part = trace().readWindow();
      return !m_window.isBusy() && part && part->read.begin <= range.begin && range.end <= part->read.end;
    });
  }

  [[nodiscard]] QWidget* strip() { return m_window.currentFile()->findChild<QWidget*>(QStringLiteral("missingStrip")); }

  static constexpr TimeRange inside{{10'000'000}, {11'000'000}};  // part of 40 ms
  test::TemporaryFolder m_folder;
};

TEST_F(PartOfAnExport, showsWhatWasAskedForAndSaysSo) {
  open("10ms..11ms");
  EXPECT_EQ(view().visibleRange(), inside);
  EXPECT_LT(trace().spanCount(), kernels / 10);
  EXPECT_EQ(trace().bounds().length().ns, 39'999'000);
  ASSERT_TRUE(test::waitUntil([&] { return strip()->isVisible(); }));
  EXPECT_THAT(strip()->findChild<ElidedLabel*>()->text(), test::mentions("only-range-was-read", test::anyValue));
}

TEST_F(PartOfAnExport, readsWhatComesIntoSight) {
  open("10ms..11ms");
  const TimeRange later{{30'000'000}, {31'000'000}};
  view().setVisibleRange(later);
  ASSERT_TRUE(reads(later));
  EXPECT_EQ(view().visibleRange(), later);
  EXPECT_LT(trace().spanCount(), kernels / 5);
  EXPECT_TRUE(strip()->isVisible());
  m_window.currentFile()->reload();
  ASSERT_TRUE(reads(later)) << "the same part again";
  EXPECT_EQ(view().visibleRange(), later);
}

TEST_F(PartOfAnExport, readsWhatAHandMovesTo) {
  open("10ms..11ms");
  view().setFocus();
  for (int i = 0; i < 4; ++i) {
    press(Qt::Key_D);
  }
  const TimeRange moved = view().visibleRange();
  ASSERT_GT(moved.end, inside.end) << "the key moves the view";
  EXPECT_TRUE(reads(moved));
}

TEST_F(PartOfAnExport, isReadWholeOnceAllOfItIsInSight) {
  open("10ms..11ms");
  view().setVisibleRange(trace().bounds());
  ASSERT_TRUE(test::waitUntil([&] { return !m_window.isBusy() && !trace().readWindow(); }));
  EXPECT_EQ(trace().spanCount(), kernels);
  EXPECT_TRUE(test::waitUntil([&] { return !strip()->isVisible(); }));
}

TEST_F(PartOfAnExport, isReadWholeAtAClick) {
  open("10ms..11ms");
  ASSERT_TRUE(test::waitUntil([&] { return strip()->isVisible(); }));
  QTest::mouseClick(strip()->findChild<QToolButton*>(QStringLiteral("missingReadAll")), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_window.isBusy() && !trace().readWindow(); }));
  EXPECT_EQ(trace().spanCount(), kernels);
  EXPECT_EQ(view().visibleRange(), inside) << "the view stays";
}

TEST_F(PartOfAnExport, keepsTheSelectionWhereMoreIsRead) {
  open("30ms..31ms");
  const SpanId selected{static_cast<std::uint32_t>(trace().spanCount() - 1)};
  const Time start = trace().start(selected);
  view().select(selected, false);
  ASSERT_TRUE(child<QWidget>("detailsDock")->isVisible());
  ASSERT_TRUE(test::waitUntil([&] { return strip()->isVisible(); }));
  QTest::mouseClick(strip()->findChild<QToolButton*>(QStringLiteral("missingReadAll")), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return !m_window.isBusy() && !trace().readWindow(); }));
  ASSERT_NE(view().selection(), SpanId::none);
  EXPECT_EQ(trace().start(view().selection()), start);
}

TEST_F(PartOfAnExport, readsAChosenRangeBesideWhatIsInSight) {
  open("10ms..11ms");
  const TimeRange chosen{{10'200'000}, {10'400'000}};
  view().chooseRange(chosen);
  const TimeRange later{{30'000'000}, {31'000'000}};
  view().setVisibleRange(later);
  ASSERT_TRUE(reads(chosen.unitedWith(later)));
  EXPECT_EQ(view().chosenRange(), chosen);
}

TEST_F(PartOfAnExport, staysWhereReadingMoreIsCanceled) {
  open("10ms..11ms");
  const Trace* const before = &trace();
  ASSERT_TRUE(test::waitUntil([&] { return strip()->isVisible(); }));
  QTest::mouseClick(strip()->findChild<QToolButton*>(QStringLiteral("missingReadAll")), Qt::LeftButton);
  m_window.currentFile()->cancel();
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
  EXPECT_EQ(&trace(), before);
  const TimeRange later{{30'000'000}, {31'000'000}};
  view().setVisibleRange(later);
  EXPECT_TRUE(reads(later)) << "not all of it";
}

TEST_F(PartOfAnExport, isShownAtARangeWithoutLeavingAnythingOut) {
  open({}, {.visible = {}, .chosen = {}, .range = "10ms..11ms"});
  EXPECT_EQ(view().visibleRange(), inside);
  EXPECT_FALSE(trace().readWindow());
}

TEST_F(PartOfAnExport, isShownWholeWhereTheRangeLiesElsewhere) {
  open({}, {.visible = {}, .chosen = {}, .range = "2s..3s"});
  EXPECT_TRUE(view().visibleRange().overlaps(trace().bounds()));
}

}  // namespace
}  // namespace kernline::ui
