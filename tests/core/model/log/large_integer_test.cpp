// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/large_integer.h"

#include "core/model/trace/arg_values.h"
#include "core/open/open_document.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

TEST(LargeInteger, isKeptAsItWasPrinted) {
  const TemporaryFile file(
      "{\"run\":\"a\",\"start_ns\":9007199254740993,\"hash\":18446744073709551615,\"ms\":1.25}\n"
      "{\"run\":\"b\",\"start_ns\":9007199254740994,\"hash\":7,\"ms\":1.5}\n",
      ".jsonl");
  const auto document = openDocument(file.path());
  ASSERT_TRUE(document) << document.error().message.english();
  const auto log = std::get<std::shared_ptr<const Log>>(*document);
  ASSERT_EQ(log->tables().size(), 1U);
  std::vector<std::string> found;
  for (const LogCell& cell : log->tables()[0].cells) {
    if (const std::string_view digits = largeInteger(*log, cell); !digits.empty()) {
      found.emplace_back(digits);
    }
  }
  EXPECT_THAT(found, testing::ElementsAre("9007199254740993", "18446744073709551615", "9007199254740994"));
}

TEST(LargeInteger, ofArgsStaysOneInSql) {
  std::string scratch;
  const auto number = [&](std::string text) {
    ArgNode node;
    node.kind = ArgNode::Kind::Number;
    node.text = std::move(text);
    return sql::cellOf(node, scratch);
  };
  EXPECT_EQ(number("9223372036854775807").asInteger(), INT64_MAX);
  EXPECT_EQ(number("18446744073709551615").asText(), "18446744073709551615");
  EXPECT_EQ(number("-18446744073709551615").asText(), "-18446744073709551615");
  EXPECT_EQ(number("1.5").asReal(), 1.5);
  EXPECT_EQ(number("1e3").asReal(), 1000);
}

}  // namespace
}  // namespace kernline::test
