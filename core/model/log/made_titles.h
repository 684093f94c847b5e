// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/log/log.h"

#include <array>

namespace kernline {

/// Titles of tables that Kernline builds from a report or a dump. `LogTable::title` has them in English; a gap %1 at
/// the end is for the name of a kernel.
namespace made_titles {

inline constexpr Phrase advice = Phrase::tr("Advice of Nsight Compute");
inline constexpr Phrase sourceLines = Phrase::tr("Source lines of %1");
inline constexpr Phrase instructions = Phrase::tr("Instructions of %1");
inline constexpr Phrase disagreeing = Phrase::tr("Collectives that ranks disagree about");
inline constexpr Phrase incomplete = Phrase::tr("Collectives that are not complete");
inline constexpr Phrase processGroups = Phrase::tr("Process groups");
inline constexpr Phrase collectives = Phrase::tr("Collectives");
inline constexpr Phrase operatorCalls = Phrase::tr("Operators in the order of the file");
inline constexpr Phrase operators = Phrase::tr("Operators by name and inputs");

inline constexpr std::array all{advice,        sourceLines, instructions,  disagreeing, incomplete,
                                processGroups, collectives, operatorCalls, operators};

}  // namespace made_titles

/// The title of a table for people: Kernline's own titles are translated, others are as printed.
[[nodiscard]] Message shownTitle(const Log& log, const LogTable& table);

}  // namespace kernline
