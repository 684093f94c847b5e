// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/container.h"
#include "core/import/source/format_match.h"
#include "core/import/source/stored_file.h"
#include "core/model/base/error.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace kernline {

/// An archive, and how to read it once more.
struct StoredArchive {
  std::unique_ptr<TextStream> stored;
  std::shared_ptr<const StoredFile> file;  ///< the same bytes by offset, if there are such
  /// The bytes from their beginning; empty for a pipe, where there is no going back.
  std::function<Expected<std::unique_ptr<TextStream>>()> reopen;
  Container container = Container::Plain;
  RateText rate = anyText;  ///< rating of members
};

/// The member that is read, and the others.
struct ChosenMember {
  std::unique_ptr<TextStream> text;
  std::string name;
  std::size_t logs = 0;  ///< members that may be logs, if the chosen one is such: people want all of them
};

/// Opens a zip or tar at the first of its members that are most like a trace or a log. If it cannot go back, at the
/// first one that may be a trace. Errors: there is none, with the names of the members.
[[nodiscard]] Expected<ChosenMember> openMember(StoredArchive archive, const std::string& name);

}  // namespace kernline
