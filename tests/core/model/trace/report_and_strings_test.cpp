// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/string_pool.h"
#include "core/model/trace/import_report.h"
#include "core/model/trace/kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace kernline {
namespace {

TEST(StringPool, givesEachTextOneIdAndKeepsItInPlace) {
  StringPool pool;
  const StringId first = pool.intern("aten::mm");
  const char* place = pool[first].data();
  for (int i = 0; i < 100000; ++i) {
    ASSERT_EQ(pool[pool.intern("name " + std::to_string(i))], "name " + std::to_string(i));
  }
  EXPECT_EQ(pool.intern("aten::mm"), first);
  EXPECT_EQ(pool[first].data(), place);
  EXPECT_EQ(pool.size(), 100002U);
}

TEST(StringPool, holdsTheEmptyTextAsIdZero) {
  StringPool pool;
  EXPECT_EQ(pool.intern(""), StringId::empty);
  EXPECT_EQ(pool.find(""), StringId::empty);
  EXPECT_EQ(pool[StringId::empty], "");
}

TEST(StringPool, doesNotFindWhatIsNotThere) {
  StringPool pool;
  pool.intern("a");
  EXPECT_EQ(pool.find("b"), StringId::none);
}

TEST(StringPool, tellsTextsApartThatDifferInOneByteAtAnyLength) {
  StringPool pool;
  std::set<StringId> ids;
  for (std::size_t length = 1; length < 200; ++length) {
    ids.insert(pool.intern(std::string(length, 'x')));
    ids.insert(pool.intern(std::string(length - 1, 'x') + 'y'));
    ids.insert(pool.intern('y' + std::string(length, 'x')));
  }
  EXPECT_EQ(ids.size(), 199U * 3U);
}

TEST(StringPool, cutsAVeryLongTextAndStillTellsItFromOthers) {
  StringPool pool;
  const std::string usual(StringPool::maxText, 'k');
  EXPECT_EQ(pool[pool.intern(usual)], usual);
  const std::string text(3'000'000, 'k');
  const StringId id = pool.intern(text);
  EXPECT_LE(pool[id].size(), StringPool::maxText);
  EXPECT_THAT(std::string(pool[id]), testing::HasSubstr("kkk… (3000000 bytes, "));
  EXPECT_EQ(pool.intern(text), id);
  EXPECT_EQ(pool.find(text), id);
  EXPECT_NE(pool.intern(text.substr(1) + 'x'), id);
  const std::string wide = std::string(1, 'x') + [] {
    std::string umlauts;
    while (umlauts.size() < 2 * StringPool::maxText) {
      umlauts += "ü";
    }
    return umlauts;
  }();
  EXPECT_THAT(std::string(pool[pool.intern(wide)]), testing::HasSubstr("üü… (")) << "cut between characters";
}

TEST(ImportReport, keepsTheEarliestOffsetAndItsExample) {
  ImportReport report;
  EXPECT_TRUE(report.isClean());
  report.add(IssueKind::BrokenEvent, 900, "later");
  report.add(IssueKind::BrokenEvent, 30, "first");
  report.add(IssueKind::BrokenEvent, 500, "middle");
  EXPECT_EQ(report[IssueKind::BrokenEvent].count, 3U);
  EXPECT_EQ(report[IssueKind::BrokenEvent].firstOffset, 30U);
  EXPECT_EQ(report[IssueKind::BrokenEvent].example, "first");
}

TEST(ImportReport, mergesToTheSameInAnyOrder) {
  ImportReport one;
  one.add(IssueKind::RawBackslash, 40, "b");
  one.addMany(IssueKind::GraphReplay, 7, 90);
  ImportReport two;
  two.add(IssueKind::RawBackslash, 20, "a");
  ImportReport forth;
  forth.merge(one);
  forth.merge(two);
  ImportReport back;
  back.merge(two);
  back.merge(one);
  for (const IssueKind kind : {IssueKind::RawBackslash, IssueKind::GraphReplay}) {
    EXPECT_EQ(forth[kind].count, back[kind].count);
    EXPECT_EQ(forth[kind].firstOffset, back[kind].firstOffset);
    EXPECT_EQ(forth[kind].example, back[kind].example);
  }
  EXPECT_EQ(forth[IssueKind::RawBackslash].firstOffset, 20U);
  EXPECT_THAT(forth.kinds(), testing::ElementsAre(IssueKind::RawBackslash, IssueKind::GraphReplay));
}

TEST(ImportReport, twoOfOneOffsetKeepTheSameExampleInAnyOrder) {
  ImportReport forth;
  forth.add(IssueKind::MissingComma, 40, "after");
  forth.add(IssueKind::MissingComma, 40);
  ImportReport back;
  back.add(IssueKind::MissingComma, 40);
  back.add(IssueKind::MissingComma, 40, "after");
  EXPECT_EQ(forth[IssueKind::MissingComma].example, "after");
  EXPECT_EQ(back[IssueKind::MissingComma].example, "after");
}

TEST(ImportReport, addingNoneLeavesItClean) {
  ImportReport report;
  report.addMany(IssueKind::HugeInteger, 0, 5);
  EXPECT_TRUE(report.isClean());
}

TEST(ImportReport, everyKindHasItsOwnKeyAndADescription) {
  std::set<std::string_view> keys;
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    const IssueText& text = issueText(static_cast<IssueKind>(i));
    EXPECT_EQ(text.kind, static_cast<IssueKind>(i)) << text.key;
    EXPECT_FALSE(text.description.empty());
    EXPECT_TRUE(keys.insert(text.key).second) << text.key;
  }
}

TEST(SpanKinds, haveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(SpanKind::Overhead); ++i) {
    EXPECT_TRUE(names.insert(toText(static_cast<SpanKind>(i))).second);
  }
}

}  // namespace
}  // namespace kernline
