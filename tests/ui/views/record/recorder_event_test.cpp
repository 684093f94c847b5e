// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/recorder_event.h"

#include "ui/views/record/run_figure_rows.h"

#include <QJsonDocument>

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

namespace kernline::ui {
namespace {

RecorderEvent eventOf(const char* json) {
  return recorderEvent(QJsonDocument::fromJson(json).object());
}

template <typename Event>
Event as(const char* json) {
  const RecorderEvent event = eventOf(json);
  const auto* found = std::get_if<Event>(&event);
  EXPECT_NE(found, nullptr) << json;
  return found != nullptr ? *found : Event();
}

TEST(RecorderEvent, readsWhatTheRecorderIsDoing) {
  const auto stage = as<StageEvent>(R"({"event":"stage","stage":"sampling","text":"sampling…","run":2,"runs":5})");
  EXPECT_EQ(stage.stage, QStringLiteral("sampling"));
  EXPECT_EQ(stage.run, 2);
  EXPECT_EQ(stage.runs, 5);
  EXPECT_EQ(as<StageEvent>(R"({"event":"stage","stage":"done"})").runs, 1) << "unless it says otherwise";
  const auto sample = as<SampleEvent>(R"({"event":"sample","n":40,"median_ns":1250.5,"noise":0.012})");
  EXPECT_EQ(sample.samples, 40);
  EXPECT_DOUBLE_EQ(sample.medianNs, 1250.5);
  EXPECT_DOUBLE_EQ(sample.noise, 0.012);
  const auto clock =
      as<ClockEvent>(R"({"event":"clock","sm_mhz":1980,"memory_mhz":2619,"temperature_c":41,"throttle":"power"})");
  EXPECT_EQ(clock.smMhz, 1980);
  EXPECT_EQ(clock.memoryMhz, 2619);
  EXPECT_EQ(clock.celsius, 41);
  EXPECT_EQ(clock.throttle, QStringLiteral("power"));
}

TEST(RecorderEvent, printsErrorsAsCompilersDo) {
  const auto error = as<ErrorEvent>(
      "{\"event\":\"error\",\"file\":\"k.cu\",\"line\":12,\"column\":3,\"text\":\"no such "
      "name\",\"code\":\"\\tfoo();\"}");
  EXPECT_EQ(error.lines(), (QStringList{QStringLiteral("k.cu:12:3: no such name"), QStringLiteral("12 |  foo();"),
                                        QStringLiteral("   |   ^")}));
  EXPECT_EQ(as<ErrorEvent>(R"({"event":"error","text":"out of memory"})").lines(),
            QStringList{QStringLiteral("out of memory")});
  EXPECT_EQ(as<ErrorEvent>(R"({"event":"error","file":"k.cu","line":7,"text":"bad"})").lines(),
            QStringList{QStringLiteral("k.cu:7: bad")});
}

TEST(RecorderEvent, readsResultsAndLeavesAloneWhatItDoesNotKnow) {
  const auto figures = as<RunFigures>(R"({"event":"result","kernel":"gemm","median_ns":2000,"samples":9})");
  EXPECT_EQ(figures.kernel, QStringLiteral("gemm"));
  EXPECT_EQ(figures.samples, 9);
  for (const char* json : {R"({"event":"weather"})", R"({})", R"({"event":5})"}) {
    EXPECT_TRUE(std::holds_alternative<std::monostate>(eventOf(json))) << json;
  }
}

TEST(RunFigureRows, saysOfTwoRunsHowTheyCompareAndNothingThatNobodyKnows) {
  RunFigures first;
  first.kernel = QStringLiteral("gemm");
  first.medianNs = 2000;
  RunFigures second = first;
  second.medianNs = 1000;
  const std::vector<RunFigureRow> rows = runFigureRows({first, second});
  const auto rowOf = [&](const char* name) {
    return std::ranges::find(rows, QString::fromUtf8(name), &RunFigureRow::name);
  };
  ASSERT_NE(rowOf("Second / first"), rows.end());
  EXPECT_EQ(rowOf("Second / first")->values, (QStringList{QStringLiteral("1"), QStringLiteral("0.500")}));
  EXPECT_EQ(rowOf("Bandwidth"), rows.end());
}

}  // namespace
}  // namespace kernline::ui
