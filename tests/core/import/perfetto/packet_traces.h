// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/read_perfetto.h"
#include "packet_writer.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::test {

inline std::shared_ptr<const Trace> readPackets(const std::string& bytes, std::size_t pieceBytes = std::size_t{4} << 20,
                                                unsigned threads = 1) {
  perfetto::ReadOptions options;
  options.load.threads = threads;
  options.pieceBytes = pieceBytes;
  auto trace = perfetto::readPerfettoBytes(bytes, options);
  EXPECT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ(brokenPromise(**trace), "");
  return *trace;
}

inline std::int64_t lengthOf(const Trace& trace, std::string_view name) {
  return trace.duration(spanNamed(trace, name)).ns;
}

inline void addProgram(PacketWriter& packets) {
  packets.process(1, 500, "program");
  packets.thread(2, 500, 501, "worker");
}

inline void beginInterned(PacketWriter& packets, std::uint64_t time, std::uint64_t iid) {
  packets.event(time, 1, 2, [&](Writer& e) { e.add_uint64(10, iid); });
}

}  // namespace kernline::test
