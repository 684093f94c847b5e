// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace kernline::recorder {

enum class ExitCode : int { done = 0, fileTrouble = 1, wrongUsage = 2, noDevice = 3, kernelFailed = 4 };

/// Ends a command: one sentence for the person and the exit code that goes with it.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), m_code(code) {}

  ExitCode code() const { return m_code; }

 private:
  ExitCode m_code;
};

}  // namespace kernline::recorder
