// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/synthetic_trace.h"

#include "core/model/trace/trace_builder.h"

#include <algorithm>
#include <random>
#include <string>

namespace kernline::bench {

namespace {

constexpr std::size_t lanesPerThread = 4;
constexpr std::size_t namesPerKind = 200;

class Producer {
 public:
  explicit Producer(TraceBuilder& builder) : m_builder(builder) {
    for (std::size_t i = 0; i < namesPerKind; ++i) {
      const std::string number = std::to_string(i);
      m_kernels.push_back(m_builder.intern("void at::native::vectorized_elementwise_kernel<4, at::native::Functor" +
                                           number + "<float>, std::array<char*, 3> >(int, at::native::Functor" +
                                           number + "<float>, std::array<char*, 3>)"));
      m_ops.push_back(m_builder.intern("aten::operator_" + number));
    }
  }

  /// Spans of device activity, one after the other, with gaps and every thousandth time a long pause.
  void fillStream(TrackId track, std::size_t spans) {
    Time at{0};
    for (std::size_t i = 0; i < spans; ++i) {
      const bool isCopy = m_random() % 16 == 0;
      const Duration length{static_cast<std::int64_t>(800 + m_random() % 6000)};
      m_builder.addSpan({.start = at,
                         .duration = length,
                         .name = isCopy ? m_builder.intern("Memcpy HtoD (Pinned -> Device)") : pick(m_kernels),
                         .track = track,
                         .kind = isCopy ? SpanKind::Memcpy : SpanKind::Kernel});
      const bool pauses = m_random() % 1000 == 0;
      at = at + length + Duration{static_cast<std::int64_t>(pauses ? 2'000'000 : m_random() % 1500)};
    }
  }

  /// Operators in operators: each holds four of the next lane.
  void fillThread(TrackId track, std::size_t spans) {
    const std::size_t perTree = 1 + 4 + 16 + 64;
    Time at{0};
    for (std::size_t i = 0; i < spans / perTree; ++i) {
      const Duration length{static_cast<std::int64_t>(200'000 + m_random() % 400'000)};
      addTree(track, {at, at + length}, 0);
      at = at + length + Duration{static_cast<std::int64_t>(m_random() % 40'000)};
    }
  }

 private:
  void addTree(TrackId track, TimeRange range, std::size_t depth) {
    m_builder.addSpan({.start = range.begin,
                       .duration = range.length(),
                       .name = pick(m_ops),
                       .track = track,
                       .kind = depth + 1 == lanesPerThread ? SpanKind::Runtime : SpanKind::Op});
    const std::int64_t quarter = range.length().ns / 4;
    for (std::int64_t i = 0; depth + 1 < lanesPerThread && i < 4; ++i) {
      const Time begin = range.begin + Duration{i * quarter + quarter / 10};
      addTree(track, {begin, begin + Duration{quarter * 8 / 10}}, depth + 1);
    }
  }

  StringId pick(const std::vector<StringId>& names) { return names[m_random() % names.size()]; }

  TraceBuilder& m_builder;
  std::mt19937_64 m_random{20261121};
  std::vector<StringId> m_kernels;
  std::vector<StringId> m_ops;
};

}  // namespace

std::shared_ptr<const Trace> syntheticTrace(std::size_t spans, std::size_t rows) {
  TraceBuilder builder;
  Producer producer(builder);
  const ProcessId device = builder.addProcess({.pid = builder.intern("0"), .device = 0});
  const ProcessId host = builder.addProcess({.pid = builder.intern("4711"), .name = builder.intern("python")});
  const std::size_t streams = rows / 3;
  const std::size_t threads = std::max<std::size_t>(1, (rows - streams) / lanesPerThread);
  const std::size_t perLane = spans / rows;
  const auto addTrack = [&](ProcessId process, TrackKind kind, std::size_t tid) {
    Track track;
    track.process = process;
    track.kind = kind;
    track.tid = builder.intern(std::to_string(tid));
    return builder.addTrack(track);
  };
  for (std::size_t i = 0; i < streams; ++i) {
    producer.fillStream(addTrack(device, TrackKind::Stream, i + 7), perLane);
  }
  for (std::size_t i = 0; i < threads; ++i) {
    producer.fillThread(addTrack(host, TrackKind::Thread, 4711 + i), perLane * lanesPerThread);
  }
  return builder.build(2);
}

}  // namespace kernline::bench
