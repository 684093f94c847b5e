// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds output, exit codes and options that several commands share.
#pragma once

#include "core/model/base/message.h"

#include "app/cli/kit/exit_code.h"
#include "app/cli/kit/pager.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace kernline::cli {

/// The reader of an answer: a person at a terminal, or a program that takes JSON or CSV as it is.
enum class Audience { Human, Machine };

/// Standard output, buffered. A reader that has gone away (`| head`) ends the answer quietly. Output longer than a
/// person's terminal goes through a pager. A `CapturedAnswer` takes it instead.
class Output {
 public:
  explicit Output(Audience audience) : m_audience(audience) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() { flush(); }  // the pager goes after it

  void write(std::string_view text);
  /// Returns true if the reader is gone: writers of much may stop.
  [[nodiscard]] bool isClosed() const { return m_error != 0 || m_hasFailed; }
  /// Ends the answer as an error: what is still buffered is not written, and `finish` returns unusableInput.
  void fail(const Message& why);
  /// Writes what is buffered; reports errors on stderr unless the reader just left.
  [[nodiscard]] ExitCode finish();

 private:
  void flush();
  [[nodiscard]] bool wantsPager() const;

  Audience m_audience;
  Pager m_pager;
  std::string m_buffer;
  int m_error = 0;  ///< errno of the write that failed
  bool m_hasFailed = false;
};

/// One line on stderr, "kernline: …", or a sentence of the `CapturedAnswer`.
void printError(std::string_view sentence);
void printError(const Message& message);

}  // namespace kernline::cli
