// SPDX-License-Identifier: GPL-3.0-or-later
// What breaks a member costs that member its value, and nothing behind it.
#include "core/model/json/members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kernline::chrome {
namespace {

using Members = std::vector<std::string>;

struct Walked {
  Members members;
  bool repaired = false;
  bool broke = false;
};

Walked walked(std::string_view text) {
  Walked found;
  MemberWalk walk(text);
  while (walk.next()) {
    found.members.push_back(std::string(walk.key().text) + "=" + std::string(walk.value().text));
  }
  found.repaired = walk.repaired();
  found.broke = walk.broke();
  return found;
}

TEST(Members, areReadBehindAMemberThatIsNoJson) {
  const std::pair<std::string_view, Members> texts[] = {
      {R"({"a":7,757576,"b":2})", {"a=7,757576", "b=2"}},
      {R"({"a": 7,757576 , "b": 2})", {"a=7,757576", "b=2"}},
      {R"({"a":-1,5e-3})", {"a=-1,5e-3"}},
      {R"({"a":"say "hi" now","b":2})", {R"(a=say "hi" now)", "b=2"}},
      {R"({"a":"3.5" disk","b":2})", {R"(a=3.5" disk)", "b=2"}},
      {R"({"a":"one","two","b":2})", {"a=one", "b=2"}},
      {R"({"a":"open,"b":2,"c":"x"})", {"a=open", "b=2", "c=x"}},
      {R"({"a":,"b":2})", {"b=2"}},
      {R"({"a":1,b,"c":3})", {"a=1,b", "c=3"}},
      {R"({"a":{"x":"say "hi" now"},"b":2})", {R"(a={"x":"say "hi" now"})", "b=2"}},
      {R"({"a":0x1f 3,"b":[1,2]})", {"a=0x1f 3", "b=[1,2]"}},
  };
  for (const auto& [text, members] : texts) {
    const Walked found = walked(text);
    EXPECT_EQ(found.members, members) << text;
    EXPECT_FALSE(found.broke) << text;
    EXPECT_EQ(found.repaired, text.find("{\"x\"") == std::string_view::npos) << text;
  }
}

TEST(Members, ofCleanTextAreNotRepaired) {
  for (const std::string_view text :
       {R"({})", R"({"a":[8,64,2],"b":"x, \"y\": 1"})", R"([1,2,"a"])", R"({"a":1 "b":2})", R"({"a":1,,"b":2,})",
        R"({"a":{"b":[{"c":"d"}]}})", "{ \"a\" : 1 ,\n \"b\" : null }"}) {
    EXPECT_FALSE(walked(text).repaired) << text;
    EXPECT_FALSE(walked(text).broke) << text;
  }
}

TEST(Members, endWhereTextIsCutWithoutInventingAny) {
  constexpr std::string_view whole = R"({"a":"say "hi" now","b":7,5,"c":{"d":[1,2]},"e":"f"})";
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const Walked found = walked(whole.substr(0, size));
    EXPECT_TRUE(found.broke) << size;
    EXPECT_LE(found.members.size(), 4U) << size;
  }
}

TEST(Members, tellDecimalCommas) {
  EXPECT_TRUE(hasDecimalComma("7,757576"));
  EXPECT_TRUE(hasDecimalComma("-1,5e+3"));
  for (const std::string_view text : {"7.5", "7,", ",5", "7,x", "1,2,3", "7,-5", ""}) {
    EXPECT_FALSE(hasDecimalComma(text)) << text;
  }
}

}  // namespace
}  // namespace kernline::chrome
