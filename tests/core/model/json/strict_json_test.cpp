// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/json/strict_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

TEST(StrictJson, isWhatEveryParserTakes) {
  constexpr auto texts = std::to_array<std::string_view>({"",
                                                          " ",
                                                          "{}",
                                                          "[]",
                                                          " {} ",
                                                          "[ ]",
                                                          "{ }",
                                                          "[1]",
                                                          "[1,2]",
                                                          "[1 2]",
                                                          "[1,]",
                                                          "[,1]",
                                                          "{\"a\":1}",
                                                          "{\"a\":1,}",
                                                          "{\"a\" : [ {} , [] , \"\" ] }",
                                                          "{\"a\"}",
                                                          "{\"a\":}",
                                                          "{a:1}",
                                                          "{1:1}",
                                                          "[}",
                                                          "{]",
                                                          "[[]",
                                                          "[]]",
                                                          "{}{}",
                                                          "1",
                                                          "-1",
                                                          "-",
                                                          "0",
                                                          "00",
                                                          "01",
                                                          "-0",
                                                          "-01",
                                                          "1.",
                                                          ".5",
                                                          "1.5",
                                                          "1e5",
                                                          "1E+5",
                                                          "1e-5",
                                                          "1e",
                                                          "1e+",
                                                          "1e999",
                                                          "-1e999",
                                                          "1e-999",
                                                          "0x1",
                                                          "+1",
                                                          "NaN",
                                                          "Infinity",
                                                          "true",
                                                          "false",
                                                          "null",
                                                          "tru",
                                                          "truex",
                                                          "[true,false,null]",
                                                          "\"a\"",
                                                          "\"a",
                                                          "\"\\n\"",
                                                          "\"\\x\"",
                                                          "\"\\u00e9\"",
                                                          "\"\\u00g9\"",
                                                          "\"\\ud83d\\ude00\"",
                                                          "\"\\ud83d\"",
                                                          "\"\\ude00\"",
                                                          "\"\\ud83dx\"",
                                                          "\"\\ud83d\\u0041\"",
                                                          "\"\t\"",
                                                          "\"\xc3\xa9\"",
                                                          "\"\xc3\"",
                                                          "\"\xed\xa0\x80\"",
                                                          "\"\xf4\x90\x80\x80\"",
                                                          "[\"a\" \"b\"]"});
  for (const std::string_view text : texts) {
    EXPECT_EQ(chrome::isStrictJson(text), nlohmann::json::accept(text)) << text;
  }
  const std::string digits(400, '9');
  EXPECT_EQ(chrome::isStrictJson(digits), nlohmann::json::accept(digits));
  EXPECT_TRUE(chrome::isStrictJson(std::string(300'000, '[') + std::string(300'000, ']')));
}

TEST(StrictJson, isTheSameOfDamagedTexts) {
  const std::string whole = nlohmann::json::parse(R"({"ph":"X","name":"a \u00e9 \\ b","ts":-12.5e3,"dur":0,
      "args":{"dims":[[8,512],[]],"ok":true,"none":null,"text":"\ud83d\ude00 \" é"}})")
                                .dump();
  std::mt19937 random(3);
  constexpr std::string_view bytes = "{}[]:,\"\\0123456789eE+-. \tutfn\xc3\xa9\x80\x01";
  for (int i = 0; i < 20'000; ++i) {
    std::string text = whole;
    for (std::size_t changes = 1 + random() % 2; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = bytes[random() % bytes.size()];
          break;
        case 1:
          text.erase(at, 1);
          break;
        default:
          text.insert(at, 1, bytes[random() % bytes.size()]);
      }
    }
    ASSERT_EQ(chrome::isStrictJson(text), nlohmann::json::accept(text)) << text;
  }
}

}  // namespace
}  // namespace kernline::test
