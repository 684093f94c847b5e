// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <memory>
#include <string>

namespace kernline::test {

/// Returns the trace that the importer must make of a well-formed document: read with nlohmann_json's SAX parser, one
/// event after the other, on one thread, in the simplest way. nullptr if the text is no well-formed trace in plain
/// JSON. `path` may name a rank.
[[nodiscard]] std::shared_ptr<const Trace> importPlainly(const std::string& text, const std::string& path);

}  // namespace kernline::test
