// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/table_comparison.h"
#include "core/model/base/message.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// A trace, as a table (`profileOf`), and the table that was printed of the same recording; numbers among those given.
struct TableOfTrace {
  std::size_t trace = 0;
  std::size_t table = 0;
  bool isStated = false;  ///< the log names the file it saved; else the file's name has the model and parameters
};

/// The printed tables of the traces among `refs`, as far as they can be matched: the log reports after a table that it
/// saved a trace of this name, else the model and the parameters in the file's name are those of one run only. If that
/// run has several tables, the first.
[[nodiscard]] std::vector<TableOfTrace> tablesOfTraces(std::span<const TableRef> refs);

/// "run.json.gz stands beside table 10, Softmax, seq_len=1024 (experiment.log:233): …"
[[nodiscard]] Message sentenceOn(const TableOfTrace& pair, std::span<const TableRef> refs);

}  // namespace kernline
