// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::remote {

/// A program that answers on its standard output: ssh, with the command for the other machine. Ends with its owner.
class ServerProcess {
 public:
  /// Errors: Unreadable where it cannot be started.
  [[nodiscard]] static Expected<std::unique_ptr<ServerProcess>> start(const std::string& program,
                                                                      const std::string& host,
                                                                      const std::string& command);
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess();

  [[nodiscard]] bool write(std::string_view bytes) const;
  /// Returns its output, waiting at most `wait`; empty if there is none. `isOpen` is false once it has closed its end.
  [[nodiscard]] std::string read(std::chrono::milliseconds wait);
  [[nodiscard]] bool isOpen() const { return m_isOpen; }
  /// The last line that it wrote on its standard error.
  [[nodiscard]] std::string lastWords();

 private:
  ServerProcess(pid_t child, int questions, int answers, int errors)
      : m_child(child), m_questions(questions), m_answers(answers), m_errors(errors) {}
  void readErrors();

  pid_t m_child;
  int m_questions;  // a socket, whose end is reported without a signal
  int m_answers;
  int m_errors;
  bool m_isOpen = true;
  std::string m_said;
};

}  // namespace kernline::remote
