// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/quantity_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kernline::test {
namespace {

using logs::ByteBase;
using logs::numberOf;
using logs::quantityOf;

struct Printed {
  const char* text;
  double value;
  Quantity quantity;
  ByteBase base = ByteBase::Binary;
};

TEST(QuantityText, isReadInItsBaseUnit) {
  const Printed cases[] = {
      {"197.842ms", 197842000, Quantity::Time},
      {"0.368us", 368, Quantity::Time},
      {"0.368µs", 368, Quantity::Time},
      {"370.080 μs", 370080, Quantity::Time},
      {"12.905s", 12.905e9, Quantity::Time},
      {"1.5 min", 90e9, Quantity::Time},
      {"3 毫秒", 3e6, Quantity::Time},
      {"2 s/it", 2e9, Quantity::Time},
      {"44.16%", 0.4416, Quantity::Share},
      {"-12.55 GB", std::round(-12.55 * 1073741824), Quantity::Bytes},
      {"0 b", 0, Quantity::Bytes},
      {"94.85 Mb", std::round(94.85 * 1048576), Quantity::Bytes},
      {"1 KiB", 1024, Quantity::Bytes, ByteBase::Decimal},
      {"12.5 MB", 12.5e6, Quantity::Bytes, ByteBase::Decimal},
      {"32.77 Kbyte", 32770, Quantity::Bytes, ByteBase::Decimal},
      {"158.57 TFLOPs/s", 158.57e12, Quantity::FlopRate},
      {"12 GFLOPS", 12e9, Quantity::FlopRate},
      {"12 GFLOPs", 12e9, Quantity::Flops},
      {"1337286 tok/s", 1337286, Quantity::Rate},
      {"3.5 GB/s", 3.5e9, Quantity::ByteRate},
      {"1 GiB/s", 1073741824, Quantity::ByteRate},
      {"3.20 Ghz", 3.2e9, Quantity::Frequency},
      {"~5M", 5e6, Quantity::Count},
      {"3.77 M", 3.77e6, Quantity::Count},
      {"8.53x", 8.53, Quantity::Number},
      {"5,846,528", 5846528, Quantity::Number},
      {"1,2681,9010", 126819010, Quantity::Number},
      {"1e-3", 0.001, Quantity::Number},
  };
  for (const Printed& printed : cases) {
    const auto quantity = quantityOf(printed.text, printed.base);
    ASSERT_TRUE(quantity) << printed.text;
    EXPECT_EQ(quantity->value, printed.value) << printed.text;
    EXPECT_EQ(quantity->quantity, printed.quantity) << printed.text;
  }
}

TEST(QuantityText, keepsWhatStandsBehindPlusMinus) {
  const auto quantity = quantityOf("24.5±0.06ms", ByteBase::Binary);
  ASSERT_TRUE(quantity);
  EXPECT_EQ(quantity->value, 24500000);
  EXPECT_EQ(quantity->error, 60000);
  EXPECT_EQ(quantityOf("3.5 +/- 0.5 GB", ByteBase::Binary)->error, std::round(0.5 * 1073741824));
  EXPECT_TRUE(std::isnan(quantityOf("24.5ms", ByteBase::Binary)->error));
}

TEST(QuantityText, refusesWhatItCannotKnow) {
  for (const char* text : {"", "-", "ms", "1.2.3", "1,5", "12,34", "1,234,56", "3 apples", "0x10", "1e", "7f", "--3",
                           "1 2", "3ms4", "2025-01-02", "12:30", "1e999999999999", "5±ms", "127.0.0.1"}) {
    EXPECT_FALSE(quantityOf(text, ByteBase::Binary)) << text;
  }
}

TEST(QuantityText, isTheNearestNumberToItsDigits) {
  EXPECT_EQ(numberOf("0.1", 6), 100000);
  EXPECT_EQ(numberOf("53351148.261", 3), 53351148261);
  EXPECT_EQ(numberOf("0.07", -2), 0.0007);
  EXPECT_EQ(numberOf("-0.5"), -0.5);
  EXPECT_EQ(numberOf("+3"), 3);
}

TEST(QuantityText, givesWhatIsGluedToAValue) {
  const auto quantity = logs::leadingQuantity(" 587.351ms0 and more", ByteBase::Binary);
  ASSERT_TRUE(quantity);
  EXPECT_EQ(quantity->value, 587351000);
  EXPECT_EQ(quantity->trailing.substr(0, 1), "0");
  EXPECT_FALSE(logs::leadingQuantity("12 apples", ByteBase::Binary));
}

}  // namespace
}  // namespace kernline::test
