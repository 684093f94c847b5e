// SPDX-License-Identifier: GPL-3.0-or-later
// What packets mean: slices, names, clocks, flows and counters of traces made packet by packet.
#include "packet_traces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(PerfettoSlices, nestByAStackWhereTimeRunsForward) {
  PacketWriter packets;
  addProgram(packets);
  packets.begin(100, 2, "outer");
  packets.begin(110, 2, "inner");
  packets.end(120, 2);
  packets.end(150, 2);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(lengthOf(*trace, "outer"), 50);
  EXPECT_EQ(lengthOf(*trace, "inner"), 10);
  const TrackId track = trackOf(*trace, "500", "501");
  ASSERT_NE(track, TrackId::none);
  EXPECT_EQ(trace->text(trace->track(track).name), "worker");
  EXPECT_TRUE(trace->report().isClean());
}

TEST(PerfettoSlices, pairOneToOneWhereBeginsComeFirst) {
  PacketWriter packets;
  addProgram(packets);
  packets.begin(100, 2, "first");
  packets.begin(120, 2, "second");  // overlaps the first partly
  packets.begin(140, 2, "third");
  packets.end(130, 2);
  packets.end(150, 2);
  packets.end(145, 2);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(lengthOf(*trace, "first"), 30);
  EXPECT_EQ(lengthOf(*trace, "second"), 30);
  EXPECT_EQ(lengthOf(*trace, "third"), 5);
}

TEST(PerfettoSlices, keepTheLengthsOfTheEndsThatAreThereWhereTheFileIsCut) {
  PacketWriter packets;
  addProgram(packets);
  packets.begin(100, 2, "first");
  packets.begin(120, 2, "second");
  packets.begin(140, 2, "third");
  packets.end(130, 2);
  packets.end(150, 2);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(lengthOf(*trace, "first"), 30);
  EXPECT_EQ(lengthOf(*trace, "second"), 30);
  EXPECT_TRUE(has(trace->flags(spanNamed(*trace, "third")), SpanFlags::Unfinished));
}

TEST(PerfettoSlices, ofOneTrackMayComeFromSeveralSequences) {
  PacketWriter packets;
  packets.descriptor(7, 0, "request");
  packets.begin(100, 7, "handled elsewhere");
  packets.sequence = 2;
  packets.end(900, 7);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(lengthOf(*trace, "handled elsewhere"), 800);
  EXPECT_EQ(trace->track(trace->trackOf(SpanId{0})).kind, TrackKind::Async);
}

TEST(PerfettoSlices, thatNobodyEndsAreMarkedAndEndsOfNothingCounted) {
  PacketWriter packets;
  addProgram(packets);
  packets.end(50, 2);
  packets.begin(100, 2, "open");
  packets.begin(110, 2, "closed");
  packets.end(150, 2);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(lengthOf(*trace, "open"), 50);
  EXPECT_TRUE(has(trace->flags(spanNamed(*trace, "open")), SpanFlags::Unfinished));
  EXPECT_EQ(trace->report()[IssueKind::BeginWithoutEnd].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::EndWithoutBegin].count, 1U);
}

TEST(PerfettoInterning, holdsForItsSequenceUntilTheStateIsCleared) {
  PacketWriter packets;
  addProgram(packets);
  const auto name = [&](std::string_view text, bool clears) {
    packets.interned(clears, [&](Writer& i) { i.add_message(2, PacketWriter::entry(1, text)); });
  };
  name("of one", true);
  packets.sequence = 2;
  name("of two", true);
  beginInterned(packets, 100, 1);
  packets.end(110, 2);
  packets.sequence = 1;
  beginInterned(packets, 200, 1);
  packets.end(220, 2);
  name("again", true);
  beginInterned(packets, 300, 1);
  packets.end(330, 2);
  name("too late", false);  // an iid keeps its text
  beginInterned(packets, 400, 1);
  packets.end(404, 2);
  const std::string bytes = packets.bytes();
  const auto trace = readPackets(bytes);
  EXPECT_EQ(lengthOf(*trace, "of two"), 10);
  EXPECT_EQ(lengthOf(*trace, "of one"), 20);
  EXPECT_EQ(spansNamed(*trace, "again").size(), 2U);
  for (const std::size_t pieceBytes : {1, 20, 100}) {
    EXPECT_EQ(firstDifference(*trace, *readPackets(bytes, pieceBytes, 3)), "") << pieceBytes;
  }
}

TEST(PerfettoInterning, countsNamesThatAreNotThere) {
  PacketWriter packets;
  addProgram(packets);
  beginInterned(packets, 100, 9);
  packets.end(110, 2);
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(trace->spanCount(), 1U);
  EXPECT_EQ(trace->report()[IssueKind::UnreadMetadata].count, 1U);
}

TEST(PerfettoClocks, countIncrementsAndJoinOverSnapshots) {
  PacketWriter packets;
  addProgram(packets);
  const auto reading = [](std::uint32_t id, std::uint64_t value, bool isIncremental = false, std::uint64_t unit = 0) {
    return messageOf([&](Writer& c) {
      c.add_uint32(1, id);
      c.add_uint64(2, value);
      if (isIncremental) {
        c.add_bool(3, true);
      }
      if (unit != 0) {
        c.add_uint64(4, unit);
      }
    });
  };
  packets.timed(0, [&](Writer& p) {
    p.add_message(6, messageOf([&](Writer& s) {
                    s.add_message(1, reading(6, 1'000'000));
                    s.add_message(1, reading(1, 5'000'000));
                    s.add_message(1, reading(3, 400'000));
                    s.add_message(1, reading(64, 1000, true, 1000));
                  }));
    p.add_message(59, messageOf([&](Writer& d) {
                    d.add_uint32(58, 64);
                    d.add_message(11, messageOf([](Writer& e) { e.add_uint64(11, 2); }));
                  }));
  });
  const auto event = [&](std::uint64_t time, int type, std::string_view name, std::uint32_t clock) {
    packets.event(time, type, 0, [&](Writer& e) { e.add_string(23, std::string(name)); });
    static_cast<void>(clock);
  };
  event(5, 1, "incremental", 0);  // 5 µs behind the snapshot
  event(2, 2, "", 0);
  packets.timed(400'100, [&](Writer& p) {
    p.add_uint32(58, 3);
    p.add_message(11, messageOf([](Writer& e) {
                    e.add_int32(9, 3);
                    e.add_string(23, "monotonic");
                  }));
  });
  const auto trace = readPackets(packets.bytes());
  const SpanId span = spanNamed(*trace, "incremental");
  EXPECT_EQ(trace->start(span).ns, 1'005'000);
  EXPECT_EQ(trace->duration(span).ns, 2000);
  ASSERT_EQ(trace->instants().size(), 1U);
  EXPECT_EQ(trace->instants()[0].time.ns, 1'000'100);
  EXPECT_EQ(trace->baseTimeNs(), 4'000'000) << "the wall clock less the trace's";
  EXPECT_EQ(pidOf(*trace, trace->trackOf(span)), "500") << "the defaults name the track";
}

TEST(PerfettoClocks, nobodyKnowsAreCounted) {
  PacketWriter packets;
  addProgram(packets);
  packets.timed(7, [&](Writer& p) {
    p.add_uint32(58, 99);
    p.add_message(11, messageOf([](Writer& e) { e.add_int32(9, 3); }));
  });
  EXPECT_EQ(readPackets(packets.bytes())->report()[IssueKind::BadTimestamp].count, 1U);
}

TEST(PerfettoFlows, joinSlicesInTheOrderOfTimeInBothEncodings) {
  PacketWriter packets;
  addProgram(packets);
  const auto slice = [&](std::uint64_t time, std::string_view name, std::uint32_t field, std::uint64_t id, bool isOld) {
    packets.event(time, 1, 2, [&](Writer& e) {
      e.add_string(23, std::string(name));
      isOld ? e.add_uint64(field, id) : e.add_fixed64(field, id);
    });
    packets.end(time + 5, 2);
  };
  slice(100, "a", 47, 77, false);
  slice(110, "b", 47, 77, false);
  slice(120, "c", 48, 77, false);
  slice(130, "d", 47, 77, false);  // a flow of its own after the end
  slice(140, "e", 36, 5, true);
  slice(150, "f", 42, 5, true);
  const auto trace = readPackets(packets.bytes());
  std::vector<std::pair<std::string, std::string>> arrows;
  for (const Flow& flow : trace->flows()) {
    arrows.emplace_back(trace->nameText(flow.from), trace->nameText(flow.to));
  }
  EXPECT_THAT(arrows, ElementsAre(Pair("a", "b"), Pair("b", "c"), Pair("e", "f")));
}

TEST(PerfettoCounters, haveTheirTracksNamesUnitsAndMultipliers) {
  PacketWriter packets;
  addProgram(packets);
  packets.descriptor(10, 1, "memory", [](Writer& d) {
    d.add_message(8, messageOf([](Writer& c) {
                    c.add_int32(3, 3);
                    c.add_int64(4, 1024);
                  }));
  });
  packets.descriptor(11, 1, "allocated",
                     [](Writer& d) { d.add_message(8, messageOf([](Writer& c) { c.add_bool(5, true); })); });
  packets.event(100, 4, 10, [](Writer& e) { e.add_int64(30, 3); });
  packets.event(110, 4, 10, [](Writer& e) { e.add_double(44, 0.5); });
  packets.event(100, 4, 11, [](Writer& e) { e.add_int64(30, 10); });
  packets.event(120, 1, 2, [](Writer& e) {
    e.add_string(23, "slice");
    e.add_uint64(31, 11);
    e.add_int64(12, -4);
  });
  packets.end(130, 2);
  const auto trace = readPackets(packets.bytes());
  EXPECT_THAT(samplesOf(*trace, "memory", ""), ElementsAre(Pair(100, 3072), Pair(110, 512)));
  EXPECT_THAT(samplesOf(*trace, "allocated", ""), ElementsAre(Pair(100, 10), Pair(120, 6)));
  EXPECT_EQ(trace->text(trace->counters()[0].unit), "bytes");
}

}  // namespace
}  // namespace kernline::test
