// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_intake.h"
#include "app/recorder/io/frames.h"
#include "app/recorder/io/unix_socket.h"

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace kernline::recorder {

/// Takes the events of all recorded processes, as they come, into one output. Reads no faster than the output writes:
/// the rest waits in the processes, which drop and count what they cannot hold.
class Collector {
 public:
  using Clock = std::chrono::steady_clock;

  Collector(Descriptor listener, EventIntake& output);

  /// Appends what to wait for to poll()'s list; pass the results to serve().
  void addWaits(std::vector<pollfd>& waits);
  void serve(const std::vector<pollfd>& waits);

  /// Has every process send what there is and go on. With `atOnce`, what the GPUs have not finished is given up.
  void flush(bool atOnce);
  /// Whether all have answered the last flush, or are gone.
  [[nodiscard]] bool isFlushed() const;
  /// Whether something is in flight on the GPUs and not sent, as they answered.
  [[nodiscard]] bool isInFlight() const { return m_isInFlight; }

  /// Accepts no more processes, and requests all to send their data and end.
  void stop();
  /// Lets go of everybody at once.
  void close();

  [[nodiscard]] bool hasProcesses() const { return !m_processes.empty(); }
  /// The time of the last arrival of data.
  [[nodiscard]] Clock::time_point lastArrival() const { return m_lastArrival; }
  /// The number of processes that were ever recorded.
  [[nodiscard]] std::uint32_t processCount() const { return m_processCount; }
  [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
  /// Activities that had not ended when they were to be sent.
  [[nodiscard]] std::uint64_t inFlight() const { return m_inFlight; }
  /// Sentences of the processes, and about them.
  [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }
  /// CUPTI's version in the recorded processes; 0 if none reported it.
  [[nodiscard]] int cuptiVersion() const { return m_cuptiVersion; }
  /// Returns the cost of recording a PyTorch operator in ns, the maximum over processes; 0 if none was recorded.
  [[nodiscard]] std::uint64_t operatorCost() const { return m_operatorCost; }

 private:
  struct Process {
    Descriptor socket;
    FrameReader reader;
    std::string name;
    bool hasGreeted = false;
    bool hasSentGarbage = false;
    bool isOver = false;
    bool isToFlush = false;
  };

  void acceptConnection();
  void receive(Process& process);
  void take(Process& process, Frame& frame);
  void note(std::string text);

  Descriptor m_listener;
  EventIntake& m_output;
  std::vector<Process> m_processes;
  Clock::time_point m_lastArrival = Clock::now();
  std::uint32_t m_processCount = 0;
  std::uint64_t m_dropped = 0;
  std::uint64_t m_inFlight = 0;
  bool m_isInFlight = false;
  std::vector<std::string> m_notes;
  int m_cuptiVersion = 0;
  std::uint64_t m_operatorCost = 0;
};

}  // namespace kernline::recorder
