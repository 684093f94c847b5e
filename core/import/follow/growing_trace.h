// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads a trace that is still being written.
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline {

/// A Chrome trace that is still being written: each look reads what has been added and makes a trace of the whole.
/// Plain text only; a line that is there in part is left for the next look.
class GrowingTrace {
 public:
  /// `shownPath` is the source's name in the traces: "-" for piped input that is stored in a file. Half of what is free
  /// below `maxMemory` (as that of `LoadOptions`) is for the events read, so that traces can be made of them.
  GrowingTrace(std::string path, std::string shownPath, std::uint64_t maxMemory = 0);
  ~GrowingTrace();
  GrowingTrace(GrowingTrace&&) noexcept;
  GrowingTrace& operator=(GrowingTrace&&) noexcept;

  /// Tells whether more is known to come.
  enum class More : std::uint8_t { Possible, None };
  struct Look {
    std::shared_ptr<const Trace> trace;  ///< nullptr if nothing is new, or the events have not begun
    bool isComplete = false;             ///< the document has its end, or memory ended; with More::None always
    std::uint64_t bytes = 0;             ///< size of the file
    std::uint64_t events = 0;            ///< read so far
  };
  /// Costs what is new plus making a trace of all. A file that became another one is read from its beginning. After a
  /// complete look the trace is what `load` gives.
  /// Errors: the file is gone or cannot be read; `More::None` and it is no trace; stopped.
  [[nodiscard]] Expected<Look> look(More more, unsigned threads, const std::stop_token& stop);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// Whether a trace is a recording of Kernline's own that has no footer: it may still grow.
[[nodiscard]] bool isOpenRecording(const Trace& trace);
/// Whether a text that begins so is a recording of Kernline's own.
[[nodiscard]] bool isRecordingByItsHead(std::string_view head);

}  // namespace kernline
