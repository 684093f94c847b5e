// SPDX-License-Identifier: GPL-3.0-or-later
// What the core says, in Chinese: every fixed text of its tables, and sentences with names and figures in them.
#include "ui/kit/language/core_text.h"

#include "core/analysis/quality/data_quality.h"
#include "core/analysis/quality/figure.h"
#include "core/analysis/quality/issue_meaning.h"
#include "core/compare/runs/run_work_text.h"
#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/ncu_profile.h"
#include "core/compare/tables/table_comparison.h"
#include "core/model/log/log.h"
#include "core/model/log/log_report.h"
#include "core/model/memory/memory_report.h"
#include "core/model/names/family_rules.h"
#include "core/model/trace/import_report.h"
#include "core/output/sql/query_error.h"
#include "core/output/sql/schema.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "ui/kit/language/language.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/recorder_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace kernline::ui {
namespace {

/// Texts that are the same in both languages, and not marked.
const std::set<std::string_view> sameEverywhere{"GEMM",
                                                "Triton",
                                                "softmax",
                                                "spans.id",
                                                "tracks.id",
                                                "start_ns + duration_ns",
                                                "ProfilerStep#3",
                                                "partial_overlap, …",
                                                "stream, device_other, thread, async, steps or bookkeeping",
                                                "note, repaired or lost"};

class CoreText : public ::testing::Test {
 protected:
  void SetUp() override { applyLanguage(LanguageChoice::SimplifiedChinese); }
  void TearDown() override { applyLanguage(LanguageChoice::English); }

  static void expectTranslated(std::string_view text) {
    if (!text.empty() && !sameEverywhere.contains(text)) {
      EXPECT_NE(coreText(text), qt(text)) << text << " is not a Phrase";
    }
  }
  static void expectTranslated(const Message& message) {
    EXPECT_NE(coreText(message), qt(message.english())) << message.english();
  }
};

TEST_F(CoreText, everyIssueAndItsMeaningIsKnown) {
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    expectTranslated(issueText(static_cast<IssueKind>(i)).description);
    expectTranslated(issueMeaning(static_cast<IssueKind>(i)).meaning);
  }
  for (std::size_t i = 0; i < logIssueKindCount; ++i) {
    expectTranslated(logIssueText(static_cast<LogIssueKind>(i)).description);
  }
  for (std::size_t i = 0; i < memoryIssueKindCount; ++i) {
    expectTranslated(memoryIssueText(static_cast<MemoryIssueKind>(i)).description);
  }
}

TEST_F(CoreText, everyFigureFamilyAndKindIsKnown) {
  for (std::size_t f = 0; f < static_cast<std::size_t>(Figure::Count_); ++f) {
    expectTranslated(toText(static_cast<Figure>(f)));
  }
  for (std::size_t f = 0; f < kernelFamilyCount; ++f) {
    expectTranslated(toText(static_cast<KernelFamily>(f)));
  }
  for (const RowKind kind : {RowKind::Plain, RowKind::Operator, RowKind::Kernel, RowKind::Annotation}) {
    expectTranslated(toText(kind));
  }
  for (const LoggedFileKind kind : {LoggedFileKind::Trace, LoggedFileKind::Summary, LoggedFileKind::Other}) {
    expectTranslated(toText(kind));
  }
}

TEST_F(CoreText, everyTableAndColumnOfTheQueryPageIsExplained) {
  for (const sql::TableSchema& table : sql::tableSchemas()) {
    expectTranslated(table.description);
    for (const sql::Column& column : table.columns) {
      expectTranslated(column.description);
    }
  }
  for (const sql::FunctionSchema& function : sql::functionSchemas()) {
    expectTranslated(function.description);
  }
}

TEST_F(CoreText, whatDataQualityFindsByItselfIsKnown) {
  for (const char* name : {"h200-cuda-graph.json.gz", "torch-rocm-gpu-only.json.gz", "torch-rocm-mi250.json.gz",
                           "begin-end-trouble.json", "torch-merged-8-ranks.json.gz", "h200-profiler-steps.json.gz"}) {
    const auto trace = load(test::fixture(name));
    ASSERT_TRUE(trace) << name;
    const DataQuality quality = DataQuality::of(**trace);
    for (const DataIssue& issue : quality.issues()) {
      expectTranslated(issue.what);
      expectTranslated(issue.meaning);
      if (!issue.place.isEmpty()) {
        expectTranslated(issue.place);
      }
    }
  }
}

TEST_F(CoreText, fillsTheGapsOfATranslatedPhrase) {
  EXPECT_EQ(coreText(scalingText({.exponent = 1.98, .halfWidth = {}})), QStringLiteral("∝ n^1.98（2 个点）"));
  EXPECT_EQ(scalingText({.exponent = 1.98, .halfWidth = 0.12}).english(), "∝ n^1.98 ± 0.12");
  EXPECT_THAT(scalingText({.exponent = 0.5, .halfWidth = 4.6}), test::says("no-clear-trend"));
  EXPECT_EQ(coreText(Phrase::tr("%1 overtakes %2 at %3 %4").with("Flash", "Linear", Message::phrase("seq_len"), 731)),
            QStringLiteral("Flash 在 序列长度 为 731 处反超 Linear"));
  EXPECT_EQ(coreText(Phrase::tr("cannot open %1: %2").with("/no/file.json", Message::systemError(ENOENT))),
            QStringLiteral("无法打开 /no/file.json：没有这样的文件或目录"));
}

TEST_F(CoreText, putsSpacesBetweenWordsAndFigures) {
  WorkReason reason;
  reason.family = "GEMM";
  reason.baseStep.calls = 93;
  reason.otherStep.calls = 75;
  reason.split.calls = {-1'815'000};
  const QString sentence = coreText(sentenceOn(reason));
  EXPECT_TRUE(sentence.startsWith(QStringLiteral("每步 -1.815 ms（GEMM）："))) << sentence.toStdString();
  const Message cause = Phrase::tr("%2 %1").with("-21.62 ms", Message::phrase("host-bound"));
  EXPECT_EQ(cause.english(), "host-bound -21.62 ms");
  EXPECT_EQ(coreText(cause), QStringLiteral("主机受限 -21.62 ms"));
}

TEST_F(CoreText, knowsWhatIsSaidOfReportsOfNcu) {
  const auto logOf = [](const char* name) {
    auto document = openDocument(test::fixture(name));
    EXPECT_TRUE(document) << name;
    return std::get<std::shared_ptr<const Log>>(*document);
  };
  const std::vector logs{logOf("ncu/step-details.csv"), logOf("ncu/step-raw.csv"), logOf("logs/ncu.log")};
  const TableComparison made = compareTables(profilesOf(logs));
  EXPECT_GE(made.reasons.size(), 4U);
  for (const Message& reason : made.reasons) {
    expectTranslated(reason);
  }
  expectTranslated(missingDurations(*logOf("ncu/step-no-duration.csv")).value_or(Message()));
}

TEST_F(CoreText, gapsInNamesAreNotFilledAndNamesNotTranslated) {
  EXPECT_EQ(coreText(Phrase::tr("cannot open %1: %2").with("/tmp/%2.json", Message::systemError(EACCES))),
            QStringLiteral("无法打开 /tmp/%2.json：权限不足"));
  EXPECT_EQ(coreText(Phrase::tr("%1 is empty").with("kernel")), QStringLiteral("kernel 为空"));
  EXPECT_EQ(coreText(Message::name("kernel")), QStringLiteral("kernel"));
}

TEST_F(CoreText, whatIsNotTheCoresStaysAsItIs) {
  EXPECT_EQ(coreText("GatedDeltaNet"), QStringLiteral("GatedDeltaNet"));
  EXPECT_EQ(coreText("显存占用"), QStringLiteral("显存占用"));
  applyLanguage(LanguageChoice::English);
  EXPECT_EQ(coreText("wall time"), QStringLiteral("wall time"));
}

TEST_F(CoreText, theRealErrorOfAMissingFileIsTranslated) {
  const auto missing = load("/no/such/trace.json");
  ASSERT_FALSE(missing);
  expectTranslated(missing.error().message);
  EXPECT_TRUE(coreText(missing.error().message).contains(QStringLiteral("/no/such/trace.json")));
}

TEST_F(CoreText, saysWhyAQueryFails) {
  const auto said = [](std::string_view query, std::string_view message, std::optional<std::size_t> offset) {
    return coreText(sql::explainError(query, message, offset).message);
  };
  EXPECT_EQ(said("select *\nform span", R"(near "form": syntax error)", 9),
            QStringLiteral("第 2 行第 1 列：“form”附近有语法错误。"));
  EXPECT_TRUE(said("select * from spans2", "no such table: spans2", std::nullopt)
                  .startsWith(QStringLiteral("第 15 列：没有表“spans2”。也许是“spans”？可用的表有 ")));
  EXPECT_TRUE(said("select nme from spans", "no such column: nme", 7)
                  .startsWith(QStringLiteral("第 8 列：没有列“nme”。也许是“name”？spans 有 ")));
  EXPECT_TRUE(said("select foo()", "no such function: foo", std::nullopt)
                  .startsWith(QStringLiteral("查询失败：没有函数 foo()")));
  EXPECT_EQ(said("select 1", "something only SQLite knows", std::nullopt),
            QStringLiteral("查询失败：something only SQLite knows。"));
}

TEST_F(CoreText, saysWhatTheRecorderSays) {
  for (const char* text : recorderTexts()) {
    EXPECT_NE(recorderText(QString::fromUtf8(text)), QString::fromUtf8(text));
  }
  EXPECT_EQ(recorderText(QStringLiteral("NVIDIA driver 580.1")), QStringLiteral("NVIDIA 驱动 580.1"));
  EXPECT_EQ(recorderText(QStringLiteral("version 13.0 at /usr/lib/libcupti.so")),
            QStringLiteral("版本 13.0，位于 /usr/lib/libcupti.so"));
  EXPECT_EQ(recorderText(QStringLiteral("my own kernel")), QStringLiteral("my own kernel"));
}

}  // namespace
}  // namespace kernline::ui
