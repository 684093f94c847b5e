// SPDX-License-Identifier: GPL-3.0-or-later
// What packets hold beside events of their own: phases of the old format, args, stages of GPUs, packed packets, losses.
#include "packet_traces.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace kernline::test {
namespace {

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
  const auto trace = readPackets(packets.bytes());
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
  const auto trace = readPackets(packets.bytes());
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
  constexpr std::array<std::string_view, 4> some{"interned key", "list", "absent", "at the end"};
  const ArgNode asked = trace->args(spanNamed(*trace, "slice"), some);
  ASSERT_EQ(asked.children.size(), 3U);
  for (const ArgNode& node : asked.children) {
    EXPECT_EQ(flatText(node), flatText(*details.args.find(node.key))) << node.key;
  }
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
  const auto trace = readPackets(packets.bytes());
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
  constexpr std::array<std::string_view, 3> some{"device", "shared memory", "absent"};
  const ArgNode asked = trace->args(kernel, some);
  ASSERT_EQ(asked.children.size(), 2U);
  for (const ArgNode& node : asked.children) {
    EXPECT_EQ(flatText(node), flatText(*args.find(node.key))) << node.key;
  }
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
  const auto trace = readPackets(packets.bytes());
  ASSERT_EQ(spansNamed(*trace, "packed").size(), 2U);
  const SpanId span = spansNamed(*trace, "packed")[0];
  EXPECT_EQ(trace->details(span).args.find("key")->text, "5");
  EXPECT_THAT(trace->placeText(trace->offset(span)), mentions("byte-in-compressed-packets", anyValue, anyValue));
  EXPECT_EQ(firstDifference(*trace, *readPackets(packets.bytes(), 1, 2)), "");
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
  const auto trace = readPackets(packets.bytes());
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 2U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].example, "ftrace_events");
  EXPECT_EQ(trace->report()[IssueKind::ProfilerError].count, 8U);
}

}  // namespace
}  // namespace kernline::test
