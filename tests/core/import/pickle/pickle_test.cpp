// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pickle/read_pickle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

using pickle::Document;
using pickle::Value;
using std::string_literals::operator""s;

class NoSink final : public pickle::Sink {
 public:
  std::optional<std::uint32_t> take(Document& /*document*/, std::span<const Value> /*items*/) override {
    return std::nullopt;
  }
};

struct Read {
  explicit Read(const std::string& bytes) {
    Input input;
    input.mapped = bytes;
    NoSink sink;
    Progress progress;
    damage = pickle::readPickle(input, document, sink, {}, progress);
  }

  Document document;
  std::optional<pickle::Damage> damage;
};

TEST(Pickle, readsIntegersOfEverySize) {
  const Read read(
      "(K\xffM\x01\x02J\xff\xff\xff\xff\x8a\x02\x00\x80\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00I-5\nl."s);
  ASSERT_FALSE(read.damage);
  std::vector<std::int64_t> values;
  for (const Value value : read.document.items(read.document.root())) {
    values.push_back(value.asInteger());
  }
  EXPECT_THAT(values, testing::ElementsAre(255, 513, -1, -32768, -1, -5));
}

TEST(Pickle, keepsAnIntegerBeyond64BitsApart) {
  const Read read("\x8a\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01."s);
  EXPECT_EQ(read.document.root().type(), Value::Type::Huge);
}

TEST(Pickle, keepsAddressesAndSizesAsTheyAre) {
  const Read read("(\x8a\x07\xff\xff\xff\xff\xff\xff\x07\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x08l."s);
  ASSERT_FALSE(read.damage);
  const auto values = read.document.items(read.document.root());
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[0].asInteger(), (std::int64_t{1} << 51) - 1);
  EXPECT_EQ(values[1].type(), Value::Type::Huge);  // 2^59: no size, address or time
}

TEST(Pickle, saysWhereARecordAmongThousandsIsBroken) {
  std::string text = "\x80\x04]\x94(";
  for (int i = 0; i < 5000; ++i) {
    text += "}\x94(K\x01K\x02K\x03K\x04u"s;
  }
  const std::size_t good = text.size();
  text += "h\xffK\x01ue."s;  // the memo has that many, but a number takes no pairs
  const Read read(text);
  ASSERT_TRUE(read.damage);
  EXPECT_GE(read.damage->offset, good);
  EXPECT_EQ(read.document.items(read.document.root()).size(), 5002U);
}

TEST(Pickle, followsTheMemoToTheSameObject) {
  const Read read("\x80\x04(]\x94K\x01"s + "ah\x00K\x02"s + "at."s);  // (x := [1], x + [2])
  ASSERT_FALSE(read.damage) << read.damage->what;
  const auto pair = read.document.items(read.document.root());
  ASSERT_EQ(pair.size(), 2U);
  EXPECT_EQ(read.document.items(pair[0]).size(), 2U);
  EXPECT_EQ(pair[0].asObject(), pair[1].asObject());
}

TEST(Pickle, readsContainersOfTheStandardLibraryAsPlainOnes) {
  const Read read("ccollections\nOrderedDict\n(((Vkey\nK\x07lltR."s);
  ASSERT_FALSE(read.damage) << read.damage->what;
  EXPECT_TRUE(read.document.refusals().empty());
  EXPECT_EQ(read.document.find(read.document.root(), "key").asInteger(), 7);
}

TEST(Pickle, refusesWhatReachesOut) {
  const Read read("(cos\nsystem\n(Vrm\ntRP1\n\x82\x05"s + "l."s);
  ASSERT_FALSE(read.damage) << read.damage->what;
  EXPECT_EQ(read.document.items(read.document.root()).size(), 3U);
  std::vector<std::string> refused;
  for (const pickle::Refusal& refusal : read.document.refusals()) {
    refused.push_back(refusal.name);
  }
  EXPECT_THAT(refused, testing::ElementsAre("os.system", "an object kept outside the file", "extension 5"));
}

TEST(Pickle, saysWhereItIsBroken) {
  EXPECT_EQ(Read("K\x01\xee."s).damage->offset, 2U);
  EXPECT_THAT(Read("K"s).damage->what, testing::HasSubstr("ends in the middle"));
  EXPECT_THAT(Read("a."s).damage->what, testing::HasSubstr("no"));
  EXPECT_THAT(Read("h\x05."s).damage->what, testing::HasSubstr("value 5"));
  EXPECT_THAT(Read("X\xff\xff\xff\xff."s).damage->what, testing::HasSubstr("ends in the middle"));
  EXPECT_THAT(Read("K\x01r\xff\xff\xff\xff"s).damage->what, testing::HasSubstr("without its last"));
}

TEST(Pickle, isToldByItsBeginning) {
  EXPECT_TRUE(pickle::isPickle("\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94"s));
  EXPECT_TRUE(pickle::isPickle("\x80\x02}q\0"s));
  EXPECT_TRUE(pickle::isPickle("(dp0\nVsegments"s));
  EXPECT_FALSE(pickle::isPickle("{\"traceEvents\": []}"));
  EXPECT_FALSE(pickle::isPickle("(done)\n"));
  EXPECT_FALSE(pickle::isPickle(""));
}

}  // namespace
}  // namespace kernline::test
