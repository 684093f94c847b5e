// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/read_chrome.h"
#include "core/model/trace/arg_keys.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {
namespace {

/// "key=text" of members, in their order.
std::vector<std::string> members(const ArgNode& args) {
  std::vector<std::string> texts;
  for (const ArgNode& child : args.children) {
    texts.push_back(child.key + "=" + child.text);
  }
  return texts;
}

TEST(SomeArgs, areThoseOfTheKeysHoweverTheyAreSpelled) {
  const auto trace = chrome::readChromeText(R"([
{"ph":"X","name":"k","pid":1,"tid":1,"ts":1,"dur":1,"args":{"other":{"grid":9},"grid":1,"bl\u006fck":"x","grid":2}},
{"ph":"B","name":"b","pid":1,"tid":1,"ts":5,"args":{"grid":3,"rest":4}},
{"ph":"E","pid":1,"tid":1,"ts":6,"args":{"grid":5}}
])",
                                            {});
  ASSERT_TRUE(trace);
  constexpr std::array<std::string_view, 2> keys{"grid", "block"};
  EXPECT_EQ(members((*trace)->args(SpanId{0}, keys)), (std::vector<std::string>{"grid=2", "block=x"}));
  EXPECT_EQ(members((*trace)->args(SpanId{1}, keys)), (std::vector<std::string>{"grid=5"})) << "E's over B's";
}

TEST(SomeArgs, areReadHoweverLongTheEventIs) {
  for (const std::size_t length : {10, 900, 1000, 1024, 2000, 4096, 70'000}) {
    const std::string filler(length, 'x');
    const auto event = [&](int start, int last) {
      return fmt::format(R"({{"ph":"X","name":"k","pid":1,"tid":1,"ts":{},"dur":1,)"
                         R"("args":{{"a":"{}","grid":[1,{{"b":"}}]\""}}],"last":{}}}}})",
                         start, filler, last);
    };
    const auto trace = chrome::readChromeText(fmt::format("[{},\n{}]", event(1, 7), event(3, 8)), {});
    ASSERT_TRUE(trace);
    ASSERT_EQ((*trace)->spanCount(), 2U);
    constexpr std::array<std::string_view, 1> grid{"grid"};
    constexpr std::array<std::string_view, 1> last{"last"};
    EXPECT_EQ(members((*trace)->args(SpanId{1}, last)), (std::vector<std::string>{"last=8"})) << length;
    EXPECT_EQ((*trace)->argsText(SpanId{0}, grid), (*trace)->argsText(SpanId{1}, grid)) << length;
    EXPECT_NE((*trace)->argsText(SpanId{0}, last), (*trace)->argsText(SpanId{1}, last)) << length;
  }
}

TEST(SomeArgs, AreMissedOnlyWhereTheyAreMissing) {
  const std::string filler(2000, 'x');
  const auto trace = chrome::readChromeText(
      R"([
{"ph":"X","name":"none","pid":1,"tid":1,"ts":1,"dur":1,"args":{"a":1}},
{"ph":"X","name":"as text","pid":1,"tid":1,"ts":3,"dur":1,"args":{"a":"Sequence number"}},
{"ph":"X","name":"beside","pid":1,"tid":1,"ts":5,"dur":1,"Sequence number":3,"args":{"a":1}},
{"ph":"X","name":"escaped","pid":1,"tid":1,"ts":7,"dur":1,"args":{"Sequence\u0020number":4}},
{"ph":"X","name":"aten::mm, seq = 5","pid":1,"tid":1,"ts":9,"dur":1,"args":{"a":1}},
{"ph":"X","name":"damaged","pid":1,"tid":1,"ts":11,"dur":1,"args":{"a":7,757,"Sequence number":6}},
{"ph":"X","name":"far","pid":1,"tid":1,"ts":13,"dur":1,"args":{"a":")" +
          filler + R"(","Sequence number":7}},
{"ph":"X","name":"last","pid":1,"tid":1,"ts":15,"dur":1,"args":{"Sequence number":8}}
])",
      {});
  ASSERT_TRUE(trace);
  ASSERT_EQ((*trace)->spanCount(), 8U);
  constexpr std::array<std::string_view, 1> keys{"Sequence number"};
  std::vector<std::string> found;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::vector<std::string> texts = members((*trace)->args(SpanId{i}, keys));
    found.push_back(texts.empty() ? "none" : texts.front());
  }
  EXPECT_EQ(found, (std::vector<std::string>{"none", "none", "none", "Sequence number=4", "Sequence number=5",
                                             "Sequence number=6", "Sequence number=7", "Sequence number=8"}));
}

TEST(SomeArgs, areWhatAllArgsHold) {
  const auto trace = load(test::fixture("h200-ring-rank0.json.gz"));
  ASSERT_TRUE(trace);
  constexpr std::array<std::string_view, 3> keys{"blocks per SM", "Input Dims", "correlation"};
  for (std::uint32_t i = 0; i < (*trace)->spanCount(); ++i) {
    const ArgNode some = (*trace)->args(SpanId{i}, keys);
    const ArgNode all = (*trace)->details(SpanId{i}).args;
    for (const std::string_view key : keys) {
      const ArgNode* a = some.find(key);
      const ArgNode* b = all.find(key);
      ASSERT_EQ(a == nullptr, b == nullptr) << key;
      ASSERT_TRUE(a == nullptr || (a->text == b->text && a->children.size() == b->children.size())) << key;
    }
  }
}

std::vector<std::string> keysOf(const ArgNode& args) {
  std::vector<std::string> keys;
  for (const ArgNode& child : args.children) {
    keys.push_back(child.key);
  }
  return keys;
}

TEST(SomeArgs, HaveTheKeysThatAllArgsHave) {
  const std::string filler(9000, 'x');
  const auto trace = chrome::readChromeText(
      R"([
{"ph":"X","name":"k","pid":1,"tid":1,"ts":1,"dur":1,"args":{"grid":1,"bl\u006fck":"x","grid":2,"list":[1,{"a":2}]}},
{"ph":"X","name":"aten::mm, seq = 3, sizes = [[2, 2]]","pid":1,"tid":1,"ts":3,"dur":1,"args":{"op_id":7}},
{"ph":"B","name":"b","pid":1,"tid":1,"ts":5,"args":{"grid":3,"rest":4}},
{"ph":"E","pid":1,"tid":1,"ts":6,"args":{"last":5,"grid":5}},
{"ph":"X","name":"list","pid":1,"tid":1,"ts":7,"dur":1,"args":[1,2]},
{"ph":"X","name":"damaged","pid":1,"tid":1,"ts":9,"dur":1,"args":{"a":7,757,"b":"say "hi" now","c":1}},
{"ph":"X","name":"none","pid":1,"tid":1,"ts":11,"dur":1},
{"ph":"X","name":"long","pid":1,"tid":1,"ts":13,"dur":1,"args":{"a":")" +
          filler + R"(","b":2}}
])",
      {});
  ASSERT_TRUE(trace);
  ASSERT_EQ((*trace)->spanCount(), 7U);
  for (std::uint32_t i = 0; i < 7; ++i) {
    EXPECT_EQ(keysOf(argKeys(**trace, SpanId{i})), keysOf((*trace)->details(SpanId{i}).args))
        << (*trace)->nameText(SpanId{i});
  }
  EXPECT_EQ(keysOf(argKeys(**trace, SpanId{0})), (std::vector<std::string>{"grid", "block", "list"}));
  ArgKeyLists lists(**trace);
  std::array<const ArgNode*, 7> read{};
  lists.read(std::array{0U, 1U, 2U, 3U, 4U, 5U, 6U}, read);
  for (std::uint32_t i = 0; i < 7; ++i) {
    EXPECT_EQ(keysOf(*read[i]), keysOf(argKeys(**trace, SpanId{i}))) << (*trace)->nameText(SpanId{i});
  }
}

TEST(ArgKeyLists, AreOneOfAllSpansThatHaveTheSameKeys) {
  const auto trace = chrome::readChromeText(
      R"([
{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{"grid":1,"block":[1,2]}},
{"ph":"X","name":"b","pid":1,"tid":1,"ts":3,"dur":1,"args":{"block":2,"grid":7}},
{"ph":"X","name":"c","pid":1,"tid":1,"ts":5,"dur":1,"args":{"grid":9,"block":"x"}},
{"ph":"X","name":"aten::mm, seq = 3, sizes = [[2, 2]]","pid":1,"tid":1,"ts":7,"dur":1,"args":{"grid":9,"block":"x"}},
{"ph":"X","name":"aten::mm, seq = 3","pid":1,"tid":1,"ts":9,"dur":1,"args":{"grid":9,"block":"x"}}
])",
      {});
  ASSERT_TRUE(trace);
  ArgKeyLists lists(**trace);
  std::array<const ArgNode*, 5> read{};
  lists.read(std::array{0U, 1U, 2U, 3U, 4U}, read);
  EXPECT_EQ(read[0], read[2]);
  EXPECT_EQ(keysOf(*read[1]), (std::vector<std::string>{"block", "grid"})) << "in their order";
  EXPECT_EQ(keysOf(*read[3]), (std::vector<std::string>{"grid", "block", "Sequence number", "Input Dims"}));
  EXPECT_EQ(keysOf(*read[4]), (std::vector<std::string>{"grid", "block", "Sequence number"}));
  EXPECT_GT(lists.bytes(), 0U);
  lists.clear();
  EXPECT_EQ(lists.bytes(), 0U);
  lists.read(std::array{2U}, std::span(read).first(1));
  EXPECT_EQ(keysOf(*read[0]), (std::vector<std::string>{"grid", "block"}));
}

}  // namespace
}  // namespace kernline
