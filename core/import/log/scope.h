// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log_builder.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::logs {

/// A label and its value: "seq_len=256", "序列长度: 256".
struct Labeled {
  std::string_view label;
  std::string_view value;
};

/// The position of a log in its outline. Headings open a level and close all that are as deep or deeper; findings below
/// get their titles, subject and parameters. Headings reach the log only with the first finding.
///
/// | level | opened by |
/// |---|---|
/// | 1 | a text between or above `=====`, `==== text ====`, `# text` |
/// | 2 | the same with `-----` and other signs, `## text`; an underlined `label: value` is a parameter there |
/// | 3 | `[Name] key=value`, `label:` alone on its line; further left than the first below a parameter: that is closed
/// |
class Scope {
 public:
  Scope(LogBuilder& log, std::string_view prefix, std::int32_t rank);

  void openSection(std::uint32_t level, std::string_view title, std::uint32_t line);
  /// Opens a level without a title of its own, only with a subject and parameters.
  void openSubject(std::uint32_t level, std::string_view subject);
  /// Sets the subject of the innermost open level.
  void setSubject(std::string_view subject);
  void addParameter(std::string_view label, std::string_view value);
  /// Sets options for everything that follows, until another command.
  void setCommand(const std::vector<Labeled>& options);
  /// Closes everything as deep as `level` or deeper.
  void close(std::uint32_t level);

  [[nodiscard]] std::string_view subject() const;

  /// Returns the context here. A `subject` replaces the one of the scope; `extra` is added to its parameters.
  [[nodiscard]] ContextId context(std::string_view subject = {}, const std::vector<Labeled>& extra = {});
  /// Returns the context of the section alone, without subject and parameters of its parts.
  [[nodiscard]] ContextId sectionContext();

  /// A label, and the one word for it (see keyOf).
  struct Name {
    StringId name;
    StringId key;
  };
  [[nodiscard]] Name nameOf(std::string_view label);

 private:
  struct Level {
    std::uint32_t depth = 0;
    std::string title;
    std::uint32_t line = 0;
    SectionId section = SectionId::none;  // once something was found in it
    std::string subject;
    std::vector<LogParameter> parameters;
  };

  [[nodiscard]] LogParameter parameter(std::string_view label, std::string_view value);
  [[nodiscard]] SectionId section();
  Level& open(std::uint32_t depth);

  LogBuilder& m_log;
  StringId m_prefix;
  std::int32_t m_rank;
  std::vector<Level> m_levels;
  std::vector<LogParameter> m_command;
  std::unordered_map<StringId, StringId> m_keys;  // key of each label
  ContextId m_current = ContextId::none;          // context of the scope itself, while it does not change
};

/// `value` as a parameter or setting has it: "256" and "~1M" are numbers, "bf16" is none.
[[nodiscard]] LogCell settingCell(LogBuilder& log, std::string_view value);

}  // namespace kernline::logs
