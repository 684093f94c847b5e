// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/import/source/container.h"
#include "core/import/source/stored_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kernline {

/// How much a text looks like a trace. `Marked`: it names a member that only traces have.
enum class TraceLikeness : std::uint8_t { None, Possible, Marked };

/// Of a text by its first bytes, which may be compressed themselves.
[[nodiscard]] TraceLikeness traceLikeness(std::string_view head);

/// Opens a zip or tar at its first member that is marked as a trace, else at its first possible one. Without `file`
/// (a pipe, an archive inside another) there is no going back, so the first possible one it is.
/// Errors: there is none, with the names of what there is instead.
[[nodiscard]] Expected<std::unique_ptr<TextStream>> openTraceMember(std::unique_ptr<TextStream> stored,
                                                                    const std::shared_ptr<const StoredFile>& file,
                                                                    Container container, const std::string& name,
                                                                    std::string& memberName);

}  // namespace kernline
