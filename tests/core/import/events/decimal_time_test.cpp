// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/decimal_time.h"
#include "tests/support/exact_time.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace kernline::chrome {
namespace {

std::int64_t good(std::string_view text) {
  const ParsedTime time = parseMicroseconds(text);
  EXPECT_EQ(time.state, NumberState::Good) << text;
  return time.ns;
}

TEST(DecimalTime, keepsEveryNanosecondOfAnEpochTimestamp) {
  EXPECT_EQ(good("1712195495505543.278"), 1712195495505543278);
  EXPECT_EQ(good("1712195495505543.279"), 1712195495505543279);
  EXPECT_EQ(good("4380505564592.396"), 4380505564592396);
}

TEST(DecimalTime, takesAMissingFractionAsWholeMicroseconds) {
  EXPECT_EQ(good("0"), 0);
  EXPECT_EQ(good("7"), 7000);
  EXPECT_EQ(good("7."), 7000);
  EXPECT_EQ(good(".5"), 500);
  EXPECT_EQ(good("0.5"), 500);
  EXPECT_EQ(good("007.050"), 7050);
}

TEST(DecimalTime, readsAShortFractionAsTenths) {
  EXPECT_EQ(good("12.5"), 12500);
}

TEST(DecimalTime, roundsFurtherDigitsHalfAwayFromZero) {
  EXPECT_EQ(good("0.0004"), 0);
  EXPECT_EQ(good("0.0005"), 1);
  EXPECT_EQ(good("-0.0005"), -1);
  EXPECT_EQ(good("0.00049999999999999999999999"), 0);
  EXPECT_EQ(good("1.99950000000000000000000000001"), 2000);
  EXPECT_EQ(good("2.9994999"), 2999);
}

TEST(DecimalTime, readsSignsAndExponents) {
  EXPECT_EQ(good("-3"), -3000);
  EXPECT_EQ(good("+3"), 3000);
  EXPECT_EQ(good("1.5e6"), 1500000000);
  EXPECT_EQ(good("1.5E+6"), 1500000000);
  EXPECT_EQ(good("1500e-3"), 1500);
  EXPECT_EQ(good("1e-9"), 0);
  EXPECT_EQ(good("0e99999"), 0);
}

TEST(DecimalTime, refusesWhatIsNoNumber) {
  for (const char* text : {"",    ".",   "-",   "+",   "e5",   "1e",    "1e+", "12x", "x12", "1 2",
                           " 12", "12 ", "nan", "inf", "0x10", "1.2.3", "--1", "1,5", "-.",  "1e5.5"}) {
    EXPECT_EQ(parseMicroseconds(text).state, NumberState::Bad) << text;
  }
}

TEST(DecimalTime, clampsWhat64BitsOfNanosecondsDoNotHold) {
  for (const char* text : {"1e30", "99999999999999999999999999", "1e99999999999999999999", "9223372036854775807"}) {
    const ParsedTime time = parseMicroseconds(text);
    EXPECT_EQ(time.state, NumberState::Clamped) << text;
    EXPECT_EQ(time.ns, maxTimeNs) << text;
    const ParsedTime below = parseMicroseconds(std::string("-") + text);
    EXPECT_EQ(below.state, NumberState::Clamped) << text;
    EXPECT_EQ(below.ns, -maxTimeNs) << text;
  }
}

std::string randomNumber(std::mt19937_64& random) {
  std::string text = random() % 5 == 0 ? "-" : "";
  const std::size_t wholeDigits = 1 + random() % 15;
  for (std::size_t i = 0; i < wholeDigits; ++i) {
    text += static_cast<char>('0' + random() % 10);
  }
  const std::size_t fractionDigits = random() % 8;
  text += fractionDigits != 0 ? "." : "";
  for (std::size_t i = 0; i < fractionDigits; ++i) {
    text += static_cast<char>('0' + random() % 10);
  }
  if (random() % 6 == 0) {
    text += "e" + std::to_string(static_cast<int>(random() % 7) - 4);
  }
  return text;
}

TEST(DecimalTime, agreesWithArithmeticDigitByDigit) {
  std::mt19937_64 random(4242);
  for (int i = 0; i < 200000; ++i) {
    const std::string text = randomNumber(random);
    const auto expected = test::nanoseconds(text);
    const ParsedTime time = parseMicroseconds(text);
    if (!expected || *expected > maxTimeNs || *expected < -maxTimeNs) {
      ASSERT_EQ(time.state, NumberState::Clamped) << text;
    } else {
      ASSERT_EQ(time.state, NumberState::Good) << text;
      ASSERT_EQ(time.ns, *expected) << text;
    }
  }
}

TEST(CounterValue, readsWhatAPersonWouldCallANumber) {
  double value = 0;
  EXPECT_TRUE(parseDouble("+10.5", value));
  EXPECT_EQ(value, 10.5);
  EXPECT_TRUE(parseDouble(".75", value));
  EXPECT_EQ(value, 0.75);
  EXPECT_TRUE(parseDouble("246.", value));
  EXPECT_EQ(value, 246);
  EXPECT_TRUE(parseDouble("050", value));
  EXPECT_EQ(value, 50);
  EXPECT_TRUE(parseDouble("-3e2", value));
  EXPECT_EQ(value, -300);
  for (const char* text : {"", "+", "-", ".", "1.5e", "2e+", "nan", "inf", "-Infinity", "12 %", "+-1", "0x5"}) {
    EXPECT_FALSE(parseDouble(text, value)) << text;
  }
}

}  // namespace
}  // namespace kernline::chrome
