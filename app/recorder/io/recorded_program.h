// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/child_program.h"

#include <sys/types.h>

#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kernline::recorder {

/// A recorded program, as its recording sees it.
class RecordedProgram {
 public:
  using Environment = std::map<std::string, std::string>;

  struct End {
    int exitCode = 0;      ///< exit code as in a shell
    bool isOver = true;    ///< false if it goes on, and is no longer recorded
    std::string sentence;  ///< "the program exited with status 0"
  };

  RecordedProgram() = default;
  RecordedProgram(const RecordedProgram&) = delete;
  RecordedProgram& operator=(const RecordedProgram&) = delete;
  virtual ~RecordedProgram() = default;

  /// Starts the program with these variables besides its others.
  virtual std::expected<void, LaunchFailure> start(const Environment& environment) = 0;
  /// Readable where it may have ended; -1 if SIGCHLD reports that.
  [[nodiscard]] virtual int descriptor() const = 0;
  virtual void send(int signal) = 0;
  /// Its end, once; std::nullopt while it goes on.
  virtual std::optional<End> takeEnd() = 0;
};

/// A program that the recorder starts.
class ChildProgram final : public RecordedProgram {
 public:
  /// `sendOutputToErrors` as `ChildOptions` has it.
  ChildProgram(std::vector<std::string> command, bool sendOutputToErrors);

  std::expected<void, LaunchFailure> start(const Environment& environment) override;
  [[nodiscard]] int descriptor() const override { return -1; }
  void send(int signal) override;
  std::optional<End> takeEnd() override;

 private:
  ChildOptions m_options;
  pid_t m_process = -1;
};

/// The program that started the recorder, to be recorded itself: it reads its variables from `out`, a JSON object in a
/// line, and ends the recording with a line to `in`, or by ending itself.
class CallingProgram final : public RecordedProgram {
 public:
  CallingProgram(int in, int out) : m_in(in), m_out(out) {}

  std::expected<void, LaunchFailure> start(const Environment& environment) override;
  [[nodiscard]] int descriptor() const override { return m_in; }
  void send(int signal) override;
  std::optional<End> takeEnd() override;

 private:
  int m_in;
  int m_out;
};

}  // namespace kernline::recorder
