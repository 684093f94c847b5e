// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace kernline::recorder {

/// The memory that CUPTI fills with records: a bounded number of blocks that go round. When all are under way, CUPTI
/// gets none and counts the records that it drops.
class ActivityBuffers {
 public:
  static constexpr std::size_t bufferBytes = 1U << 20U;
  static constexpr std::size_t maxBuffers = 128;

  struct Filled {
    std::uint8_t* data = nullptr;
    std::size_t bytes = 0;
  };

  /// A block for CUPTI, or null.
  std::uint8_t* request();
  /// The number of blocks that CUPTI has had so far.
  [[nodiscard]] std::uint64_t requested();
  /// Whether CUPTI is done with the first `count` of them.
  [[nodiscard]] bool hasBack(std::uint64_t count);
  /// CUPTI is done with a block.
  void complete(std::uint8_t* data, std::size_t bytes);
  /// The oldest filled one; waits for it. nullopt if close() was called and all have been taken.
  std::optional<Filled> take();
  /// A block may be filled again.
  void returnBuffer(std::uint8_t* data);
  /// Ends all waiting.
  void close();
  void open();
  /// Waits until all filled ones have been taken and given back, at most `patience`.
  void waitUntilTaken(std::chrono::milliseconds patience);

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<std::uint8_t*> m_free;  // never released: CUPTI may hold some until the process ends
  std::size_t m_made = 0;
  std::uint64_t m_requested = 0;
  std::map<std::uint8_t*, std::uint64_t> m_out;  // buffers that CUPTI has, with their numbers from 1
  std::deque<Filled> m_filled;
  std::size_t m_beingRead = 0;
  bool m_isClosed = false;
};

}  // namespace kernline::recorder
