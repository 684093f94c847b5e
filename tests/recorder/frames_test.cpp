// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/frames.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace kernline::recorder {
namespace {

TEST(Frames, arriveWholeHoweverTheyAreCut) {
  RecordCounts counts;
  counts[RecordKind::Kernel] = 3;
  const std::string bytes = frameBytes(FrameKind::Hello, "python") + frameBytes(FrameKind::Events, "lines", counts) +
                            frameBytes(FrameKind::End, "");
  for (std::size_t step = 1; step <= bytes.size(); ++step) {
    FrameReader reader;
    std::vector<Frame> frames;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      reader.add(std::string_view(bytes).substr(at, step));
      while (auto frame = reader.next()) {
        frames.push_back(*frame);
      }
    }
    ASSERT_EQ(frames.size(), 3);
    EXPECT_EQ(frames[0].body, "python");
    EXPECT_EQ(frames[1].counts, counts);
    EXPECT_EQ(frames[2].kind, FrameKind::End);
    EXPECT_FALSE(reader.isBroken());
  }
}

TEST(Frames, thatWereCutOffAreNotThere) {
  const std::string bytes = frameBytes(FrameKind::Events, "half of a line");
  FrameReader reader;
  reader.add(std::string_view(bytes).substr(0, bytes.size() - 1));
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_FALSE(reader.isBroken());
}

TEST(Frames, refuseGarbageForGood) {
  std::mt19937 random(7);
  for (int round = 0; round < 1000; ++round) {
    std::string garbage(200, '\0');
    for (char& byte : garbage) {
      byte = static_cast<char>(random());
    }
    FrameReader reader;
    reader.add(garbage);
    EXPECT_FALSE(reader.next().has_value());
    EXPECT_TRUE(reader.isBroken());
    reader.add(frameBytes(FrameKind::Hello, "late"));
    EXPECT_FALSE(reader.next().has_value());
  }
}

TEST(Frames, refuseOnesThatWouldFillTheMemory) {
  std::string bytes = frameBytes(FrameKind::Events, "");
  bytes[8] = bytes[9] = bytes[10] = bytes[11] = '\xff';  // the length
  FrameReader reader;
  reader.add(bytes);
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_TRUE(reader.isBroken());
}

}  // namespace
}  // namespace kernline::recorder
