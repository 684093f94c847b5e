// SPDX-License-Identifier: GPL-3.0-or-later
// What is plain is read as the careful walk reads it; of anything else nothing is said.
#include "core/model/json/plain_members.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::chrome {
namespace {

using Told = std::vector<std::string>;

std::string memberText(std::string_view key, const RawValue& value) {
  return std::string(key) + "=" + std::string(value.text) + "/" + std::to_string(static_cast<int>(value.kind)) +
         (value.hasEscapes ? "\\" : "");
}

Told carefully(std::string_view text) {
  Told told;
  for (MemberWalk walk(text); walk.next();) {
    told.push_back(memberText(walk.key().text, walk.value()));
  }
  return told;
}

std::optional<Told> plainly(std::string_view text) {
  Told told;
  const char* const end = text.data() + text.size();
  const char* const after = walkPlainMembers(text.data(), end, [&](std::string_view key, const char* p) {
    const ValueScan scan = scanPlainValue(p, end);
    told.push_back(memberText(key, scan.value));
    return scan.after;
  });
  return after == nullptr ? std::nullopt : std::optional(told);
}

TEST(PlainMembers, areThoseThatTheCarefulWalkTells) {
  for (const std::string_view text :
       {R"({})", R"({ })", R"({"a":1})", R"({"a": -1.5e-3, "b": "x, \"y\": 1", "c": [8, 64, [2]], "d": {"e": "}"}})",
        R"({"name":"C:\\","args":{"n":[{"m":"]"},"[",1]}})", R"({"a":true,"b":null,"c":NaN})",
        "{\n\"a\" :\t1 ,\n\"a\": 2 }", R"({"grid":[],"é":"µs"})"}) {
    EXPECT_EQ(plainly(text), carefully(text)) << text;
  }
}

TEST(PlainMembers, HoldArraysOfEveryLength) {
  for (std::size_t length = 0; length < 70; ++length) {
    const std::string numbers(length, '7');
    for (const std::string& text : {fmt::format(R"({{"a":[{}],"b":1}})", numbers),
                                    fmt::format(R"({{"a":[[{0}],[],[[8, {0}]]],"b":[]}})", numbers),
                                    fmt::format(R"({{"a":[{0},"]",["{0}"],{{"c":"]"}}],"b":[1]}})", numbers)}) {
      EXPECT_EQ(plainly(text), carefully(text)) << text;
      EXPECT_TRUE(plainly(text)) << text;
    }
    for (const std::string& text :
         {fmt::format(R"({{"a":[{})", numbers), fmt::format(R"({{"a":[{}}})", numbers),
          fmt::format(R"({{"a":[[{}],"b":1}})", numbers), fmt::format(R"({{"a":[{}:1]}})", numbers)}) {
      EXPECT_FALSE(plainly(text)) << text;
    }
  }
}

TEST(PlainMembers, EndBehindTheObject) {
  const std::string_view text = R"({"a":{"b":1}},{"c":2})";
  const char* const end = text.data() + text.size();
  const char* const after =
      walkPlainMembers(text.data(), end, [&](std::string_view, const char* p) { return scanPlainValue(p, end).after; });
  EXPECT_EQ(after - text.data(), 13);
}

TEST(PlainMembers, SayNothingOfWhatIsNotPlain) {
  for (const std::string_view text : {R"()",
                                      R"([1])",
                                      R"({"a":1)",
                                      R"({"a")",
                                      R"({"a":)",
                                      R"({"a":,"b":2})",
                                      R"({"a":1,})",
                                      R"({"a":1,,"b":2})",
                                      R"({,"a":1})",
                                      R"({"a":1 "b":2})",
                                      R"({"a":7,757576})",
                                      R"({"a":"say "hi" now"})",
                                      R"({"\u0061":1})",
                                      R"({"a":["b" "c"]})",
                                      R"({"a":["b":1]})",
                                      R"({"a":[1}})",
                                      R"({"a":[1)",
                                      R"({"a":"open)",
                                      R"({"a":"\)",
                                      "{\"a\":\"two\nlines\"}",
                                      R"({"a":{"b":"say "hi" now"}})",
                                      R"({a:1})"}) {
    EXPECT_EQ(plainly(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace kernline::chrome
