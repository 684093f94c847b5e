// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/record_counts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// Messages between a recorded process and its recorder, always whole: truncated ones are dropped.
enum class FrameKind : std::uint32_t {
  Hello = 1,         ///< process to recorder: its name
  Welcome = 2,       ///< recorder to process: its number, as text
  Events = 3,        ///< process to recorder: lines and how many of each kind
  Note = 4,          ///< process to recorder: a sentence for the person who records
  Dropped = 5,       ///< process to recorder: that many records are lost, as text
  Stop = 6,          ///< recorder to process: send what there is and end
  End = 7,           ///< process to recorder: that was all
  Version = 8,       ///< process to recorder: CUPTI's version, as text
  OperatorCost = 9,  ///< process to recorder: ns that recording an operator of PyTorch takes, as text

  // Sent on the socket of an armed recorder, which takes Stop too: the steps to record are over, or none will be
  // recorded any more.
  StandBy = 10,  ///< process to recorder: it can be recorded
  Fire = 11,     ///< to the recorder: record now, for as many ns, as text; to a process: begin, with these variables
  Begun = 12,    ///< process to recorder: it is being recorded

  Trigger = 13,   ///< process to recorder, on the socket of an armed one that records all the time: a Trigger, as text
  Flush = 14,     ///< recorder to process: send what there is and go on; the body is flushAtOnce or empty
  Flushed = 15,   ///< process to recorder: that was all until the Flush; the body is stillInFlight or empty
  InFlight = 16,  ///< process to recorder: number of activities that had not ended and are not sent, as text
};

/// Bodies of frames: what the GPUs have not finished is given up, and it was not waited for.
inline constexpr std::string_view flushAtOnce = "at once";
inline constexpr std::string_view stillInFlight = "in flight";

struct Frame {
  FrameKind kind = FrameKind::Hello;
  RecordCounts counts;
  std::string body;
};

inline constexpr std::size_t maxFrameBytes = 4U << 20U;

std::string frameBytes(FrameKind kind, std::string_view body, const RecordCounts& counts = {});

/// Bytes as frames, however they arrive.
class FrameReader {
 public:
  void add(std::string_view bytes) { m_bytes.append(bytes); }
  /// The next whole frame. After something that is no frame: none, ever.
  std::optional<Frame> next();
  [[nodiscard]] bool isBroken() const { return m_isBroken; }

 private:
  std::string m_bytes;
  std::size_t m_begin = 0;
  bool m_isBroken = false;
};

}  // namespace kernline::recorder
