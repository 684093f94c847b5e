// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::remote {

/// Frames of requests to `kernline serve --stdio`, one at a time, and of its answers. Payloads are those of
/// PackedWriter.
enum class FrameKind : std::uint8_t {
  // questions
  Open,     ///< path, and what the file has to be, see `identityOf`; empty for any file
  Again,    ///< the same, of a client that has the trace already
  Details,  ///< first event, count
  Place,    ///< event
  Column,   ///< kind of span, keys
  Search,   ///< text, flags
  // answers
  Working,  ///< comes until there is an answer: stage, bytes done, bytes in all
  Answer,   ///< whether the file has changed, and what the question is about
  Failure,  ///< a message
  Last = Failure,
};

/// Content after the identity of a file in the answer to Open.
enum class Opened : std::uint8_t {
  Copy,   ///< the file
  Trace,  ///< trace in the form of `packTrace`
  Digests,
  Last = Digests,
};

/// A kind, the length of the payload in four bytes, and the payload.
struct Frame {
  FrameKind kind = FrameKind::Failure;
  std::string payload;
};

/// Bytes that the server sends before its first frame, followed by its version; a shell's output before that is
/// skipped.
inline constexpr std::string_view greeting = "\nkernline serve 1 ";

/// Maximum size of a frame.
inline constexpr std::size_t maxFrameBytes = std::size_t{1} << 30U;

[[nodiscard]] std::string frameBytes(FrameKind kind, std::string_view payload);

/// Cuts what arrives into frames.
class FrameCutter {
 public:
  void add(std::string_view bytes) { m_bytes += bytes; }
  /// The next whole frame.
  [[nodiscard]] std::optional<Frame> next();
  /// Whether what came can be no frame.
  [[nodiscard]] bool isBroken() const;
  /// Returns the received bytes of the frame that is arriving; 0 if there is none.
  [[nodiscard]] std::size_t arrived() const;
  [[nodiscard]] std::size_t expected() const;
  /// Drops everything up to the greeting and its line; false while it has not come.
  [[nodiscard]] bool passGreeting();

 private:
  std::string m_bytes;
};

}  // namespace kernline::remote
