// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/exit_code.h"

#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

/// Captures what commands write to `Output` and `printError` instead of printing it, while it lives, and ends loading
/// and queries on `stop`: for a program that runs commands to answer others. One at a time.
class CapturedAnswer {
 public:
  /// `maxBytes`: a longer answer is dropped, and the command sees its reader gone.
  CapturedAnswer(std::stop_token stop, std::size_t maxBytes);
  CapturedAnswer(const CapturedAnswer&) = delete;
  CapturedAnswer& operator=(const CapturedAnswer&) = delete;
  ~CapturedAnswer();

  /// nullptr if standard output and standard error are the program's own.
  [[nodiscard]] static CapturedAnswer* current();

  /// False if it is too long.
  [[nodiscard]] bool write(std::string_view text);
  void addDiagnostic(std::string sentence);

  [[nodiscard]] std::string takeText() { return std::exchange(m_text, {}); }
  [[nodiscard]] bool isTooLong() const { return m_isTooLong; }
  [[nodiscard]] std::vector<std::string> diagnostics() const;
  [[nodiscard]] const std::stop_token& stop() const { return m_stop; }

 private:
  std::stop_token m_stop;
  std::size_t m_maxBytes;
  std::string m_text;
  bool m_isTooLong = false;
  mutable std::mutex m_mutex;
  std::vector<std::string> m_diagnostics;
};

/// Returns the stop token of the captured answer; else one that never stops.
[[nodiscard]] std::stop_token stopOfAnswer();

/// Exit code of a stopped command: its output is not used.
inline constexpr ExitCode answerStopped = unusableInput;

}  // namespace kernline::cli
