// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/report_sources.h"

#include "core/import/protobuf/message_walk.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>

namespace kernline::ncu {

namespace {

std::vector<std::string_view> fileLines(std::string_view text) {
  constexpr std::size_t maxLines = std::size_t{1} << 20;
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < maxLines) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

ReportSources::ReportSources(const std::vector<std::string_view>& messages) {
  for (const std::string_view message : messages) {
    std::uint64_t id = 0;
    Program found;
    const bool isWhole = protobuf::eachField(message, [&](const protobuf::MessageWalk& field) {
      // ProfileSource in ProfilerReport.proto
      constexpr std::uint32_t binaryField = 4;
      constexpr std::uint32_t filesField = 8;
      if (field.field() == 1) {
        id = field.whole();
      } else if (field.field() == binaryField) {
        found.binary = field.bytes();
      } else if (field.field() == filesField && field.isBytes()) {
        protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& file) {
          std::string_view path;
          std::string_view text;
          protobuf::eachField(file.bytes(), [&](const protobuf::MessageWalk& member) {
            (member.field() == 1 ? path : text) = member.bytes();
          });
          found.files[fileNameOf(path)] = fileLines(text);
        });
      }
    });
    m_damaged += isWhole ? 0 : 1;
    Program& program = m_programs[id];
    program.binary = found.binary.empty() ? program.binary : found.binary;
    program.files.merge(found.files);
  }
}

CubinLines ReportSources::linesOf(std::uint64_t source, std::string_view mangledFunction) const {
  const auto program = m_programs.find(source);
  return program == m_programs.end() ? CubinLines() : CubinLines(program->second.binary, mangledFunction);
}

std::string_view ReportSources::text(std::uint64_t source, const SourceLine& line) const {
  const auto program = m_programs.find(source);
  if (program == m_programs.end()) {
    return {};
  }
  const auto file = program->second.files.find(line.file);
  if (file == program->second.files.end() || line.line == 0 || line.line > file->second.size()) {
    return {};
  }
  std::string_view text = file->second[static_cast<std::size_t>(line.line - 1)];
  const std::size_t begin = text.find_first_not_of(" \t\r");
  text.remove_prefix(std::min(begin, text.size()));
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

}  // namespace kernline::ncu
