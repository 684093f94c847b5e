// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format/quantity.h"

#include "core/model/format/byte_names.h"
#include "core/model/format/byte_units.h"
#include "core/model/log/measured_value.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace kernline {
namespace {

TEST(FormatDuration, wholeNanosecondsStayWhole) {
  EXPECT_EQ(formatDuration({0}), "0 ns");
  EXPECT_EQ(formatDuration({1}), "1 ns");
  EXPECT_EQ(formatDuration({999}), "999 ns");
  EXPECT_EQ(formatDuration({-42}), "-42 ns");
}

TEST(FormatDuration, showsFourSignificantDigits) {
  EXPECT_EQ(formatDuration({1'000}), "1.000 µs");
  EXPECT_EQ(formatDuration({12'345}), "12.35 µs");
  EXPECT_EQ(formatDuration({123'456}), "123.5 µs");
  EXPECT_EQ(formatDuration({1'234'567}), "1.235 ms");
  EXPECT_EQ(formatDuration({1'500'000'000}), "1.500 s");
  EXPECT_EQ(formatDuration({3'723'000'000'000}), "3723 s");
  EXPECT_EQ(formatDuration({-1'500'000}), "-1.500 ms");
}

TEST(FormatDuration, neverRoundsToAThousandOfAUnit) {
  EXPECT_EQ(formatDuration({999'949}), "999.9 µs");
  EXPECT_EQ(formatDuration({999'999}), "1.000 ms");
  EXPECT_EQ(formatDuration({999'999'999}), "1.000 s");
  EXPECT_EQ(formatDuration({9'999'900}), "10.00 ms");
}

TEST(FormatDuration, holdsTheWholeRangeOf64Bits) {
  EXPECT_EQ(formatDuration({std::numeric_limits<std::int64_t>::max()}), "9223372037 s");
  EXPECT_EQ(formatDuration({std::numeric_limits<std::int64_t>::min()}), "-9223372037 s");
}

TEST(FormatExactDuration, hasEveryNanosecondInTheUnitThatFits) {
  EXPECT_EQ(formatExactDuration({0}), "0 ns");
  EXPECT_EQ(formatExactDuration({843}), "843 ns");
  EXPECT_EQ(formatExactDuration({20'457}), "20.457 µs");
  EXPECT_EQ(formatExactDuration({300'003}), "300.003 µs");
  EXPECT_EQ(formatExactDuration({999'999}), "999.999 µs");
  EXPECT_EQ(formatExactDuration({1'500'000}), "1.500000 ms");
  EXPECT_EQ(formatExactDuration({-57'090'123'456}), "-57.090123456 s");
  EXPECT_EQ(formatExactDuration({std::numeric_limits<std::int64_t>::min()}), "-9223372036.854775808 s");
}

TEST(FormatDuration, keepsTheUnitThatItIsTold) {
  EXPECT_EQ(formatDuration({1'234'567}, TimeUnit::Milliseconds, 3), "1.235");
  EXPECT_EQ(formatDuration({1'234'567}, TimeUnit::Nanoseconds, 3), "1234567");
  EXPECT_EQ(formatDuration({12}, TimeUnit::Microseconds, 3), "0.012");
}

TEST(FormatBytes, countsInPowersOf1024) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(1023), "1023 B");
  EXPECT_EQ(formatBytes(1024), "1.000 KiB");
  EXPECT_EQ(formatBytes(1536), "1.500 KiB");
  EXPECT_EQ(formatBytes(1024LL * 1024 - 1), "1.000 MiB");
  EXPECT_EQ(formatBytes(150'100'000'000), "139.8 GiB");
  EXPECT_EQ(formatBytes(-2048), "-2.000 KiB");
}

TEST(FormatBytes, followsTheChosenUnitsAndNamesEachByItsOwnName) {
  setByteUnits(ByteUnits::Decimal);
  EXPECT_EQ(formatBytes(999), "999 B");
  EXPECT_EQ(formatBytes(1000), "1.000 kB");
  EXPECT_EQ(formatBytes(1'610'612'736), "1.611 GB");
  EXPECT_EQ(shownUnit(Quantity::Bytes, "", 1'610'612'736).symbol, "GB");
  EXPECT_EQ(formatIn(shownUnit(Quantity::Bytes, "", 1'610'612'736), 1'610'612'736), "1.611");
  EXPECT_EQ(formatByteRate(1e9), "1.000 GB/s");
  setByteUnits(ByteUnits::Binary);
  EXPECT_EQ(formatBytes(1'610'612'736), "1.500 GiB");
  EXPECT_EQ(shownUnit(Quantity::Bytes, "", 1'610'612'736).symbol, "GiB");
  EXPECT_EQ(formatIn(shownUnit(Quantity::Bytes, "", 1'610'612'736), 1'610'612'736), "1.500");
  EXPECT_EQ(formatByteRate(1e9), "1.000 GB/s") << "rates are always of powers of 1000";
  EXPECT_EQ(byteUnitsFrom(toText(ByteUnits::Decimal)), ByteUnits::Decimal);
  EXPECT_EQ(byteUnitsFrom("GB"), std::nullopt);
}

TEST(ByteNames, areThoseThatEndInBytesAndThoseOfProfilers) {
  for (const char* name : {"bytes", "Bytes", "allocatedBytes", "used_bytes", "shared memory", "Total Reserved"}) {
    EXPECT_TRUE(isNameOfBytes(name)) << name;
  }
  for (const char* name : {"", "kilobytes", "bytes/s", "Addr", "memory bandwidth (GB/s)", "Device Id"}) {
    EXPECT_FALSE(isNameOfBytes(name)) << name;
  }
  EXPECT_TRUE(mustBeBytes("GPU memory", 1.6e9));
  EXPECT_TRUE(mustBeBytes("Allocated", 1.6e9));
  EXPECT_FALSE(mustBeBytes("GPU memory", 24'000)) << "these may be MB";
  EXPECT_FALSE(mustBeBytes("instructions", 1.6e9));
}

TEST(FormatRates, countInPowersOf1000) {
  EXPECT_EQ(formatByteRate(3.85e12), "3.850 TB/s");
  EXPECT_EQ(formatByteRate(999.0), "999.0 B/s");
  EXPECT_EQ(formatByteRate(0), "0 B/s");
  EXPECT_EQ(formatFlopRate(772e12), "772.0 TFLOP/s");
  EXPECT_EQ(formatFlopRate(std::numeric_limits<double>::infinity()), "–");
}

TEST(FormatCount, groupsByThreeFromFiveDigitsOn) {
  EXPECT_EQ(formatCount(0), "0");
  EXPECT_EQ(formatCount(9999), "9999");
  EXPECT_EQ(formatCount(10000), "10\u202f000");
  EXPECT_EQ(formatCount(2'953'595), "2\u202f953\u202f595");
  EXPECT_EQ(formatCount(-12345), "-12\u202f345");
}

TEST(FormatShare, saysWhenThereIsALittle) {
  EXPECT_EQ(formatShare(0), "0.0 %");
  EXPECT_EQ(formatShare(0.0001), "<0.1 %");
  EXPECT_EQ(formatShare(0.1234), "12.3 %");
  EXPECT_EQ(formatShare(1), "100.0 %");
}

}  // namespace
}  // namespace kernline
