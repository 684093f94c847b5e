// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/log/log.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::records {

/// Whether a text with this beginning is a Jupyter notebook.
[[nodiscard]] bool isNotebook(std::string_view head);

/// Returns the printed output of a notebook's cells, with an empty line between outputs: printed text, the message of
/// an error, and the tables of a cell's result, each as lines with bars. If a table is there as a page and as text,
/// only the page is taken.
[[nodiscard]] std::string printedText(std::string_view notebook);

/// Reads the printed output of a notebook as a log. Lines are those of `printedText`.
/// Errors: NotATrace if no part of it can be read, Canceled.
[[nodiscard]] Expected<std::shared_ptr<const Log>> readNotebook(const Input& input, unsigned threads,
                                                                const std::stop_token& stop, Progress& progress);

}  // namespace kernline::records
