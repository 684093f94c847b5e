// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/run_labels.h"

#include "ui/views/compare/runs/run_strip.h"

#include <QFontMetrics>
#include <QToolButton>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(RunLabels, leaveOutTheWordsThatAllHave) {
  EXPECT_EQ(withoutCommonWords({"Flash_seq256_trace.json.gz", "Flash_seq512_trace.json.gz"}),
            QStringList({"seq256", "seq512"}));
  EXPECT_EQ(withoutCommonWords({"Softmax_seq256", "Softmax_seq1024"}), QStringList({"seq256", "seq1024"}));
  EXPECT_EQ(withoutCommonWords({"Softmax_seq256", "Flash_seq256"}), QStringList({"Softmax", "Flash"}));
  EXPECT_EQ(withoutCommonWords({"run", "run_b"}), QStringList({"run", "run_b"})) << "nothing would be left of one";
  EXPECT_EQ(withoutCommonWords({"step10", "step12"}), QStringList({"step10", "step12"})) << "no half words";
  EXPECT_EQ(withoutCommonWords({"a_b"}), QStringList({"a_b"}));
}

TEST(RunLabels, keepWhatDiffersWhenTheyAreElided) {
  const QStringList six{"Softmax_seq256", "Softmax_seq512", "Softmax_seq1024",
                        "Flash_seq256",   "Flash_seq512",   "Flash_seq1024"};
  EXPECT_EQ(elidedApart(six, 9),
            QStringList({"Soft…q256", "Soft…q512", "Soft…1024", "Flas…q256", "Flas…q512", "Flas…1024"}));
  for (int letters = 4; letters < 16; ++letters) {
    QStringList made = elidedApart(six, letters);
    EXPECT_EQ(made.removeDuplicates(), 0) << letters;
  }
  const QStringList inTheMiddle{"first_attempt_with_a_the_long_way", "first_attempt_with_b_the_long_way",
                                "other_attempt_with_b_the_long_way"};
  QStringList made = elidedApart(inTheMiddle, 9);
  EXPECT_EQ(made.removeDuplicates(), 0) << made.join(' ').toStdString();
  EXPECT_EQ(elidedApart({"same", "same"}, 20), QStringList({"same", "same"}));
}

TEST(RunLabels, areNoWiderThanTheirRoom) {
  const QFontMetrics metrics{QFont()};
  const QStringList names{"Softmax_seq256", "Softmax_seq512"};
  EXPECT_EQ(labelsWithin(names, metrics, 1000), names);
  EXPECT_EQ(labelsWithin(names, metrics, metrics.horizontalAdvance(QStringLiteral("seq256")) + 4),
            QStringList({"seq256", "seq512"}));
  for (const QString& label : labelsWithin({"Softmax_seq256", "Flash_seq512"}, metrics, 60)) {
    EXPECT_LE(metrics.horizontalAdvance(label), 60) << label.toStdString();
  }
}

/// Six runs in a strip of that width: what their chips say, with the notes.
QStringList chipsWithin(int width, std::size_t count) {
  const QStringList names{"Softmax_seq256", "Softmax_seq512", "Softmax_seq1024",
                          "Flash_seq256",   "Flash_seq512",   "Flash_seq1024"};
  RunStrip strip;
  strip.resize(width, strip.sizeHint().height());
  std::vector<ChosenRun> runs;
  for (std::size_t i = 0; i < count; ++i) {
    const QString& name = names[static_cast<qsizetype>(i)];
    runs.push_back({.run = {.title = name, .path = {}, .trace = {}, .index = {}}, .name = name, .look = i});
  }
  strip.showRuns(runs, {}, 1, std::vector<QString>(count, QStringLiteral("0.378×")));
  EXPECT_LE(strip.sizeHint().width(), width);
  QStringList said;
  for (std::size_t i = 0; i < count; ++i) {
    const auto* chip = strip.findChild<QToolButton*>(QStringLiteral("runsChip%1").arg(i));
    EXPECT_TRUE(chip->toolTip().contains(runs[i].name));
    said << chip->text();
  }
  return said;
}

constexpr int pages = 260;  // the buttons beside the strip

TEST(RunStrip, namesRunsInFullWhereThereIsRoom) {
  const QStringList five = chipsWithin(1920 - pages, 5);
  EXPECT_EQ(five.value(4), QStringLiteral("Flash_seq512 · 0.378×"));
  EXPECT_EQ(five.value(0), QStringLiteral("Baseline: Softmax_seq256 · 0.378×"));
}

TEST(RunStrip, keepsSixRunsApartOnASmallScreen) {
  const QStringList six = chipsWithin(1280 - pages, 6);
  EXPECT_TRUE(six.value(5).startsWith(QStringLiteral("Flas"))) << six.value(5).toStdString();
  EXPECT_TRUE(six.value(5).endsWith(QStringLiteral("1024"))) << "how they compare gives way to names";
  QStringList narrow = chipsWithin(760, 6);
  EXPECT_EQ(narrow.removeDuplicates(), 0) << narrow.join(' ').toStdString();
  EXPECT_TRUE(narrow.value(5).endsWith(QStringLiteral("24"))) << narrow.value(5).toStdString();
}

}  // namespace
}  // namespace kernline::ui
