// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace kernline {

/// A recording that comes through a pipe: copied to a nameless temporary file while it comes, so that it can be read
/// like any file that grows. The file is gone with the last owner, or with the process, however that ends.
class PipedRecording {
 public:
  /// Copies from `descriptor`, which is not closed, on a thread of its own. `head` has been read from it already.
  /// Errors: there is no room for a temporary file.
  [[nodiscard]] static Expected<std::shared_ptr<const PipedRecording>> begin(int descriptor, const std::string& head);

  PipedRecording(const PipedRecording&) = delete;
  PipedRecording& operator=(const PipedRecording&) = delete;
  ~PipedRecording();

  /// Returns the path to open while this lives.
  [[nodiscard]] std::string path() const;
  [[nodiscard]] bool hasEnded() const;
  /// Called once, from another thread, or at once if the pipe has ended already.
  void onEnded(std::function<void()> callback) const;

 private:
  struct State;
  explicit PipedRecording(std::shared_ptr<State> state) : m_state(std::move(state)) {}

  std::shared_ptr<State> m_state;
};

/// The beginning of a pipe, read until it is clear whether it is a recording of Kernline's own.
struct PipeHead {
  std::string text;
  bool isRecording = false;
};

/// Reads no further than needed. Blocks until then, the pipe's end, or `stop`.
[[nodiscard]] PipeHead readPipeHead(int descriptor, const std::stop_token& stop);

}  // namespace kernline
