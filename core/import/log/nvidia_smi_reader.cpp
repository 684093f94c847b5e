// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/nvidia_smi_reader.h"

#include "core/import/log/fields.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kernline::logs {

namespace {

bool isSmiNumber(std::string_view text) {
  constexpr std::size_t maxDigits = 8;
  return !text.empty() && text.size() <= maxDigits && std::ranges::all_of(text, isDigit);
}

/// "118W" and "700W" of "118W /  700W".
std::pair<std::string_view, std::string_view> halves(std::string_view text) {
  const std::size_t slash = text.find('/');
  return slash == std::string_view::npos ? std::pair{trimmed(text), std::string_view{}}
                                         : std::pair{trimmed(text.substr(0, slash)), trimmed(text.substr(slash + 1))};
}

std::string_view withoutUnit(std::string_view text, char unit) {
  return text.ends_with(unit) ? text.substr(0, text.size() - 1) : text;
}

/// "550.54.15" of "Driver Version: 550.54.15   CUDA Version: 12.4".
std::string_view versionBehind(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  const std::string_view rest =
      at == std::string_view::npos ? std::string_view{} : trimmed(text.substr(at + label.size()));
  return rest.substr(0, rest.find_first_of(" |"));
}

}  // namespace

bool NvidiaSmiReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (!m_isOpen) {
    if (!text.starts_with("| NVIDIA-SMI ")) {
      return false;
    }
    takeVersions(text, line, scope);
    return true;
  }
  if (text.empty() || text.starts_with('+')) {
    m_device.clear();
    return true;
  }
  if (!text.starts_with('|')) {
    finish();
    return false;
  }
  const std::vector<std::string_view> cells = barCells(text);
  constexpr std::size_t deviceCells = 3;
  if (cells.size() == deviceCells) {
    m_device.empty() ? takeDevice(cells) : takeFigures(cells, line.number);
  } else if (cells.size() == 1) {
    takeProcess(cells.front(), line.number);
  }
  return true;
}

void NvidiaSmiReader::takeVersions(std::string_view text, const SourceLine& line, Scope& scope) {
  m_isOpen = true;
  m_place = {.title = "devices", .context = scope.context(), .line = line.number, .offset = line.offset};
  for (const std::string_view label : {"Driver Version", "CUDA Version"}) {
    const std::string_view version = versionBehind(text, std::string{label} + ":");
    if (!version.empty() && !m_log.isFullOfSettings()) {
      m_log.addSetting({.context = scope.sectionContext(),
                        .isMachine = true,
                        .name = m_log.intern(label),
                        .value = {.text = m_log.intern(version)},
                        .line = line.number});
    }
  }
}

/// "0  NVIDIA H100 80GB HBM3   On", "00000000:19:00.0 Off", "0".
void NvidiaSmiReader::takeDevice(const std::vector<std::string_view>& cells) {
  const std::vector<Field> words = wordsOf(cells[0]);
  constexpr std::size_t minWords = 3;  // a number, a name, a mode
  if (words.size() < minWords || !isSmiNumber(words.front().text) || !cells[1].contains(':')) {
    return;
  }
  const std::size_t begin = words[1].begin;
  m_device = {{"GPU", std::string{words.front().text}},
              {"name", std::string{trimmed(cells[0].substr(begin, words.back().begin - begin))}}};
}

/// "N/A   34C    P0   118W /  700W", "1234MiB /  81559MiB", "12%      Default".
void NvidiaSmiReader::takeFigures(const std::vector<std::string_view>& cells, std::uint32_t line) {
  const std::vector<Field> words = wordsOf(cells[0]);
  constexpr std::size_t minWords = 4;
  MadeTable::Cells device = std::exchange(m_device, {});
  if (words.size() < minWords) {
    return;
  }
  const auto [power, powerCap] = halves(cells[0].substr(words[3].begin));
  const auto [used, total] = halves(cells[1]);
  const std::vector<Field> use = wordsOf(cells[2]);
  device.emplace_back("fan", words[0].text);
  device.emplace_back("temperature (C)", withoutUnit(words[1].text, 'C'));
  device.emplace_back("performance state", words[2].text);
  device.emplace_back("power (W)", withoutUnit(power, 'W'));
  device.emplace_back("power cap (W)", withoutUnit(powerCap, 'W'));
  device.emplace_back("memory used", used);
  device.emplace_back("memory total", total);
  device.emplace_back("utilization", use.empty() ? std::string_view{} : use.front().text);
  m_devices.addRow(std::move(device), line);
}

/// "0   N/A  N/A     12345      C   python train.py      1220MiB".
void NvidiaSmiReader::takeProcess(std::string_view text, std::uint32_t line) {
  const std::vector<Field> words = wordsOf(text);
  constexpr std::size_t minWords = 5;  // device, process, type, name, memory
  if (words.size() < minWords || !isSmiNumber(words.front().text) || !words.back().text.ends_with("iB")) {
    return;
  }
  const bool hasInstances = !isSmiNumber(words[1].text) || isSmiNumber(words[2].text);
  const std::size_t process = hasInstances ? 3 : 1;
  if (process + 3 >= words.size() || !isSmiNumber(words[process].text)) {
    return;
  }
  const std::size_t name = words[process + 2].begin;
  m_processes.addRow({{"GPU", std::string{words.front().text}},
                      {"PID", std::string{words[process].text}},
                      {"type", std::string{words[process + 1].text}},
                      {"process", std::string{trimmed(text.substr(name, words.back().begin - name))}},
                      {"memory used", std::string{words.back().text}}},
                     line);
}

void NvidiaSmiReader::finish() {
  m_isOpen = false;
  m_device.clear();
  MadeTable::Place place = std::exchange(m_place, {});
  m_devices.write(m_log, place);
  place.title = "processes";
  m_processes.write(m_log, place);
}

}  // namespace kernline::logs
