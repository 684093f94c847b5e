// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/code_rows.h"

#include "core/model/base/text.h"
#include "ui/kit/language/qt_text.h"

#include <QLatin1Char>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

/// Tabs as blanks: panes paint characters.
QString untabbed(std::string_view text) {
  constexpr qsizetype tab = 4;
  QString plain;
  for (const QChar c : qt(text)) {
    if (c == QLatin1Char('\t')) {
      plain.append(QString(tab - plain.size() % tab, QLatin1Char(' ')));
    } else if (c.isPrint()) {
      plain.append(c);
    }
  }
  return plain;
}

/// The states of all rows in the order of the kernel's, so that bars can be compared.
void sortStates(std::vector<CodeRow>& rows, const KernelSources& sources, std::size_t kernel) {
  std::vector<std::size_t> places(sources.states.size());
  std::size_t place = 0;
  for (const StateSamples& state : statesOf(sources, std::array{kernel})) {
    places[state.state] = place++;
  }
  for (CodeRow& row : rows) {
    std::ranges::sort(row.states, {}, [&](const StateSamples& state) { return places[state.state]; });
  }
}

}  // namespace

CodeRows sourceRows(const KernelSources& sources, std::size_t kernel, std::uint32_t file) {
  std::map<std::uint32_t, CodeRow> byLine;
  for (const auto& [line, text] : sources.files[file].lines) {
    byLine[line].text = untabbed(text);
  }
  for (const SourceInstruction& instruction : sources.kernels[kernel].instructions) {
    if (instruction.line > 0 && instruction.file == file) {
      CodeRow& row = byLine[instruction.line];
      row.samples += instruction.samples;
      addStates(row.states, instruction.states);
    }
  }
  CodeRows made{.rows = {}, .samples = sources.kernels[kernel].samples};
  for (auto& [line, row] : byLine) {
    row.number = QString::number(line);
    row.file = file;
    row.line = line;
    made.rows.push_back(std::move(row));
  }
  sortStates(made.rows, sources, kernel);
  return made;
}

CodeRows instructionRows(const KernelSources& sources, std::size_t kernel) {
  constexpr int digits = 4;
  constexpr int hex = 16;
  const std::vector<std::uint32_t> files = filesOf(sources, kernel);
  CodeRows made{.rows = {}, .samples = sources.kernels[kernel].samples};
  for (const SourceInstruction& instruction : sources.kernels[kernel].instructions) {
    CodeRow row{.number = QStringLiteral("0x%1").arg(instruction.offset, digits, hex, QLatin1Char('0')),
                .place = {},
                .text = untabbed(instruction.text),
                .file = instruction.file,
                .line = instruction.line,
                .samples = instruction.samples,
                .states = instruction.states};
    if (instruction.line > 0) {
      const QString line = QString::number(instruction.line);
      row.place = instruction.file == files.front()
                      ? line
                      : QStringLiteral("%1:%2").arg(fileName(sources.files[instruction.file]), line);
    }
    made.rows.push_back(std::move(row));
  }
  sortStates(made.rows, sources, kernel);
  return made;
}

std::vector<std::uint32_t> filesOf(const KernelSources& sources, std::size_t kernel) {
  std::map<std::uint32_t, std::uint64_t> samples;
  for (const SourceInstruction& instruction : sources.kernels[kernel].instructions) {
    if (instruction.line > 0) {
      samples[instruction.file] += instruction.samples;
    }
  }
  std::vector<std::uint32_t> files;
  for (const auto& [file, count] : samples) {
    files.push_back(file);
  }
  std::ranges::stable_sort(files, std::ranges::greater{}, [&](std::uint32_t file) { return samples[file]; });
  return files;
}

QString fileName(const SampledFile& file) {
  return qt(fileNameOf(file.path));
}

QString lineName(const KernelSources& sources, const HotLine& line) {
  return line.line == 0 ? QString() : QStringLiteral("%1:%2").arg(fileName(sources.files[line.file])).arg(line.line);
}

}  // namespace kernline::ui
