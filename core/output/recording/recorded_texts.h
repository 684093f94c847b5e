// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::recording {

/// Takes texts of a file into a trace, up to what the file can honestly hold: rows of a damaged one may share pages.
class RecordedTexts {
 public:
  RecordedTexts(TraceBuilder& builder, ImportReport& report, std::uint64_t fileBytes)
      : m_builder(builder), m_report(report), m_budget(fileBytes * 2 + (std::uint64_t{1} << 20)) {}

  /// Interns `text` as valid UTF-8.
  [[nodiscard]] StringId intern(std::string_view text);
  [[nodiscard]] std::string kept(std::string_view text) { return std::string(affordable(text)); }

 private:
  [[nodiscard]] std::string_view affordable(std::string_view text);

  TraceBuilder& m_builder;
  ImportReport& m_report;
  std::uint64_t m_budget;
};

}  // namespace kernline::recording
