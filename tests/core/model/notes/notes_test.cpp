// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/notes/notes.h"

#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

using test::TemporaryFile;

TEST(Notes, areReadAsTheyWereWritten) {
  const TemporaryFile trace("[]");
  const std::filesystem::path file = notesFileOf(trace.path());
  EXPECT_EQ(file.string(), trace.path() + ".notes.json");
  const std::vector<Note> notes{
      {"später, \"quoted\" \\ and\na line", {{1'712'195'495'505'543'217}, {1'712'195'495'505'543'218}}, {}, {}},
      {"", {{-5}, {-5}}, 18'446'744'073'709'551'615U, "void gemm<float>"}};
  ASSERT_TRUE(writeNotes(file, notes));
  const Expected<std::vector<Note>> read = readNotes(file);
  ASSERT_TRUE(read) << read.error().message.english();
  EXPECT_EQ(*read, notes);
  ASSERT_TRUE(writeNotes(file, {}));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Notes, aTraceWithoutThemHasNone) {
  const Expected<std::vector<Note>> read = readNotes("/nowhere/at/all.notes.json");
  ASSERT_TRUE(read) << read.error().message.english();
  EXPECT_TRUE(read->empty());
}

TEST(Notes, aDamagedFileIsRefusedWithItsName) {
  const char* const tooLate =
      "{\"format\": \"kernline-notes\", \"version\": 1, \"notes\": [{\"text\": \"a\", \"start_ns\": "
      "9223372036854775807, \"duration_ns\": 1}]}";
  for (const char* text :
       {"{", "[]", tooLate, "{\"format\": \"kernline-notes\", \"version\": 1}",
        "{\"format\": \"kernline-notes\", \"version\": 1, \"notes\": [{\"text\": 3}]}",
        "{\"format\": \"kernline-notes\", \"version\": 2, \"notes\": []}", "{\"format\": \"other\"}"}) {
    const TemporaryFile file(text);
    const Expected<std::vector<Note>> read = readNotes(file.path());
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.english().find(file.path()), std::string::npos) << read.error().message.english();
  }
}

TEST(Notes, whereNothingCanBeWrittenSaysSo) {
  const Expected<void> written = writeNotes("/nowhere/at/all.notes.json", {{"a", {}, {}, {}}});
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, test::mentions("no-such-file")) << written.error().message.english();
}

TEST(Notes, findTheirSpanAgainInAFileThatWasWrittenAnew) {
  const auto trace = test::sketch(R"(ns
    gpu 0/7: a 10+5
    gpu 0/7: b 20+5
    gpu 0/7: b 30+5)");
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    EXPECT_EQ(spanOf(*trace, noteOn(*trace, SpanId{i}, "x")), SpanId{i});
  }
  Note moved = noteOn(*trace, test::spanNamed(*trace, "a"), "x");
  moved.eventOffset = 4711;
  EXPECT_EQ(spanOf(*trace, moved), test::spanNamed(*trace, "a"));
  moved.spanName = "gone";
  EXPECT_EQ(spanOf(*trace, moved), SpanId::none);
}

}  // namespace
}  // namespace kernline
