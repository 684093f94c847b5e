// SPDX-License-Identifier: GPL-3.0-or-later
// Traces that are damaged or hostile, and other formats that look like them.
#include "core/import/perfetto/packet_head.h"
#include "core/open/formats.h"
#include "packet_traces.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace kernline::test {
namespace {

std::string manySlices(int count) {
  PacketWriter packets;
  packets.process(1, 500, "program");
  packets.thread(2, 500, 501, "worker");
  packets.interned(true, [](Writer& i) { i.add_message(2, PacketWriter::entry(1, "interned")); });
  for (int i = 0; i < count; ++i) {
    const auto time = static_cast<std::uint64_t>(i) * 100;
    if (i % 3 == 0) {
      packets.begin(time, 2, "slice " + std::to_string(i));
    } else {
      packets.event(time, 1, 2, [](Writer& e) { e.add_uint64(10, 1); });
    }
    packets.end(time + 50, 2);
  }
  return packets.bytes();
}

TEST(PerfettoDamage, costsThePacketsItIsIn) {
  PacketWriter packets;
  packets.begin(100, 2, "before");
  packets.end(150, 2);
  const std::size_t at = packets.bytes().size();
  packets.begin(160, 2, "hit");
  packets.begin(200, 2, "after");
  packets.end(250, 2);
  packets.begin(300, 2, "later");
  packets.end(350, 2);
  std::string inside = packets.bytes();
  inside[at + 2] = '\x0F';  // a wire type that is none, in a packet of the right length
  const auto broken = readPackets(inside);
  EXPECT_EQ(broken->report()[IssueKind::BrokenEvent].count, 1U);
  EXPECT_EQ(broken->report()[IssueKind::BrokenEvent].firstOffset, at);
  EXPECT_EQ(broken->spanCount(), 3U);
  std::string length = packets.bytes();
  length[at + 1] = '\x7F';  // longer than it is: packets are found again behind it
  const auto found = readPackets(length);
  EXPECT_EQ(found->report()[IssueKind::BrokenEvent].count, 1U);
  EXPECT_EQ(spansNamed(*found, "before").size(), 1U);
  EXPECT_EQ(spansNamed(*found, "later").size(), 1U);
}

/// Rows of one name stand in the same order, whichever thread comes across one of them first.
TEST(PerfettoRows, ofOneNameAreInOrderHoweverAFileIsCut) {
  const std::string bytes = readFile(fixture("perfetto/flashinfer-blocks-without-sms.pftrace"));
  const auto whole = readPackets(bytes);
  for (const std::size_t pieceBytes : {1, 11, 33, 129, 161}) {
    EXPECT_EQ(firstDifference(*whole, *readPackets(bytes, pieceBytes, 3)), "") << pieceBytes;
  }
}

TEST(PerfettoDamage, ofTheEndIsToldOnce) {
  const std::string whole = manySlices(40);
  for (std::size_t cut = 1; cut < whole.size(); cut += 7) {
    const std::string part = whole.substr(0, cut);
    const auto trace = readPackets(part);
    EXPECT_LE(trace->report()[IssueKind::TruncatedInput].count, 1U) << cut;
    EXPECT_EQ(trace->report()[IssueKind::BrokenEvent].count, 0U) << cut;
    EXPECT_EQ(firstDifference(*trace, *readPackets(part, 30, 2)), "") << cut;
  }
}

TEST(PerfettoDamage, ofAnyByteEndsWellHoweverTheFileIsCut) {
  const std::string whole = manySlices(60);
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 1 + round % 4; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    const auto trace = readPackets(damaged);
    ASSERT_EQ(firstDifference(*trace, *readPackets(damaged, 1 + random() % 300, 3)), "") << round;
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      static_cast<void>(trace->details(SpanId{i}));
    }
  }
}

TEST(PerfettoHostile, lengthsAndNumbersBeyondAllBounds) {
  for (const std::string_view tail : {std::string_view("\x0A\xFF\xFF\xFF\xFF\x0F", 6),
                                      std::string_view("\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 11),
                                      std::string_view("\x0A\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80", 12)}) {
    const auto trace = readPackets(manySlices(5) + std::string(tail));
    EXPECT_EQ(trace->spanCount(), 5U);
    EXPECT_FALSE(trace->report().isClean());
  }
  PacketWriter packets;
  packets.interned(true, [](Writer& i) {
    for (const std::uint64_t iid : {std::uint64_t{1} << 20, std::uint64_t{1} << 40, UINT64_MAX, std::uint64_t{0}}) {
      i.add_message(2, PacketWriter::entry(iid, "far " + std::to_string(iid)));
    }
  });
  packets.event(100, 1, 2, [](Writer& e) { e.add_uint64(10, UINT64_MAX); });
  packets.event(UINT64_MAX, 2, UINT64_MAX, [](Writer&) {});
  packets.event(INT64_MAX, 2, 2, [](Writer&) {});
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(spansNamed(*trace, "far " + std::to_string(UINT64_MAX)).size(), 1U);
}

TEST(PerfettoHostile, deepArgumentsAndParentsInACircle) {
  std::string nested;
  for (int i = 0; i < 5000; ++i) {
    nested = messageOf([&](Writer& a) { a.add_message(12, nested); });
  }
  PacketWriter packets;
  packets.descriptor(5, 6, "a");
  packets.descriptor(6, 5, "b");
  packets.event(100, 1, 5, [&](Writer& e) {
    e.add_string(23, "deep");
    e.add_message(4, nested);
  });
  packets.end(110, 5);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(trace->details(spanNamed(*trace, "deep")).args.children.size(), 1U);
}

TEST(PerfettoHostile, manyTracksWithoutEndsTakeNoLongerThanTheyAreMany) {
  PacketWriter packets;
  constexpr std::uint64_t many = 20'000;
  for (std::uint64_t i = 1; i <= many; ++i) {
    packets.sequence = static_cast<std::uint32_t>(i);
    packets.begin(i, i, "open");
  }
  const auto trace = readPackets(packets.bytes(), 10'000, 2);
  EXPECT_EQ(trace->report()[IssueKind::BeginWithoutEnd].count, many);
}

TEST(PerfettoHostile, compressedPacketsThatAreNone) {
  PacketWriter packets;
  packets.packet([](Writer& p) { p.add_message(50, std::string("no zlib")); });
  packets.packet([](Writer& p) { p.add_message(133, compressed(manySlices(3), "zstd").substr(0, 60)); });
  packets.packet([](Writer& p) {
    PacketWriter inner;
    inner.packet([](Writer& q) { q.add_message(133, compressed(manySlices(3), "zstd")); });
    p.add_message(133, compressed(inner.bytes(), "zstd"));
  });
  packets.begin(1, 2, "slice");
  packets.end(2, 2);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(spansNamed(*trace, "slice").size(), 1U);
  EXPECT_GE(trace->report()[IssueKind::BrokenEvent].count, 3U);
}

TEST(PerfettoFormat, isKnownByItsContentHoweverItComes) {
  const std::string bytes = manySlices(2000);
  EXPECT_TRUE(perfetto::isPerfettoTrace(bytes.substr(0, 65536)));
  const auto plain = readPackets(bytes);
  const std::string versions[] = {bytes, compressed(bytes, "gzip"), compressed(bytes, "zstd"),
                                  archived({{"trace", bytes}, {"readme.txt", "text"}}, "zip")};
  for (const std::string& stored : versions) {
    const TemporaryFile file(stored, ".dat");
    const auto loaded = load(file.path());
    ASSERT_TRUE(loaded) << loaded.error().message.english();
    EXPECT_EQ(firstDifference(*plain, **loaded), "");
    EXPECT_THAT((*loaded)->sources()[0].format.english(), testing::StartsWith("Perfetto trace"));
  }
}

TEST(PerfettoFormat, isNoOtherProtobufAndNoText) {
  // XSpace: planes with an id, a name and lines.
  const std::string plane = messageOf([](Writer& p) {
    p.add_int64(1, 1);
    p.add_string(2, "/host:CPU");
    p.add_message(3, messageOf([](Writer& l) {
                    l.add_int64(1, 5);
                    l.add_string(2, "python");
                    l.add_int64(3, 12345);
                  }));
  });
  const std::string space = messageOf([&](Writer& s) {
    s.add_message(1, plane);
    s.add_message(1, messageOf([](Writer& p) { p.add_string(2, "/device:GPU:0"); }));
    s.add_string(4, "host");
  });
  EXPECT_FALSE(perfetto::isPerfettoTrace(space));
  EXPECT_FALSE(perfetto::isPerfettoTrace(""));
  EXPECT_FALSE(perfetto::isPerfettoTrace("\n\n\n\n{\"traceEvents\": []}"));
  EXPECT_FALSE(perfetto::isPerfettoTrace("\x0A\x09some words and more of them"));
  for (const char* name : {"formats/xplane/jax_h200.xplane.pb", "formats/xplane/tracelens_mi300_conv.xplane.pb"}) {
    if (hasShared(name)) {
      EXPECT_FALSE(perfetto::isPerfettoTrace(readFile(shared(name)).substr(0, headBytes))) << name;
    }
  }
}

}  // namespace
}  // namespace kernline::test
