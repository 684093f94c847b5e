// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/load.h"
#include "core/open/open_document.h"

#include <memory>
#include <string>

/// Overloads of what opens files, without preview, cancel or progress.
namespace kernline {

[[nodiscard]] inline Expected<std::shared_ptr<const Trace>> load(const std::string& path) {
  Progress progress;
  return load(path, {}, {}, progress);
}

[[nodiscard]] inline Expected<Document> openDocument(const std::string& path) {
  Progress progress;
  return openDocument(path, {}, {}, progress);
}

}  // namespace kernline
