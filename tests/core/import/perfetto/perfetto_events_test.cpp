// SPDX-License-Identifier: GPL-3.0-or-later
// What packets mean: slices, names, clocks, flows, counters and stages of traces made packet by packet.
#include "core/import/perfetto/read_perfetto.h"
#include "packet_writer.h"
#include "tests/support/packed_text.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <memory>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::shared_ptr<const Trace> read(const std::string& bytes, std::size_t pieceBytes = std::size_t{4} << 20,
                                  unsigned threads = 1) {
  perfetto::ReadOptions options;
  options.load.threads = threads;
  options.pieceBytes = pieceBytes;
  auto trace = perfetto::readPerfettoBytes(bytes, options);
  EXPECT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ(brokenPromise(**trace), "");
  return *trace;
}

std::int64_t lengthOf(const Trace& trace, std::string_view name) {
  return trace.duration(spanNamed(trace, name)).ns;
}

void addProgram(PacketWriter& packets) {
  packets.process(1, 500, "program");
  packets.thread(2, 500, 501, "worker");
}

TEST(PerfettoSlices, nestByAStackWhereTimeRunsForward) {
  PacketWriter packets;
  addProgram(packets);
  packets.begin(100, 2, "outer");
  packets.begin(110, 2, "inner");
  packets.end(120, 2);
  packets.end(150, 2);
  const auto trace = read(packets.bytes());
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
  const auto trace = read(packets.bytes());
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
  const auto trace = read(packets.bytes());
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
  const auto trace = read(packets.bytes());
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
  const auto trace = read(packets.bytes());
  EXPECT_EQ(lengthOf(*trace, "open"), 50);
  EXPECT_TRUE(has(trace->flags(spanNamed(*trace, "open")), SpanFlags::Unfinished));
  EXPECT_EQ(trace->report()[IssueKind::BeginWithoutEnd].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::EndWithoutBegin].count, 1U);
}

void beginInterned(PacketWriter& packets, std::uint64_t time, std::uint64_t iid) {
  packets.event(time, 1, 2, [&](Writer& e) { e.add_uint64(10, iid); });
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
  const auto trace = read(bytes);
  EXPECT_EQ(lengthOf(*trace, "of two"), 10);
  EXPECT_EQ(lengthOf(*trace, "of one"), 20);
  EXPECT_EQ(spansNamed(*trace, "again").size(), 2U);
  for (const std::size_t pieceBytes : {1, 20, 100}) {
    EXPECT_EQ(firstDifference(*trace, *read(bytes, pieceBytes, 3)), "") << pieceBytes;
  }
}

TEST(PerfettoInterning, countsNamesThatAreNotThere) {
  PacketWriter packets;
  addProgram(packets);
  beginInterned(packets, 100, 9);
  packets.end(110, 2);
  const auto trace = read(packets.bytes());
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
  const auto trace = read(packets.bytes());
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
  EXPECT_EQ(read(packets.bytes())->report()[IssueKind::BadTimestamp].count, 1U);
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
  slice(130, "d", 47, 77, false);  // behind the end: a flow of its own
  slice(140, "e", 36, 5, true);
  slice(150, "f", 42, 5, true);
  const auto trace = read(packets.bytes());
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
  const auto trace = read(packets.bytes());
  EXPECT_THAT(samplesOf(*trace, "memory", ""), ElementsAre(Pair(100, 3072), Pair(110, 512)));
  EXPECT_THAT(samplesOf(*trace, "allocated", ""), ElementsAre(Pair(100, 10), Pair(120, 6)));
  EXPECT_EQ(trace->text(trace->counters()[0].unit), "bytes");
}

template <typename Fill>
void addLegacy(PacketWriter& packets, std::uint64_t time, char phase, std::string_view name, const Fill& fill) {
  packets.event(time, 0, 2, [&](Writer& e) {
    e.add_string(23, std::string(name));
    e.add_string(22, "legacy");
    e.add_message(6, messageOf([&](Writer& l) {
                    l.add_int32(2, phase);
                    fill(l);
                  }));
  });
}

TEST(PerfettoLegacy, phasesMeanWhatTheyMeanInJson) {
  PacketWriter packets;
  addProgram(packets);
  addLegacy(packets, 100, 'X', "complete", [](Writer& l) { l.add_int64(3, 7); });
  addLegacy(packets, 8000, 'B', "begun", [](Writer&) {});
  addLegacy(packets, 8100, 'E', "", [](Writer&) {});
  addLegacy(packets, 9000, 'b', "async", [](Writer& l) { l.add_uint64(10, 3); });
  addLegacy(packets, 9500, 'e', "async", [](Writer& l) { l.add_uint64(10, 3); });
  addLegacy(packets, 9600, 'i', "moment", [](Writer& l) { l.add_int32(14, 1); });
  addLegacy(packets, 200, 's', "arrow", [](Writer& l) { l.add_uint64(6, 1); });
  addLegacy(packets, 8050, 'f', "arrow", [](Writer& l) {
    l.add_uint64(6, 1);
    l.add_bool(12, true);
  });
  addLegacy(packets, 9700, 'v', "memory dump", [](Writer&) {});
  const auto trace = read(packets.bytes());
  EXPECT_EQ(lengthOf(*trace, "complete"), 7000);
  EXPECT_EQ(lengthOf(*trace, "begun"), 100);
  EXPECT_EQ(lengthOf(*trace, "async"), 500);
  ASSERT_EQ(trace->instants().size(), 1U);
  EXPECT_EQ(trace->instants()[0].scope, InstantScope::Global);
  ASSERT_EQ(trace->flows().size(), 1U);
  EXPECT_EQ(trace->nameText(trace->flows()[0].from), "complete");
  EXPECT_EQ(trace->nameText(trace->flows()[0].to), "begun");
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 1U);
}

TEST(PerfettoArgs, areReadAgainFromThePacket) {
  PacketWriter packets;
  addProgram(packets);
  packets.interned(true, [](Writer& i) {
    i.add_message(3, PacketWriter::entry(1, "interned key"));
    i.add_message(29, PacketWriter::entry(2, "interned text"));
    i.add_message(4, messageOf([](Writer& s) {
                    s.add_uint64(1, 3);
                    s.add_string(2, "loop.cpp");
                    s.add_string(3, "run()");
                    s.add_uint32(4, 12);
                  }));
  });
  packets.event(100, 1, 2, [](Writer& e) {
    e.add_string(23, "slice");
    e.add_uint64(34, 3);
    const auto annotation = [&](std::string_view key, const auto& fill) {
      e.add_message(4, messageOf([&](Writer& a) {
                      a.add_string(10, std::string(key));
                      fill(a);
                    }));
    };
    annotation("bool", [](Writer& a) { a.add_bool(2, true); });
    annotation("big", [](Writer& a) { a.add_uint64(3, UINT64_MAX); });
    annotation("real", [](Writer& a) { a.add_double(5, 0.25); });
    annotation("null", [](Writer& a) { a.add_string(6, "null"); });
    annotation("pointer", [](Writer& a) { a.add_uint64(7, 255); });
    annotation("nothing", [](Writer&) {});
    annotation("list", [](Writer& a) {
      a.add_message(12, messageOf([](Writer& v) { v.add_int64(4, 1); }));
      a.add_message(12, messageOf([](Writer& v) { v.add_int64(4, -2); }));
    });
    annotation("json", [](Writer& a) { a.add_string(9, R"({"a": [1]})"); });
    e.add_message(4, messageOf([](Writer& a) {
                    a.add_uint64(1, 1);
                    a.add_uint64(17, 2);
                  }));
  });
  packets.event(200, 2, 2, [](Writer& e) {
    e.add_message(4, messageOf([](Writer& a) {
                    a.add_string(10, "at the end");
                    a.add_int64(4, 5);
                  }));
  });
  const auto trace = read(packets.bytes());
  const EventDetails details = trace->details(spanNamed(*trace, "slice"));
  const auto text = [&](std::string_view key) {
    const ArgNode* const node = details.args.find(key);
    return node == nullptr ? "absent" : node->text;
  };
  EXPECT_EQ(text("bool"), "true");
  EXPECT_EQ(text("big"), "18446744073709551615");
  EXPECT_EQ(text("real"), "0.25");
  EXPECT_EQ(details.args.find("null")->kind, ArgNode::Kind::Null);
  EXPECT_EQ(text("pointer"), "0xff");
  EXPECT_EQ(details.args.find("nothing")->kind, ArgNode::Kind::Array);
  ASSERT_EQ(details.args.find("list")->children.size(), 2U);
  EXPECT_EQ(details.args.find("list")->children[1].text, "-2");
  EXPECT_EQ(details.args.find("json")->find("a")->children[0].text, "1");
  EXPECT_EQ(text("interned key"), "interned text");
  EXPECT_EQ(text("at the end"), "5");
  EXPECT_EQ(details.fields.find("source")->text, "loop.cpp:12 run()");
}

TEST(PerfettoStages, areKernelsOnStreamsAndLinkedToTheirLaunches) {
  PacketWriter packets;
  addProgram(packets);
  packets.interned(true, [](Writer& i) {
    i.add_message(24, PacketWriter::entry(1, "Kernel"));
    i.add_message(24, PacketWriter::entry(2, "Memcpy"));
    i.add_message(24, PacketWriter::entry(100, "[07] stream 7"));
    i.add_message(1000, PacketWriter::entry(1, "kernel(int)", 3));
  });
  packets.event(100, 1, 2, [](Writer& e) {
    e.add_string(23, "cudaLaunchKernel");
    e.add_message(3000, messageOf([](Writer& g) { g.add_uint64(1, 41); }));
  });
  packets.end(110, 2);
  const auto stage = [&](std::uint64_t time, std::uint64_t id, std::uint64_t kind, bool isKernel) {
    packets.timed(time, [&](Writer& p) {
      p.add_message(53, messageOf([&](Writer& s) {
                      s.add_uint64(1, id);
                      s.add_uint64(2, 50);
                      s.add_int32(11, 3);
                      s.add_uint64(13, 100);
                      s.add_uint64(14, kind);
                      if (isKernel) {
                        s.add_uint64(19, 1);
                        s.add_message(21, messageOf([](Writer& l) {
                                        l.add_message(1, messageOf([](Writer& d) { d.add_uint32(1, 64); }));
                                      }));
                      }
                      s.add_message(6, messageOf([](Writer& x) {
                                      x.add_string(1, "device id");
                                      x.add_string(2, "3");
                                    }));
                    }));
    });
  };
  stage(120, 41, 1, true);
  stage(180, 42, 2, false);
  const auto trace = read(packets.bytes());
  const SpanId kernel = spanNamed(*trace, "kernel(int)");
  EXPECT_EQ(trace->kind(kernel), SpanKind::Kernel);
  EXPECT_EQ(trace->categoryText(kernel), "kernel");
  EXPECT_EQ(trace->launchOf(kernel), spanNamed(*trace, "cudaLaunchKernel"));
  EXPECT_EQ(trace->kind(spanNamed(*trace, "Memcpy")), SpanKind::Memcpy);
  const Track& track = trace->track(trace->trackOf(kernel));
  EXPECT_EQ(track.kind, TrackKind::Stream);
  EXPECT_EQ(trace->text(track.tid), "7");
  EXPECT_EQ(trace->process(track.process).device, 3);
  const ArgNode args = trace->details(kernel).args;
  EXPECT_EQ(args.find("grid")->children[0].text, "64");
  EXPECT_EQ(args.find("device")->text, "3");
}

TEST(PerfettoPackets, mayBeCompressedInPackets) {
  PacketWriter inner;
  addProgram(inner);
  inner.interned(true, [](Writer& i) { i.add_message(2, PacketWriter::entry(1, "packed")); });
  beginInterned(inner, 100, 1);
  inner.event(150, 2, 2, [](Writer& e) {
    e.add_message(4, messageOf([](Writer& a) {
                    a.add_string(10, "key");
                    a.add_int64(4, 5);
                  }));
  });
  PacketWriter packets;
  packets.packet([&](Writer& p) { p.add_message(133, compressed(inner.bytes(), "zstd")); });
  beginInterned(packets, 200, 1);  // the state goes on outside
  packets.end(230, 2);
  const auto trace = read(packets.bytes());
  ASSERT_EQ(spansNamed(*trace, "packed").size(), 2U);
  const SpanId span = spansNamed(*trace, "packed")[0];
  EXPECT_EQ(trace->details(span).args.find("key")->text, "5");
  EXPECT_THAT(trace->placeText(trace->offset(span)).english(), HasSubstr("compressed packets at byte"));
  EXPECT_EQ(firstDifference(*trace, *read(packets.bytes(), 1, 2)), "");
}

TEST(PerfettoPackets, ofOtherSourcesAreCountedAndLossesTold) {
  PacketWriter packets;
  addProgram(packets);
  packets.begin(1, 2, "slice");
  packets.end(2, 2);
  packets.packet([](Writer& p) { p.add_message(1, std::string("\x08\x01")); });   // ftrace
  packets.packet([](Writer& p) { p.add_message(39, std::string("\x08\x01")); });  // Android's log
  packets.timed(5, [](Writer& p) { p.add_bool(42, true); });
  packets.packet([](Writer& p) {
    p.add_message(35, messageOf([](Writer& s) {
                    s.add_message(1, messageOf([](Writer& b) {
                                    b.add_uint64(3, 2);   // chunks overwritten
                                    b.add_uint64(19, 5);  // packets lost by writers
                                  }));
                  }));
  });
  const auto trace = read(packets.bytes());
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 2U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].example, "ftrace_events");
  EXPECT_EQ(trace->report()[IssueKind::ProfilerError].count, 8U);
}

}  // namespace
}  // namespace kernline::test
