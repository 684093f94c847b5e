// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include "app/cli/kit/exit_code.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace kernline::cli {

/// Standard output, buffered. A reader that has gone away (`| head`) ends the answer quietly.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() { flush(); }

  void write(std::string_view text);
  /// Whether nobody reads any more: whoever writes much may stop.
  [[nodiscard]] bool isClosed() const { return m_error != 0 || m_hasFailed; }
  /// Ends the answer as an error: what is still buffered is not written, and `finish` says unusableInput.
  void fail(const Message& why);
  /// Writes what is buffered; says on stderr what went wrong unless the reader just left.
  [[nodiscard]] ExitCode finish();

  /// Columns of the terminal that stdout is; 0 if it is none.
  [[nodiscard]] static std::size_t terminalWidth();

 private:
  void flush();

  std::string m_buffer;
  int m_error = 0;  ///< errno of the write that failed
  bool m_hasFailed = false;
};

/// One line on stderr: "kernline: …".
void printError(std::string_view sentence);
void printError(const Message& message);

}  // namespace kernline::cli
