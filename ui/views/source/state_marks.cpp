// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/state_marks.h"

#include "core/analysis/ncu/kernel_card.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace kernline::ui {
namespace {

FigureMark stateMark(char letter, QRgb color) {
  return {.letter = QLatin1Char(letter), .color = QColor(color)};
}

double sampledShare(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

const std::map<std::string, FigureMark, std::less<>>& stateMarks() {
  static const std::map<std::string, FigureMark, std::less<>> marks{// No stall
                                                                    {"selected", stateMark('I', 0x8fc77a)},
                                                                    {"not_selected", stateMark('N', 0xc5dcb4)},
                                                                    // Memory beyond the multiprocessor
                                                                    {"long_scoreboard", stateMark('L', 0xf0897b)},
                                                                    {"lg_throttle", stateMark('G', 0xe98bb5)},
                                                                    {"tex_throttle", stateMark('T', 0xf3b8d0)},
                                                                    {"drain", stateMark('D', 0xf7c1b8)},
                                                                    // Shared memory and special units
                                                                    {"short_scoreboard", stateMark('S', 0xecbd5a)},
                                                                    {"mio_throttle", stateMark('O', 0xd0a878)},
                                                                    // Arithmetic
                                                                    {"wait", stateMark('F', 0x7fb2f5)},
                                                                    {"math_pipe_throttle", stateMark('M', 0x9b9bee)},
                                                                    {"dispatch_stall", stateMark('P', 0xb7cdf3)},
                                                                    {"gmma", stateMark('W', 0xc79be8)},
                                                                    // Other warps
                                                                    {"barrier", stateMark('B', 0x5fc4b8)},
                                                                    {"membar", stateMark('E', 0x93dcd4)},
                                                                    {"warpgroup_arrive", stateMark('A', 0xb3e0cf)},
                                                                    // Instructions and constants
                                                                    {"no_instruction", stateMark('X', 0xd7d06a)},
                                                                    {"no_instructions", stateMark('X', 0xd7d06a)},
                                                                    {"branch_resolving", stateMark('R', 0xe3dfa0)},
                                                                    {"imc_miss", stateMark('C', 0x8ed0ea)}};
  return marks;
}

}  // namespace

const FigureMark& markOfState(std::string_view word) {
  static const FigureMark unknown = stateMark('?', 0xb9c0ca);
  const auto found = stateMarks().find(word);
  return found == stateMarks().end() ? unknown : found->second;
}

QString stateText(const KernelSources& sources, std::uint32_t state) {
  return stateName(sources.states[state]);
}

QString stateName(std::string_view word) {
  const auto known = warpStateOf(word);
  return known ? coreText(known->state) : qt(word);
}

std::vector<BarPiece> statePieces(const KernelSources& sources, std::span<const StateSamples> states,
                                  std::uint64_t all) {
  std::vector<BarPiece> pieces;
  for (const StateSamples& each : states) {
    pieces.push_back(
        {.share = sampledShare(each.samples, all), .mark = &markOfState(sources.states[each.state]), .value = {}});
  }
  return pieces;
}

QString statesTip(const KernelSources& sources, std::span<const StateSamples> states) {
  std::vector<StateSamples> sorted(states.begin(), states.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{}, &StateSamples::samples);
  std::uint64_t all = 0;
  for (const StateSamples& each : sorted) {
    all += each.samples;
  }
  QStringList lines{counted(all, Words::tr("%1 sample"), Words::tr("%1 samples"))};
  for (const StateSamples& each : sorted) {
    lines << QStringLiteral("%1  %2").arg(samplesShare(each.samples, all), stateText(sources, each.state));
  }
  return lines.join(QLatin1Char('\n'));
}

QString samplesShare(std::uint64_t part, std::uint64_t all) {
  return qt(formatShare(sampledShare(part, all)));
}

}  // namespace kernline::ui
